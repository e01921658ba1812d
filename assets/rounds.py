"""When another round is worth making, and when nothing has changed since the last one. Imports no Dagster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from sqlmodel import Session

from aitia.gaps import Gap
from aitia.keys import content_hash
from aitia.plan import plan_searches
from aitia.question import Question
from aitia.relations import METHOD_VERSION
from aitia.search import SearchRequest
from aitia.vocabulary import Certainty
from resources.sources.files import mark_of
from resources.sources.names import source_name
from resources.store import changes, reasoning
from resources.store import questions as rows
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION

SEARCH_AGENT = "search_agent"
DOCUMENTS = "documents"
DEMONSTRATION = "demonstration"
LOCAL_SOURCES = frozenset({DOCUMENTS, DEMONSTRATION})
SUFFICIENT = (Certainty.HIGH.value, Certainty.MODERATE.value)


def follow_up(
    workbench: Workbench, session: Session, question: Question, sources: Sequence[str], round_no: int
) -> tuple[tuple[Gap, ...], tuple[SearchRequest, ...]]:
    """The gaps of the standing verdict and the searches for them that were never sent before.

    The search agent's follow-up queries, noted with the verdict, are gaps like those that the rules name.
    A search that failed is not repeated here: every run sends all searches of a question again.
    """
    verdict = reasoning.current_verdict(session, question.question_id)
    gaps = tuple(Gap.model_validate(gap) for gap in verdict.gaps) if verdict else ()
    if verdict:
        gaps += agent_gaps(rows.round_notes(session, question.question_id, round_no - 1), verdict.fingerprint)
    planned = within_limit(
        workbench, plan_searches(question, sources, round_no, gaps, expand=workbench.vocabulary.expand)
    )
    stored = rows.load_searches(session, question.question_id)
    sent = {(s.request.source, s.request.query, str(s.request.filters)) for s in stored}
    new = [
        request for request in planned if (request.source, request.query, str(request.filters)) not in sent
    ]
    return gaps, tuple(new)


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


def round_is_open(workbench: Workbench, question: Question) -> bool:
    """Whether the verdict names a gap that a search never sent before could fill, within the limit."""
    with workbench.store.session() as session:
        newest = rows.latest_round(session, question.question_id)
        if newest == 0 or newest >= workbench.settings.max_rounds:
            return False
        verdict = reasoning.current_verdict(session, question.question_id)
        if verdict is None or verdict.certainty in SUFFICIENT:
            return False
        sources, _ = rows.question_places(session, question.question_id)
        _, requests = follow_up(workbench, session, question, sources, newest + 1)
        return bool(requests)


def open_rounds(workbench: Workbench) -> Iterator[tuple[str, int, str]]:
    """(question text, round, verdict fingerprint) of every active question with an open round."""
    with workbench.store.session() as session:
        questions = rows.active_questions(session)
    for question_id, text in questions:
        if round_is_open(workbench, workbench.question(text)):
            with workbench.store.session() as session:
                verdict = reasoning.current_verdict(session, question_id)
                newest = rows.latest_round(session, question_id)
            yield text, newest, verdict.fingerprint if verdict else ""


def places(
    workbench: Workbench,
    session: Session,
    question: Question,
    sources: Sequence[str],
    documents: Sequence[str],
) -> tuple[list[str], list[str]]:
    """The sources and documents of a run: the run's own, else the question's, else the settings'.

    Raises SettingsError for a source that does not exist.
    """
    stored_sources, stored_documents = rows.question_places(session, question.question_id)
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
    """A hash of everything outside the store that a verdict depends on.

    Files count by path, size and time of change; a live service counts by the day (UTC), so that
    a question asked again tomorrow is searched again.
    """
    engine = workbench.engine
    parts = [engine.name, engine.version, workbench.embedder.name, METHOD_VERSION, VALIDATORS_VERSION]
    settings = workbench.settings
    parts += settings.engine_tasks if workbench.assistant else ()
    parts += ["full text"] if settings.full_text else []
    parts += [str(settings.gate), str(settings.gate_top_n), str(settings.gate_threshold), *sources]
    if set(sources) - LOCAL_SOURCES:
        parts.append(datetime.now(UTC).date().isoformat())
    parts += [mark_of(documents)] if documents else []
    return content_hash(*parts)


def is_settled(
    workbench: Workbench, question: Question, sources: Sequence[str], documents: Sequence[str]
) -> bool:
    """Whether the standing verdict still follows from its inputs, with nothing touched and no round open."""
    with workbench.store.session() as session:
        settled = changes.settled_inputs(session, question.question_id)
        if settled is None:
            return False
        chosen = places(workbench, session, question, sources, documents)
        if chosen != rows.question_places(session, question.question_id):
            return False
        if settled != inputs_of(workbench, *chosen):
            return False
        if changes.touched_questions(session, question.question_id):
            return False
    return not round_is_open(workbench, question)
