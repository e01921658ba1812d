"""The question read into PICO terms, and the searches of this round."""

from collections.abc import Sequence

import dagster as dg
from sqlmodel import Session

from aitia.model.search import SearchRequest
from aitia.question import Question
from aitia.searching.plan import plan_searches
from assets.steps.refresh import note_refresh
from assets.steps.rounds import DEMONSTRATION, follow_up, places, within_limit
from assets.steps.seed_paper import seed_authors
from assets.steps.step import StepReport, markdown_table
from resources.engines.versions import LOCAL
from resources.store import questions as rows
from resources.store import searches as search_rows
from resources.workbench import Workbench


class RoundConfig(dg.Config):
    """Where to look, and whether to add a round for the gaps of the last verdict.

    Empty lists mean: where the question was asked before, else the settings' sources and documents. A
    `refresh` searches only for what is new since the last search, and ends there when nothing is.
    """

    sources: list[str] = []
    documents: list[str] = []
    next_round: bool = False
    refresh: bool = False


def plan_round(workbench: Workbench, question: Question, config: RoundConfig, run_id: str) -> StepReport:
    """Store the question and plan its first round and, when asked to, one more for its verdict's gaps."""
    workbench.tell("planning searches")
    with workbench.store.session() as session:
        sources, documents = places(workbench, session, question, config.sources, config.documents)
        rows.save_question(session, question, sources, documents, run_id)
    # Idempotent: an unchanged question plans the searches that already stand there.
    planned = _first_round(workbench, question, sources, run_id)
    with workbench.store.session() as session:
        newest = rows.latest_round(session, question.question_id)
        if newest == 0:
            rows.save_round(session, question.question_id, 1, "first round", (), run_id)
        search_rows.save_searches(session, question.question_id, 1, within_limit(workbench, planned), run_id)
        if config.next_round and 0 < newest < workbench.settings.max_rounds:
            _add_round(workbench, session, question, sources, newest + 1, run_id)
        if config.refresh and newest:
            note_refresh(session, question, run_id)
        return _report(question, search_rows.load_searches(session, question.question_id))


def run_tags(workbench: Workbench, question: Question, report: StepReport) -> dict[str, str]:
    """What a run is found by in the pages: question, round, who reads, and with which prompt if any."""
    engine, version, _ = workbench.readers_mark()
    tags = {
        "aitia/question_id": question.question_id,
        "aitia/round": str(report.counts["round"]),
        "aitia/engine": engine,
        "aitia/engine_version": version,
    }
    return tags if engine == LOCAL else tags | {"aitia/prompt_version": workbench.engine.prompt_version}


def _first_round(
    workbench: Workbench, question: Question, sources: Sequence[str], run_id: str
) -> tuple[SearchRequest, ...]:
    """The searches that the rules plan, and what a language model adds to them where there is one."""
    expand = workbench.vocabulary.expand
    authors = seed_authors(workbench, question, sources)
    planned = plan_searches(question, sources, expand=expand, authors=authors)
    assistant = workbench.assistant
    if assistant is None or set(sources) == {DEMONSTRATION}:
        return planned
    added = assistant.plan(question, [request.query for request in planned], run_id)
    if added is None or not added.gaps:
        return planned
    return plan_searches(question, sources, gaps=added.gaps, expand=expand, authors=authors)


def _add_round(
    workbench: Workbench,
    session: Session,
    question: Question,
    sources: Sequence[str],
    round_no: int,
    run_id: str,
) -> None:
    gaps, requests = follow_up(workbench, session, question, sources, round_no)
    if requests:
        reason = "; ".join(gap.text for gap in gaps)
        rows.save_round(session, question.question_id, round_no, reason, [gap.text for gap in gaps], run_id)
        search_rows.save_searches(session, question.question_id, round_no, requests, run_id)


def _report(question: Question, searches: Sequence[search_rows.StoredSearch]) -> StepReport:
    table: list[tuple[object, ...]] = [
        (s.round_no, s.request.source, s.request.evidence_type.value, s.request.query) for s in searches
    ]
    pico: list[tuple[object, ...]] = [
        (name, value)
        for name, value in question.model_dump(mode="json").items()
        if value not in (None, [], "")
    ]
    return StepReport(
        content=(question.model_dump_json(), *[s.search_id for s in searches]),
        counts={"searches": len(searches), "round": max((s.round_no for s in searches), default=0)},
        tables={
            "question": markdown_table(("part", "value"), pico),
            "queries": markdown_table(("round", "source", "evidence", "query"), table),
        },
    )
