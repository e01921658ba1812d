"""Questions, rounds and searches: rows to domain objects and back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from aitia.keys import QuestionId, stable_id
from aitia.question.specification import Question
from aitia.search import SearchOutcome, SearchRequest, SearchStatus
from aitia.vocabulary import EvidenceType
from resources.store.session import insert_once
from resources.store.tables import QuestionRow, RoundRow, SearchHitRow, SearchRow


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


def save_question(
    session: Session, question: Question, sources: Sequence[str], documents: Sequence[str], run_id: str
) -> None:
    """Store a question once; sources and documents of a later asking replace the earlier ones."""
    row = question.model_dump(mode="json") | {
        "sources": list(sources),
        "documents": list(documents),
        "run_id": run_id,
    }
    insert_once(session, QuestionRow, [row])
    session.execute(
        update(QuestionRow)
        .where(col(QuestionRow.question_id) == question.question_id)
        .values(sources=list(sources), documents=list(documents))
    )


def load_question(session: Session, question_id: str) -> Question | None:
    """The question as it was read, or None."""
    row = session.get(QuestionRow, question_id)
    return (
        None if row is None else Question.model_validate(row.model_dump(include=set(Question.model_fields)))
    )


def question_places(session: Session, question_id: str) -> tuple[list[str], list[str]]:
    """The sources and the document paths that a stored question is asked of; empty when it is new."""
    row = session.get(QuestionRow, question_id)
    return ([], []) if row is None else (list(row.sources), list(row.documents))


def active_questions(session: Session) -> list[tuple[QuestionId, str]]:
    """Id and text of every question that is refreshed on schedule."""
    statement = (
        select(QuestionRow.question_id, QuestionRow.text)
        .where(col(QuestionRow.active))
        .order_by(col(QuestionRow.created_at))
    )
    return [(QuestionId(question_id), text) for question_id, text in session.exec(statement)]


def latest_round(session: Session, question_id: str) -> int:
    """The number of the newest round, 0 when there was none."""
    statement = select(func.max(RoundRow.round_no)).where(col(RoundRow.question_id) == question_id)
    return session.exec(statement).one() or 0


def save_round(
    session: Session, question_id: str, round_no: int, reason: str, gaps: Sequence[str], run_id: str
) -> None:
    """Record why a round is made."""
    insert_once(
        session,
        RoundRow,
        [
            {
                "question_id": question_id,
                "round_no": round_no,
                "reason": reason,
                "gaps": list(gaps),
                "run_id": run_id,
            }
        ],
    )


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
        {
            "search_id": search_id(question_id, round_no, request),
            "question_id": question_id,
            "round_no": round_no,
            "source": request.source,
            "evidence_type": request.evidence_type.value,
            "query": request.query,
            "terms": list(request.terms),
            "filters": dict(request.filters),
            "result_limit": request.limit,
            "reason": request.reason,
            "run_id": run_id,
        }
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


def record_outcome(session: Session, identifier: str, outcome: SearchOutcome) -> None:
    """Write what came of a search: status, counts, error and time."""
    session.execute(
        update(SearchRow)
        .where(col(SearchRow.search_id) == identifier)
        .values(
            status=outcome.status.value,
            reported=outcome.reported,
            returned=len(outcome.records),
            error=outcome.error,
            warnings=list(outcome.warnings),
            sent_at=func.now(),
        )
    )


def papers_found(session: Session, identifier: str) -> set[str]:
    """The papers that the searches of the same question have found so far."""
    question = select(SearchRow.question_id).where(col(SearchRow.search_id) == identifier).scalar_subquery()
    statement = (
        select(SearchHitRow.paper_id)
        .join(SearchRow, col(SearchRow.search_id) == col(SearchHitRow.search_id))
        .where(col(SearchRow.question_id) == question)
    )
    return set(session.exec(statement))


def save_hits(
    session: Session, identifier: str, hits: Sequence[tuple[str, str]], seen: set[str], run_id: str
) -> int:
    """Store (record id, paper id) pairs in rank order; a paper already in `seen` is marked a duplicate."""
    rows = []
    for rank, (record_id, paper_id) in enumerate(hits, start=1):
        rows.append(
            {
                "search_id": identifier,
                "record_id": record_id,
                "paper_id": paper_id,
                "rank": rank,
                "duplicate": paper_id in seen,
                "run_id": run_id,
            }
        )
        seen.add(paper_id)
    return insert_once(session, SearchHitRow, rows)


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
        row.search_id, row.round_no, request, SearchStatus(row.status), row.error, row.reported, row.returned
    )
