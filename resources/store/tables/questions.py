"""Questions, their rounds and their searches."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import (
    Moment,
    document,
    key,
    moment,
    now,
    owner,
    reference,
    text_array,
    words,
)


class QuestionRow(SQLModel, table=True):
    """A question as read (PICO); `active` ones are searched again every `refresh_hours`, else daily.

    `sources` are asked now; what `kept_sources` gave before still counts, until those asked now have answered
    in full. `reasoned_below`: every change below that transaction is taken in. `marked_in`: the newest
    transaction in which a run moved that mark or ended.
    """

    __tablename__ = "questions"
    __table_args__ = (CheckConstraint("refresh_hours BETWEEN 1 AND 8784", name="questions_refresh_hours"),)

    question_id: str = key()
    text: str = words()
    kind: str = words("effect")
    domain: str = words()
    intervention: str = words()
    comparator: str | None = words(None)
    outcome: str = words()
    population: str | None = words(None)
    conditions: list[Any] = document("[]")
    expected_direction: str | None = words(None)
    outcome_polarity: str = words("unknown")
    options: list[str] = text_array()
    sources: list[str] = text_array()
    kept_sources: list[str] = text_array()
    documents: list[str] = text_array()
    refresh_hours: int | None = Field(default=None, sa_type=Integer)
    active: bool = Field(default=True, sa_type=Boolean)
    settled_inputs: str | None = words(None)
    reasoned_below: int | None = Field(default=None, sa_type=BigInteger)
    marked_in: int | None = Field(default=None, sa_type=BigInteger)
    tenant: str = owner()
    created_at: Moment = now()
    run_id: str | None = words(None)


class RoundRow(SQLModel, table=True):
    """One materialisation: why it was made and what it changed."""

    __tablename__ = "rounds"

    question_id: str = key("questions.question_id")
    round_no: int = Field(primary_key=True, sa_type=Integer, ge=1)
    reason: str = words()
    gaps: list[Any] = document("[]")
    changed: dict[str, Any] = document()
    created_at: Moment = now()
    finished_at: Moment = moment()
    run_id: str | None = words(None)


class SearchRow(SQLModel, table=True):
    """One query exactly as sent to one source, and what came of it (PRISMA-S)."""

    __tablename__ = "searches"
    __table_args__ = (
        UniqueConstraint(
            "question_id",
            "round_no",
            "source",
            "evidence_type",
            "query",
            "filters",
            name="searches_natural_key",
        ),
        CheckConstraint("status IN ('planned', 'complete', 'incomplete')", name="searches_status"),
    )

    search_id: str = key()
    question_id: str = reference("questions.question_id")
    round_no: int = Field(sa_type=Integer)
    source: str = words()
    evidence_type: str = words()
    query: str = words()
    terms: list[str] = text_array()
    filters: dict[str, Any] = document()
    result_limit: int = Field(default=200, sa_type=Integer)
    reason: str = words()
    status: str = words("planned")
    reported: int | None = Field(default=None, sa_type=Integer)
    returned: int | None = Field(default=None, sa_type=Integer)
    error: str | None = words(None)
    warnings: list[str] = text_array()
    sent_at: Moment = moment()
    created_at: Moment = now()
    run_id: str | None = words(None)


class SearchHitRow(SQLModel, table=True):
    """One record that one search returned, and the paper that it is."""

    __tablename__ = "search_hits"

    search_id: str = key("searches.search_id")
    record_id: str = Field(primary_key=True, sa_type=Text)
    paper_id: str = reference("papers.paper_id")
    rank: int = Field(sa_type=Integer)
    duplicate: bool = Field(default=False, sa_type=Boolean)
    created_at: Moment = now()
    run_id: str | None = words(None)


class QuestionPaperRow(SQLModel, table=True):
    """Whether a paper passed the gate for a question, with the figures and the reason."""

    __tablename__ = "question_papers"
    __table_args__ = (
        CheckConstraint(
            "decision IN ('included', 'borderline', 'excluded')", name="question_papers_decision"
        ),
    )

    question_id: str = key("questions.question_id")
    paper_id: str = key("papers.paper_id", indexed=True)
    round_no: int = Field(sa_type=Integer)
    decision: str = words()
    reason: str = words()
    rank: int | None = Field(default=None, sa_type=Integer)
    score: float | None = None
    similarity: float | None = None
    lexical: float | None = None
    threshold: float | None = None
    embedder: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)
