"""Searching again for what is new since the last search, and ending there when nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from aitia.model.keys import content_hash
from aitia.model.scales import GateDecision
from aitia.model.search import SearchRequest, SearchStatus
from aitia.question import Question
from assets.steps.remarks import SET_ASIDE
from assets.steps.rounds import inputs_of
from assets.steps.standing import add_notices
from resources.sources.since import can_narrow, narrowed
from resources.store import changes, papers, standing
from resources.store import questions as rows
from resources.store import searches as search_rows
from resources.store.gate import GateRow, load_gate
from resources.workbench import Workbench

_NOTE = "refresh"
_OVERLAP = timedelta(days=7)
"""Services list a record days after the date that they give it."""


def note_refresh(session: Session, question: Question, run_id: str) -> None:
    """Say that the run only looks for what is new."""
    newest = rows.latest_round(session, question.question_id)
    rows.note_round(session, question.question_id, newest, {_NOTE: run_id})


def is_refresh(session: Session, question: Question, run_id: str) -> bool:
    """Whether that run only looks for what is new."""
    newest = rows.latest_round(session, question.question_id)
    return standing.round_notes(session, question.question_id, newest).get(_NOTE) == run_id


def request_since(search: search_rows.StoredSearch) -> SearchRequest:
    """The search for what is new since it last succeeded; the whole one where that cannot be said."""
    request = search.request
    if search.status is not SearchStatus.COMPLETE or search.sent_at is None or not can_narrow(request.source):
        return request
    day = (search.sent_at - _OVERLAP).date()
    return request.model_copy(update={"query": narrowed(request.source, request.query, day)})


def state_of(session: Session, question: Question) -> str:
    """A hash of all that the searches gave: papers and their texts, outcomes, what was set aside."""
    question_id = question.question_id
    candidates = papers.load_papers(session, papers.candidate_ids(session, question_id))
    searches = [
        (s.search_id, s.status.value, s.error) for s in search_rows.load_searches(session, question_id)
    ]
    newest = rows.latest_round(session, question_id)
    aside = standing.round_notes(session, question_id, newest).get(SET_ASIDE)
    return content_hash(
        *(candidates[paper_id].model_dump_json() for paper_id in sorted(candidates)),
        repr(searches),
        repr(rows.counted_sources(session, question_id)),
        repr(aside or []),
    )


def ends_early(workbench: Workbench, question: Question, run_id: str) -> bool:
    """Whether nothing is new, neither paper, text, notice, outcome nor evidence; it is then settled.

    New since the standing verdict was reached: what an earlier run found and did not live to read is new too.
    Crossref is asked again for notices of the papers that are read, where the question is asked of it.
    """
    question_id = question.question_id
    with workbench.store.session() as session:
        read = [row.paper_id for row in load_gate(session, question_id) if _is_read(row)]
        found = papers.load_papers(session, read)
    add_notices(workbench, question, [found[paper_id] for paper_id in sorted(found)], run_id)
    with workbench.store.session() as session:
        sources, documents = standing.question_places(session, question_id)
        inputs = inputs_of(workbench, sources, documents)
        verdict = standing.standing_verdict(session, question_id)
        settled = standing.settled_from(session, question_id)
        state = state_of(session, question)
        if verdict is None or settled is None or settled.state != state:
            return False
        if settled.inputs.split()[0] != inputs.split()[0] or changes.is_touched(session, question_id):
            return False
        changes.settle(session, question_id, inputs, state)
    return True


def _is_read(row: GateRow) -> bool:
    return row.decision is GateDecision.INCLUDED


def requests_of(searches: Sequence[search_rows.StoredSearch], refresh: bool) -> list[SearchRequest]:
    """What is sent: the searches as planned, or narrowed to what is new."""
    return [request_since(search) if refresh else search.request for search in searches]
