"""Graded relations, insights and verdicts: versions that supersede, never overwrite."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from resources.store.session import insert_once
from resources.store.tables import (
    GradedRelationEdgeRow,
    GradedRelationRow,
    InsightRow,
    VerdictRelationRow,
    VerdictRow,
    VerdictWordingRow,
)

INSIGHTS = "insights"


@dataclass(frozen=True)
class RelationVersion:
    """The newest version of one relation of a question."""

    graded_relation_id: str
    relation_key: str
    version: int
    fingerprint: str
    withdrawn: bool
    payload: dict[str, Any]


def lock_question(session: Session, question_id: str) -> None:
    """Let one run at a time conclude on a question, until the transaction ends."""
    session.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 7))"), {"key": question_id})


def current_relations(session: Session, question_id: str) -> dict[str, RelationVersion]:
    """The newest version of every relation of the question, withdrawn ones included, by relation key."""
    statement = (
        select(GradedRelationRow)
        .where(col(GradedRelationRow.question_id) == question_id)
        .distinct(col(GradedRelationRow.relation_key))
        .order_by(col(GradedRelationRow.relation_key), col(GradedRelationRow.version).desc())
    )
    return {
        row.relation_key: RelationVersion(
            row.graded_relation_id, row.relation_key, row.version, row.fingerprint, row.withdrawn, row.payload
        )
        for row in session.exec(statement)
    }


def save_relation(session: Session, row: GradedRelationRow, edges: Sequence[tuple[str, str]]) -> None:
    """Store one new version of a relation with the (edge id, study id) pairs it rests on."""
    relation = row.graded_relation_id
    insert_once(session, GradedRelationRow, [row])
    insert_once(
        session,
        GradedRelationEdgeRow,
        [
            GradedRelationEdgeRow(graded_relation_id=relation, edge_id=edge, study_id=study)
            for edge, study in edges
        ],
    )


def insights_of(session: Session, question_id: str, fingerprint: str) -> list[InsightRow]:
    """The cached insights of one subgraph fingerprint, best first."""
    statement = (
        select(InsightRow)
        .where(col(InsightRow.question_id) == question_id)
        .where(col(InsightRow.fingerprint) == fingerprint)
        .order_by(col(InsightRow.rank))
    )
    return list(session.exec(statement))


def save_insights(session: Session, rows: Sequence[InsightRow]) -> int:
    """Store insights once."""
    return insert_once(session, InsightRow, rows)


def current_verdict(session: Session, question_id: str) -> VerdictRow | None:
    """The newest version of the question's verdict."""
    statement = (
        select(VerdictRow)
        .where(col(VerdictRow.question_id) == question_id)
        .order_by(col(VerdictRow.version).desc())
        .limit(1)
    )
    return session.exec(statement).first()


def verdict_before_rounds(session: Session, row: VerdictRow, round_no: int) -> VerdictRow | None:
    """The version that stood before the asking that `row` and the rounds after it, to `round_no`, belong to.

    A version of a later round than the one before it went on from that one; the first that did not began the
    asking. None where `round_no` is no further round, or where nothing stood before.
    """
    if row.round_no >= round_no:
        return None
    while row.supersedes is not None:
        before = session.get_one(VerdictRow, row.supersedes)
        if before.round_no >= row.round_no:
            return before
        row = before
    return None


def save_verdict(session: Session, row: VerdictRow, relations: Sequence[tuple[str, str]]) -> None:
    """Store one new version of a verdict with the (graded relation id, part) pairs it rests on."""
    verdict_id = row.verdict_id
    insert_once(session, VerdictRow, [row])
    insert_once(
        session,
        VerdictRelationRow,
        [
            VerdictRelationRow(verdict_id=verdict_id, graded_relation_id=relation, part=part)
            for relation, part in relations
        ],
    )


def save_wording(session: Session, row: VerdictWordingRow) -> int:
    """Store a verdict's wording once."""
    return insert_once(session, VerdictWordingRow, [row])
