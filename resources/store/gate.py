"""What the gate decided on each candidate of a question: rows and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete
from sqlmodel import Session, col, select

from aitia.model.keys import PaperId
from aitia.model.scales import GateDecision
from resources.store import changes
from resources.store.session import upsert
from resources.store.tables import QuestionPaperRow


@dataclass(frozen=True)
class GateRow:
    """One paper's gate decision, as stored in `question_papers`."""

    paper_id: PaperId
    decision: GateDecision
    reason: str
    rank: int | None
    score: float | None
    similarity: float | None
    lexical: float | None
    threshold: float | None
    embedder: str


def save_gate(session: Session, question_id: str, round_no: int, rows: Sequence[GateRow], run_id: str) -> int:
    """Store decisions of the gate; returns how many are new or differ from what stood there.

    A paper without a decision in `rows` is no candidate any more and loses the one it had.
    """
    standing = {row.paper_id: row for row in load_gate(session, question_id)}
    gone = sorted(standing.keys() - {row.paper_id for row in rows})
    changed = [row for row in rows if standing.get(row.paper_id) != row]
    if gone or changed:
        changes.unsettle(session, question_id)
    if gone:
        place = col(QuestionPaperRow.question_id) == question_id
        session.execute(delete(QuestionPaperRow).where(place, col(QuestionPaperRow.paper_id).in_(gone)))
    values = [
        QuestionPaperRow(
            **(row.__dict__ | {"decision": row.decision.value}),
            question_id=question_id,
            round_no=round_no,
            run_id=run_id,
        )
        for row in changed
    ]
    upsert(session, QuestionPaperRow, values, kept=("round_no", "run_id"))
    return len(changed)


def load_gate(session: Session, question_id: str) -> list[GateRow]:
    """Every decision of the gate for a question, best first."""
    rows = session.exec(
        select(QuestionPaperRow)
        .where(col(QuestionPaperRow.question_id) == question_id)
        .order_by(col(QuestionPaperRow.rank).nulls_last(), col(QuestionPaperRow.paper_id))
    )
    return [
        GateRow(
            PaperId(row.paper_id),
            GateDecision(row.decision),
            row.reason,
            row.rank,
            row.score,
            row.similarity,
            row.lexical,
            row.threshold,
            row.embedder,
        )
        for row in rows
    ]
