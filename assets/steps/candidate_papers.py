"""Every source's hits, de-duplicated across identifiers and titles."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sqlmodel import Session

from aitia.identity import Resolution, SetAside, resolve
from aitia.identity.merging import is_local
from aitia.identity.quarantine import remarks
from aitia.model.keys import PaperId
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from aitia.question import Question
from assets.steps import kept as kept_runs
from assets.steps.refresh import ends_early, is_refresh, requests_of, state_of
from assets.steps.remarks import SET_ASIDE, kept_remark
from assets.steps.rounds import LOCAL_SOURCES
from assets.steps.step import StepReport, markdown_table
from resources.retractions import with_list_signal
from resources.store import changes, standing
from resources.store import papers as paper_rows
from resources.store import questions as rows
from resources.store import searches as search_rows
from resources.store.offers import follow_files, free_papers
from resources.workbench import Workbench


def collect_papers(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Send the question's searches to the sources it is asked of and store what they return."""
    with workbench.store.session() as session:
        sources, documents = standing.question_places(session, question.question_id)
        searches = [
            search
            for search in search_rows.load_searches(session, question.question_id)
            if search.request.source in sources
        ]
        refresh = is_refresh(session, question, run_id)
    workbench.tell(f"searching {', '.join(sources)}" + (" for what is new" if refresh else ""))
    requests = requests_of(searches, refresh)
    sent = asyncio.run(_send(workbench, requests, [Path(path) for path in documents]))
    outcomes = [_with_standing(outcome) for outcome in sent]
    offered = kept_runs.offered_mark(outcomes)
    if not refresh and (report := _as_before(workbench, question, searches, outcomes, offered, run_id)):
        return report
    records = [record for outcome in outcomes for record in outcome.records]
    with workbench.store.session() as session:
        # First: papers and hits of what was answered change in the transaction of a sending, and in no other.
        _note_outcomes(session, searches, outcomes)
        known = paper_rows.papers_like(session, records)
        free = free_papers(session, question.question_id, documents, known)
        resolution = resolve(records, [paper for paper in known if paper.paper_id not in free])
        edited = [paper for paper in known if paper.paper_id in free]
        changed = follow_files(session, edited, resolution.papers, run_id)
        added = _save(session, question.question_id, searches, outcomes, resolution, run_id)
        answered = bool(outcomes) and all(outcome.status is SearchStatus.COMPLETE for outcome in outcomes)
        kept = rows.release_sources(session, question.question_id, answered)
        candidates = paper_rows.candidate_ids(session, question.question_id)
        newest = rows.latest_round(session, question.question_id)
        told = remarks(item for item in resolution.quarantined if is_local(item.record))
        rows.note_round(session, question.question_id, newest, {SET_ASIDE: list(told)})
        settled = standing.settled_from(session, question.question_id)
        if settled and settled.state != state_of(session, question):
            changes.unsettle(session, question.question_id)
    for warning in _warnings(outcomes):
        workbench.tell(f"note: {warning}")
    told = (*told, *kept_remark(sources, kept))
    for line in told:
        workbench.tell(f"note: {line}")
    workbench.tell(f"{len(candidates)} candidate papers ({added} new, {changed} edited)")
    report = _report(searches, outcomes, resolution, candidates, added)
    kept_runs.note_offered(run_id, _STEP, report, "" if refresh else offered, told)
    if refresh and ends_early(workbench, question, run_id):
        workbench.tell("nothing is new; the verdict stands")
        return replace(report, nothing_new=True)
    return report


def _as_before(
    workbench: Workbench,
    question: Question,
    searches: Sequence[search_rows.StoredSearch],
    outcomes: Sequence[SearchOutcome],
    offered: str,
    run_id: str,
) -> StepReport | None:
    """The report of the last run, where the searches returned what they did then and nothing else changed.

    That they were sent again is stored. None where there is work to do.
    """
    kept_runs.begin(run_id)
    kept = kept_runs.unchanged(workbench, question, run_id)
    if kept is None or kept.offered != offered or _STEP not in kept.reports:
        return None
    with workbench.store.session() as session:
        _note_outcomes(session, searches, outcomes)
    for line in (*_warnings(outcomes), *kept.told):
        workbench.tell(f"note: {line}")
    report = kept.reports[_STEP]
    workbench.tell(f"{report.counts['candidates']} candidate papers, as before")
    kept_runs.note_offered(run_id, _STEP, report, offered, kept.told)
    return report


