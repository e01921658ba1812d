"""When another round is worth making, and when nothing has changed since the last one. Imports no Dagster."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import TYPE_CHECKING

from aitia.evidence import METHOD_VERSION
from aitia.model.gap import Gap
from aitia.model.keys import content_hash
from aitia.model.scales import Certainty
from aitia.model.search import SearchRequest
from aitia.question import Question
from aitia.searching.plan import plan_searches
from resources.sources.files import mark_of
from resources.sources.names import source_name
from resources.store import changes, standing
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION

if TYPE_CHECKING:
    from resources.store.changes import Reader

SEARCH_AGENT = "search_agent"
DOCUMENTS = "documents"
DEMONSTRATION = "demonstration"
LOCAL_SOURCES = frozenset({DOCUMENTS, DEMONSTRATION})
SUFFICIENT = (Certainty.HIGH.value, Certainty.MODERATE.value)


def follow_up(
    workbench: Workbench, session: Reader, question: Question, sources: Sequence[str], round_no: int
) -> tuple[tuple[Gap, ...], tuple[SearchRequest, ...]]:
    """The gaps of the standing verdict and the searches for them that were never sent before.

    The search agent's follow-up queries, noted with the verdict, are gaps like those that the rules name.
    A search that failed is not repeated here: every run sends all searches of a question again.
    """
    verdict = standing.standing_verdict(session, question.question_id)
    gaps: tuple[Gap, ...] = ()
    if verdict:
        notes = standing.round_notes(session, question.question_id, round_no - 1)
        gaps = all_gaps(verdict.gaps, notes, verdict.fingerprint)
    sent = standing.sent_searches(session, [question.question_id])[question.question_id]
    return gaps, unsent(workbench, question, sources, round_no, gaps, sent)


def all_gaps(named: Sequence[object], notes: Mapping[str, object], fingerprint: str) -> tuple[Gap, ...]:
    """The gaps that a verdict names, and those of the search agent on that verdict."""
    return (*(Gap.model_validate(gap) for gap in named), *agent_gaps(notes, fingerprint))


def unsent(
    workbench: Workbench,
    question: Question,
    sources: Sequence[str],
    round_no: int,
    gaps: Sequence[Gap],
    sent: Collection[tuple[str, str, str]],
) -> tuple[SearchRequest, ...]:
    """The searches of a round for these gaps that are not among those sent (source, query, filters)."""
    planned = plan_searches(question, sources, round_no, gaps, expand=workbench.vocabulary.expand)
    return tuple(
        request for request in within_limit(workbench, planned) if standing.search_mark(request) not in sent
    )


def agent_gaps(notes: Mapping[str, object], fingerprint: str) -> tuple[Gap, ...]:
    """The follow-up queries that the search agent named on the verdict of that fingerprint."""
    noted = notes.get(SEARCH_AGENT)
    if not isinstance(noted, Mapping) or noted.get("fingerprint") != fingerprint:
        return ()
    return tuple(Gap.model_validate(gap) for gap in noted.get("gaps", ()))


def within_limit(workbench: Workbench, requests: Sequence[SearchRequest]) -> tuple[SearchRequest, ...]:
    """The requests with no more records asked of a live service than the settings allow."""
    most = workbench.settings.search_limit
    return tuple(
        request
        if request.source in LOCAL_SOURCES or request.limit <= most
        else request.model_copy(update={"limit": most})
        for request in requests
    )


@dataclass(frozen=True)
class OpenRounds:
    """(question text, round, verdict fingerprint) of open rounds; `below` is where the next look begins."""

    rounds: tuple[tuple[str, int, str], ...]
    below: int


def round_is_open(workbench: Workbench, question: Question) -> bool:
    """Whether the verdict names a gap that a search never sent before could fill, within the limit."""
    with workbench.store.reading() as session:
        return bool(_open(workbench, session, question_id=question.question_id))


def open_rounds(workbench: Workbench, since: int = 0) -> OpenRounds:
    """Every active question with an open round, of those in which a run ended since an earlier look.

    Nothing but the end of a run opens a round, so a look at `since` (the earlier look's `below`) finds what
    a look at all would find anew. The questions are taken as they were read then: no model is asked.
    """
    with workbench.store.reading() as session:
        below = changes.horizon(session)
        return OpenRounds(tuple(_open(workbench, session, 0 if since > below else since)), below)


def _open(
    workbench: Workbench, session: Reader, since: int = 0, question_id: str | None = None
) -> list[tuple[str, int, str]]:
    most = workbench.settings.max_rounds
    found = [
        (row, all_gaps(row.gaps, row.notes, row.fingerprint))
        for row in standing.rounds_to_follow(session, most, SUFFICIENT, since, question_id)
    ]
    ids = [row.question_id for row, gaps in found if gaps]
    asked, sent = standing.load_questions(session, ids), standing.sent_searches(session, ids)
    return [
        (asked[row.question_id].question.text, row.round_no, row.fingerprint)
        for row, gaps in found
        if gaps
        and unsent(
            workbench,
            asked[row.question_id].question,
            asked[row.question_id].sources,
            row.round_no + 1,
            gaps,
            sent[row.question_id],
        )
    ]


def places(
    workbench: Workbench,
    session: Reader,
    question: Question,
    sources: Sequence[str],
    documents: Sequence[str],
) -> tuple[list[str], list[str]]:
    """The sources and documents of a run: the run's own, else the question's, else the settings'.

    Raises SettingsError for a source that does not exist.
    """
    stored_sources, stored_documents = standing.question_places(session, question.question_id)
    settings = workbench.settings
    if documents and not sources:
        return [DOCUMENTS], list(documents)
    given = [source_name(name) for name in sources]
    chosen = list(dict.fromkeys(given)) or stored_sources or [source_name(name) for name in settings.sources]
    paths = list(documents) or stored_documents or [str(path) for path in settings.documents]
    if paths and DOCUMENTS not in chosen and not sources:
        chosen = [DOCUMENTS, *chosen]
    return chosen, paths


def inputs_of(workbench: Workbench, sources: Sequence[str], documents: Sequence[str]) -> str:
    """A hash of everything outside the store that a verdict depends on, and the day (UTC) for live services.

    Files count by path, size and time of change. A live service is searched again tomorrow.
    """
    parts = [*workbench.readers_mark(), METHOD_VERSION, VALIDATORS_VERSION]
    settings = workbench.settings
    parts += settings.engine_tasks if workbench.assistant else ()
    parts += ["full text"] if settings.full_text else []
    parts += [str(settings.gate), str(settings.gate_top_n), str(settings.gate_threshold), *sources]
    parts += [mark_of(documents)] if documents else []
    day = datetime.now(UTC).date().isoformat() if set(sources) - LOCAL_SOURCES else ""
    return f"{content_hash(*parts)} {day}".strip()


class Standing(Enum):
    """How the standing verdict stands to its inputs."""

    SETTLED = "it follows from them"
    TOUCHED = "only the evidence around it was touched"
    OPEN = "something is to be searched or read"


def is_settled(
    workbench: Workbench, question: Question, sources: Sequence[str], documents: Sequence[str]
) -> bool:
    """Whether the standing verdict still follows from its inputs."""
    return how_it_stands(workbench, question, sources, documents) is Standing.SETTLED


def how_it_stands(
    workbench: Workbench, question: Question, sources: Sequence[str], documents: Sequence[str]
) -> Standing:
    """Whether the standing verdict still follows from its inputs: nothing touched, no round, no search owed,
    and the question read as it was then.

    A service that failed when it was last asked is asked again, whatever day it is.
    """
    with workbench.store.reading() as session:
        settled = standing.settled_from(session, question.question_id)
        if settled is None or not settled.state or not _is_read_so(session, question):
            return Standing.OPEN
        chosen = places(workbench, session, question, sources, documents)
        if chosen != standing.question_places(session, question.question_id):
            return Standing.OPEN
        if settled.inputs != inputs_of(workbench, *chosen):
            return Standing.OPEN
        if standing.search_is_owed(session, question.question_id, LOCAL_SOURCES):
            return Standing.OPEN
        touched = changes.is_touched(session, question.question_id)
    if round_is_open(workbench, question):
        return Standing.OPEN
    return Standing.TOUCHED if touched else Standing.SETTLED


def _is_read_so(session: Reader, question: Question) -> bool:
    """Whether the question is stored as it is read now; its wording may be another."""
    asked = standing.load_questions(session, [question.question_id]).get(question.question_id)
    return asked is not None and asked.question.model_copy(update={"text": question.text}) == question
