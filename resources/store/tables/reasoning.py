"""What was concluded: graded relations, insights, verdicts. A new version supersedes, never overwrites."""

from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Float, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import Moment, document, key, now, reference, words


class GradedRelationRow(SQLModel, table=True):
    """One relation of one question, graded; one version per evidence fingerprint in sequence.

    `payload` is the whole graded relation; the columns repeat what analysts filter by.
    """

    __tablename__ = "graded_relations"
    __table_args__ = (
        UniqueConstraint("question_id", "relation_key", "version", name="graded_relations_natural_key"),
    )

    graded_relation_id: str = key()
    question_id: str = reference("questions.question_id")
    relation_key: str = words()
    version: int = Field(sa_type=Integer, ge=1)
    fingerprint: str = words()
    outcome_role: str = words()
    source_node_id: str | None = reference("nodes.id", nullable=True)
    target_node_id: str | None = reference("nodes.id", nullable=True)
    cause: str = words()
    effect: str = words()
    direction: str = words()
    certainty: str | None = words(None)
    measure: str | None = words(None)
    point: float | None = Field(default=None, sa_type=Float)
    low: float | None = Field(default=None, sa_type=Float)
    high: float | None = Field(default=None, sa_type=Float)
    i2: float | None = Field(default=None, sa_type=Float)
    studies: int = Field(default=0, sa_type=Integer)
    participants: int | None = Field(default=None, sa_type=Integer)
    payload: dict[str, Any] = document()
    withdrawn: bool = Field(default=False, sa_type=Boolean)
    supersedes: str | None = reference("graded_relations.graded_relation_id", nullable=True)
    created_at: Moment = now()
    run_id: str | None = words(None)


class GradedRelationEdgeRow(SQLModel, table=True):
    """An edge that a graded relation rests on, and the study it speaks for."""

    __tablename__ = "graded_relation_edges"

    graded_relation_id: str = key("graded_relations.graded_relation_id")
    edge_id: str = key("edges.id", indexed=True)
    study_id: str = reference("studies.study_id")


class InsightRow(SQLModel, table=True):
    """A chain, a disagreement or a common cause in the graph, in words, with why; cached per subgraph."""

    __tablename__ = "insights"
    __table_args__ = (
        CheckConstraint("kind IN ('path', 'contradiction', 'confounder', 'option')", name="insights_kind"),
    )

    insight_id: str = key()
    question_id: str = reference("questions.question_id")
    fingerprint: str = Field(sa_type=Text, index=True)
    rank: int = Field(sa_type=Integer)
    score: float = Field(sa_type=Float)
    text: str = words()
    kind: str | None = words(None)
    why: str | None = words(None)
    path: list[Any] = document("[]")
    created_at: Moment = now()
    run_id: str | None = words(None)


class VerdictRow(SQLModel, table=True):
    """One version of the answer to a question. `payload` is the whole verdict."""

    __tablename__ = "verdicts"
    __table_args__ = (UniqueConstraint("question_id", "version", name="verdicts_natural_key"),)

    verdict_id: str = key()
    question_id: str = reference("questions.question_id")
    version: int = Field(sa_type=Integer, ge=1)
    round_no: int = Field(sa_type=Integer, ge=1)
    fingerprint: str = words()
    conclusion: str = words()
    likelihood: str = words()
    comparison_answer: str | None = words(None)
    direction: str = words()
    certainty: str | None = words(None)
    measure: str | None = words(None)
    point: float | None = Field(default=None, sa_type=Float)
    low: float | None = Field(default=None, sa_type=Float)
    high: float | None = Field(default=None, sa_type=Float)
    confidence: float | None = Field(default=None, sa_type=Float)
    explanation: str = words()
    changes: list[Any] = document("[]")
    gaps: list[Any] = document("[]")
    payload: dict[str, Any] = document()
    engine: str = words()
    supersedes: str | None = reference("verdicts.verdict_id", nullable=True)
    created_at: Moment = now()
    run_id: str | None = words(None)


class VerdictRelationRow(SQLModel, table=True):
    """A graded relation that a verdict rests on."""

    __tablename__ = "verdict_relations"

    verdict_id: str = key("verdicts.verdict_id")
    graded_relation_id: str = key("graded_relations.graded_relation_id", indexed=True)
    part: str = Field(default="", sa_type=Text)


class VerdictWordingRow(SQLModel, table=True):
    """A verdict in a language model's words (`summary`, `rephrase`), which say only what its rows say."""

    __tablename__ = "verdict_wordings"

    verdict_id: str = key("verdicts.verdict_id")
    kind: str = key()
    text: str = words()
    engine: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)