def _warnings(outcomes: Sequence[SearchOutcome]) -> list[str]:
    return list(dict.fromkeys(warning for outcome in outcomes for warning in outcome.warnings))[:_MOST_SHOWN]


async def _send(
    workbench: Workbench, requests: Sequence[SearchRequest], documents: Sequence[Path]
) -> list[SearchOutcome]:
    sources = {name: workbench.source(name, documents) for name in {request.source for request in requests}}
    return list(await asyncio.gather(*[sources[request.source].search(request) for request in requests]))


def _with_standing(outcome: SearchOutcome) -> SearchOutcome:
    records = tuple(with_list_signal(record) for record in outcome.records)
    return outcome.model_copy(update={"records": records})


def _save(
    session: Session,
    question_id: str,
    searches: Sequence[search_rows.StoredSearch],
    outcomes: Sequence[SearchOutcome],
    resolution: Resolution,
    run_id: str,
) -> int:
    """Write papers, hits and conflicts in the transaction of the searches' outcomes."""
    added = paper_rows.save_papers(session, resolution.papers, run_id)
    for item in resolution.quarantined:
        shown = None if item.kind is SetAside.TEXT else _SHOWN
        detail = item.record.model_dump(mode="json", include=shown)
        paper_rows.save_conflict(session, item.kind.value, item.reason, detail, item.paper_id, run_id)
    found = [_found(search, outcome, resolution) for search, outcome in zip(searches, outcomes, strict=True)]
    search_rows.save_hits(session, question_id, found, run_id)
    _note_other_texts(session, outcomes, resolution, run_id)
    return added


def _note_outcomes(
    session: Session, searches: Sequence[search_rows.StoredSearch], outcomes: Sequence[SearchOutcome]
) -> None:
    for search, outcome in zip(searches, outcomes, strict=True):
        narrowed = outcome.request.query != search.request.query
        search_rows.record_outcome(session, search.search_id, outcome, narrowed)


def _found(
    search: search_rows.StoredSearch, outcome: SearchOutcome, resolution: Resolution
) -> search_rows.FoundHits:
    """A service may leave out tomorrow what it finds today; what has left the local files is gone."""
    hits = [
        (record.record_id, paper_id)
        for record in outcome.records
        if (paper_id := resolution.paper_of(record)) is not None
    ]
    local = search.request.source in LOCAL_SOURCES
    exhaustive = local and outcome.status is SearchStatus.COMPLETE
    return search_rows.FoundHits(search.search_id, tuple(hits), exhaustive, places=local)


def _note_other_texts(
    session: Session,
    outcomes: Sequence[SearchOutcome],
    resolution: Resolution,
    run_id: str,
) -> None:
    """One id with different text within a source: the first text stands, the other is kept as a conflict.

    Services print one abstract in many renderings; only within a source is a difference news.
    """
    papers = {paper.paper_id: paper for paper in resolution.papers}
    aside = {item.record for item in resolution.quarantined if item.kind is not SetAside.STANDING}
    for record in {record for outcome in outcomes for record in outcome.records if record.abstract.strip()}:
        paper_id = resolution.paper_of(record)
        paper = papers.get(paper_id) if paper_id else None
        if (
            paper is None
            or record in aside
            or paper.source != record.source
            or paper.abstract.strip() == record.abstract.strip()
        ):
            continue
        detail = f"{record.record_id} gives another abstract for {paper_id}; the first one stands"
        content = record.model_dump(mode="json", include=_SHOWN | {"abstract"})
        paper_rows.save_conflict(session, "other text", detail, content, paper_id, run_id)


_MOST_SHOWN = 10
_STEP = "collect_papers"
_SHOWN = {"source", "record_id", "title", "year", "pmid", "pmcid", "doi", "arxiv_id"}


_HEADINGS = ("source", "evidence", "status", "papers", "error", "notes")


def _report(
    searches: Sequence[search_rows.StoredSearch],
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
