"""The change log: who must reason again, and how far a question has read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import func, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Session, col

from aitia.keys import QuestionId
from resources.store.tables import QuestionRow, WatermarkRow

_SQL = Path(__file__).resolve().parents[2] / "sql" / "reasoning"


@cache
def _statement(name: str) -> str:
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


def touched_questions(session: Session, question_id: str | None = None) -> list[tuple[QuestionId, str, int]]:
    """(id, text, transaction) of questions whose evidence changed since they last reasoned."""
    found = session.execute(text(_statement("find_touched_questions")), {"question_id": question_id})
    return [(QuestionId(row.question_id), row.text, row.transaction_id) for row in found]


def horizon(session: Session) -> int:
    """The oldest transaction that may still be in flight: everything below it is visible here."""
    return int(
        session.execute(text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")).scalar_one()
    )


def advance(session: Session, question_id: str, transaction: int) -> None:
    """Say that the question has taken in every change below `transaction`."""
    statement = insert(WatermarkRow).values(consumer=f"question:{question_id}", transaction_id=transaction)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["consumer"], set_={"transaction_id": transaction, "updated_at": func.now()}
        )
    )


def settle(session: Session, question_id: str, inputs: str) -> None:
    """Remember the inputs that the standing verdict was reached from."""
    session.execute(
        update(QuestionRow).where(col(QuestionRow.question_id) == question_id).values(settled_inputs=inputs)
    )


def settled_inputs(session: Session, question_id: str) -> str | None:
    """The inputs that the standing verdict was reached from; None when the question never got that far."""
    row = session.get(QuestionRow, question_id)
    return row.settled_inputs if row else None
