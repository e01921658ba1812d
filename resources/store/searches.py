"""Searches of a question and their hits: rows to domain objects and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, tuple_, update
from sqlmodel import Session, col, select

from aitia.model.keys import stable_id
from aitia.model.scales import EvidenceType
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from resources.store.session import insert_once
from resources.store.tables import SearchHitRow, SearchRow


@dataclass(frozen=True)
class StoredSearch:
    """A planned or finished search of a question."""

    search_id: str
    round_no: int
    request: SearchRequest
    status: SearchStatus
    error: str | None
    reported: int | None
    returned: int | None
    sent_at: datetime | None = None


def search_id(question_id: str, round_no: int, request: SearchRequest) -> str:
    """The content-derived id of a search."""
    filters = json.dumps(request.filters, sort_keys=True)
    return stable_id(
        "search", question_id, str(round_no), request.source, request.evidence_type, request.query, filters
    )


def save_searches(
    session: Session, question_id: str, round_no: int, requests: Sequence[SearchRequest], run_id: str
) -> int:
    """Store planned searches once; returns how many are new."""
    rows = [
        SearchRow(
            search_id=search_id(question_id, round_no, request),
            question_id=question_id,
            round_no=round_no,
            source=request.source,
            evidence_type=request.evidence_type.value,
            query=request.query,
            terms=list(request.terms),
            filters=dict(request.filters),
            result_limit=request.limit,
            reason=request.reason,
            run_id=run_id,
        )
        for request in requests
    ]
    return insert_once(session, SearchRow, rows)


def load_searches(session: Session, question_id: str) -> list[StoredSearch]:
    """Every search of a question in the order it was planned."""
    statement = (
        select(SearchRow)
        .where(col(SearchRow.question_id) == question_id)
        .order_by(
            col(SearchRow.round_no),
            col(SearchRow.source),
            col(SearchRow.evidence_type),
            col(SearchRow.query),
        )
    )
    return [_stored(row) for row in session.exec(statement)]


def record_outcome(session: Session, identifier: str, outcome: SearchOutcome, narrowed: bool = False) -> None:
    """Write what came of a search: status, counts, error and time.

    The counts of a search that was `narrowed` to what is new say nothing of the whole; the earlier ones stay.
    """
    counts = {} if narrowed else {"reported": outcome.reported, "returned": len(outcome.records)}
    session.execute(
        update(SearchRow)
        .where(col(SearchRow.search_id) == identifier)
        .values(
            status=outcome.status.value,
            **counts,
            error=outcome.error,
            warnings=list(outcome.warnings),
            sent_at=func.now(),
        )
    )


@dataclass(frozen=True)
class FoundHits:
    """(record id, paper id) pairs of one search in rank order; `exhaustive`: nothing else counts any more.

    `places`: the ids are places in files, which say nothing of the record: the lines of a file move.
    """

    search_id: str
    hits: tuple[tuple[str, str], ...]
    exhaustive: bool
    places: bool = False


def save_hits(session: Session, question_id: str, found: Sequence[FoundHits], run_id: str) -> None:
    """Bring the question's hits up to what its searches now return.

    A service's record that has become another paper counts as that paper. What an exhaustive
    search no longer returns is no hit any more; other searches only ever add. Within a question the first
    hit of a paper, in the order of searches and ranks, is the one that is not a duplicate.
    """
    statement = (
        select(SearchHitRow)
        .join(SearchRow, col(SearchRow.search_id) == col(SearchHitRow.search_id))
        .where(col(SearchRow.question_id) == question_id)
        .order_by(
            col(SearchRow.round_no),
            col(SearchRow.source),
            col(SearchRow.evidence_type),
            col(SearchRow.query),
            col(SearchHitRow.rank),
            col(SearchHitRow.record_id),
        )
    )
    stored = list(session.exec(statement))
    standing = {(row.search_id, row.record_id): (row.paper_id, row.rank, row.duplicate) for row in stored}
    wanted = _wanted_hits(stored, found)
    changed = {key for key, hit in wanted.items() if standing.get(key) != hit}
    gone = sorted((changed & standing.keys()) | (standing.keys() - wanted.keys()))
    if gone:
        hit = tuple_(col(SearchHitRow.search_id), col(SearchHitRow.record_id))
        session.execute(delete(SearchHitRow).where(hit.in_(gone)))
    rows = [
        SearchHitRow(
            search_id=search,
            record_id=record,
            paper_id=wanted[search, record][0],
            rank=wanted[search, record][1],
            duplicate=wanted[search, record][2],
            run_id=run_id,
        )
        for search, record in changed
    ]
    insert_once(session, SearchHitRow, rows)


def _wanted_hits(
    stored: Sequence[SearchHitRow], found: Sequence[FoundHits]
) -> dict[tuple[str, str], tuple[str, int, bool]]:
    """(search id, record id) to (paper id, rank, duplicate), as it should be stored."""
    hits: dict[str, list[tuple[str, str]]] = {}
    for row in stored:
        hits.setdefault(row.search_id, []).append((row.record_id, row.paper_id))
    for item in found:
        earlier = [] if item.exhaustive else hits.get(item.search_id, [])
        if item.places:
            seen_now = {paper_id for _, paper_id in item.hits}
            hits[item.search_id] = [*(hit for hit in earlier if hit[1] not in seen_now), *item.hits]
        else:
            hits[item.search_id] = list((dict(earlier) | dict(item.hits)).items())
    order = [item.search_id for item in found]
    order += sorted(hits.keys() - set(order))
    seen: set[str] = set()
    wanted: dict[tuple[str, str], tuple[str, int, bool]] = {}
    for search in order:
        for rank, (record, paper_id) in enumerate(hits[search], start=1):
            wanted[search, _free_place(wanted, search, record)] = paper_id, rank, paper_id in seen
            seen.add(paper_id)
    return wanted


def _free_place(taken: Mapping[tuple[str, str], object], search: str, record: str) -> str:
    """The record's key; numbered where another record of the search has it, as when lines of a file move."""
    place, number = record, 1
    while (search, place) in taken:
        number += 1
        place = f"{record}~{number}"
    return place


def _stored(row: SearchRow) -> StoredSearch:
    request = SearchRequest(
        source=row.source,
        evidence_type=EvidenceType(row.evidence_type),
        query=row.query,
        terms=tuple(row.terms),
        filters={k: str(v) for k, v in row.filters.items()},
        limit=row.result_limit,
        reason=row.reason,
    )
    return StoredSearch(
        row.search_id,
        row.round_no,
        request,
        SearchStatus(row.status),
        row.error,
        row.reported,
        row.returned,
        row.sent_at,
    )
