"""Every source's hits, de-duplicated across identifiers and titles."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import dagster as dg
from sqlmodel import Session

from aitia.identity import Resolution, resolve
from aitia.keys import PaperId
from aitia.question import Question
from aitia.search import SearchOutcome, SearchStatus
from assets.rounds import LOCAL_SOURCES
from assets.search_plan import search_plan
from assets.step import QUESTIONS, StepReport, markdown_table, materialised, partition_question
from resources.retractions import with_list_signal
from resources.store import papers as paper_rows
from resources.store import questions as rows
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="search", kinds={"python", "postgres"}, deps=[search_plan])
def candidate_papers(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Papers that the planned searches found, one row each; a search that failed stays visible."""
    return materialised(collect_papers(workbench, partition_question(workbench, context), context.run_id))


def collect_papers(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Send the question's searches to the sources it is asked of and store what they return."""
    with workbench.store.session() as session:
        sources, documents = rows.question_places(session, question.question_id)
        searches = [
            search
            for search in rows.load_searches(session, question.question_id)
            if search.request.source in sources
        ]
    workbench.progress(f"searching {', '.join(sources)}")
    sent = asyncio.run(_send(workbench, searches, [Path(path) for path in documents]))
    outcomes = [_with_standing(outcome) for outcome in sent]
    records = [record for outcome in outcomes for record in outcome.records]
    with workbench.store.session() as session:
        resolution = resolve(records, paper_rows.papers_like(session, records))
        added = _save(session, question.question_id, searches, outcomes, resolution, run_id)
        candidates = paper_rows.candidate_ids(session, question.question_id)
    for warning in list(dict.fromkeys(w for o in outcomes for w in o.warnings))[:_MOST_SHOWN]:
        workbench.progress(f"note: {warning}")
    workbench.progress(f"{len(candidates)} candidate papers ({added} new)")
    return _report(searches, outcomes, resolution, candidates, added)


async def _send(
    workbench: Workbench, searches: Sequence[rows.StoredSearch], documents: Sequence[Path]
) -> list[SearchOutcome]:
    sources = {name: workbench.source(name, documents) for name in {s.request.source for s in searches}}
    return list(await asyncio.gather(*[sources[s.request.source].search(s.request) for s in searches]))


def _with_standing(outcome: SearchOutcome) -> SearchOutcome:
    records = tuple(with_list_signal(record) for record in outcome.records)
    return outcome.model_copy(update={"records": records})


def _save(
    session: Session,
    question_id: str,
    searches: Sequence[rows.StoredSearch],
    outcomes: Sequence[SearchOutcome],
    resolution: Resolution,
    run_id: str,
) -> int:
    """Write papers, hits, conflicts and the outcome of each search in one transaction."""
    added = paper_rows.save_papers(session, resolution.papers, run_id)
    for item in resolution.quarantined:
        detail = item.record.model_dump(mode="json", include=_SHOWN)
        paper_rows.save_conflict(session, "identifiers disagree", item.reason, detail, item.paper_id, run_id)
    paper_of = {key: paper_id for paper_id, keys in resolution.members.items() for key in keys}
    found = [_found(search, outcome, paper_of) for search, outcome in zip(searches, outcomes, strict=True)]
    rows.save_hits(session, question_id, found, run_id)
    for search, outcome in zip(searches, outcomes, strict=True):
        rows.record_outcome(session, search.search_id, outcome)
    _note_other_texts(session, outcomes, resolution, paper_of, run_id)
    return added


def _found(
    search: rows.StoredSearch, outcome: SearchOutcome, paper_of: Mapping[tuple[str, str], PaperId]
) -> rows.FoundHits:
    """A service may leave out tomorrow what it finds today; what has left the local files is gone."""
    hits = tuple(
        (record.record_id, paper_of[record.source, record.record_id])
        for record in outcome.records
        if (record.source, record.record_id) in paper_of
    )
    local = search.request.source in LOCAL_SOURCES
    return rows.FoundHits(search.search_id, hits, local and outcome.status is SearchStatus.COMPLETE)


def _note_other_texts(
    session: Session,
    outcomes: Sequence[SearchOutcome],
    resolution: Resolution,
    paper_of: dict[tuple[str, str], PaperId],
    run_id: str,
) -> None:
    """One id with different text within a source: the first text stands, the other is kept as a conflict.

    Services print one abstract in many renderings; only within a source is a difference news.
    """
    papers = {paper.paper_id: paper for paper in resolution.papers}
    for record in {record for outcome in outcomes for record in outcome.records if record.abstract.strip()}:
        paper_id = paper_of.get((record.source, record.record_id))
        paper = papers.get(paper_id) if paper_id else None
        if (
            paper is None
            or paper.source != record.source
            or paper.abstract.strip() == record.abstract.strip()
        ):
            continue
        detail = f"{record.record_id} gives another abstract for {paper_id}; the first one stands"
        content = record.model_dump(mode="json", include=_SHOWN | {"abstract"})
        paper_rows.save_conflict(session, "other text", detail, content, paper_id, run_id)


_MOST_SHOWN = 10
_SHOWN = {"source", "record_id", "title", "year", "pmid", "pmcid", "doi", "arxiv_id"}


_HEADINGS = ("source", "evidence", "status", "papers", "error", "notes")


def _report(
    searches: Sequence[rows.StoredSearch],
    outcomes: Sequence[SearchOutcome],
    resolution: Resolution,
    candidates: Sequence[PaperId],
    added: int,
) -> StepReport:
    table: list[tuple[object, ...]] = [
        (
            s.request.source,
            s.request.evidence_type.value,
            o.status.value,
            len(o.records),
            o.error or "",
            "; ".join(o.warnings[:_MOST_SHOWN]),
        )
        for s, o in zip(searches, outcomes, strict=True)
    ]
    incomplete = sum(outcome.error is not None for outcome in outcomes)
    return StepReport(
        content=tuple(candidates),
        counts={
            "candidates": len(candidates),
            "new_papers": added,
            "quarantined": len(resolution.quarantined),
            "incomplete_searches": incomplete,
        },
        tables={"searches": markdown_table(_HEADINGS, table)},
    )
