"""What engines propose and what the validators decide."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import Moment, document, key, now, owner, reference, text_array, words


def _claim_of(name: str) -> ForeignKeyConstraint:
    columns = ["claim_id", "extraction_id"]
    return ForeignKeyConstraint(columns, ["claims.claim_id", "claims.extraction_id"], name=name)


class ModelCallRow(SQLModel, table=True):
    """One answered call to a language model: cache and ledger in one. `cache_key` is the content key.

    `part_key` is that of what the answer holds whatever is asked; "" where there is nothing of the kind.
    """

    __tablename__ = "model_calls"

    cache_key: str = key()
    provider: str = words()
    model: str = words()
    prompt_version: str = words()
    schema_version: str = words()
    input_hash: str = words()
    request: str = words()
    response: str = words()
    prompt_tokens: int = Field(default=0, sa_type=Integer, ge=0)
    output_tokens: int = Field(default=0, sa_type=Integer, ge=0)
    price: float = Field(default=0.0, sa_type=Float)
    latency: float = Field(default=0.0, sa_type=Float)
    retries: int = Field(default=0, sa_type=Integer)
    status: str = words()
    part_key: str = Field(default="", sa_type=Text, index=True, sa_column_kwargs={"server_default": ""})
    question_id: str | None = reference("questions.question_id", nullable=True)
    tenant: str = owner()
    created_at: Moment = now()
    run_id: str | None = words(None)


class ExtractionRow(SQLModel, table=True):
    """One paper read by one engine; the key is the engine's cache key, so nothing is read twice."""

    __tablename__ = "extractions"

    extraction_id: str = key()
    paper_id: str = reference("papers.paper_id")
    engine: str = words()
    engine_version: str = words()
    mode: str = words("normal")
    error: str | None = words(None)
    notes: list[str] = text_array()
    facts: dict[str, Any] = document()
    created_at: Moment = now()
    run_id: str | None = words(None)


class QuestionExtractionRow(SQLModel, table=True):
    """Which extraction stands for which paper of a question."""

    __tablename__ = "question_extractions"

    question_id: str = key("questions.question_id")
    paper_id: str = key("papers.paper_id", indexed=True)
    extraction_id: str = reference("extractions.extraction_id")
    created_at: Moment = now()
    run_id: str | None = words(None)


class ClaimRow(SQLModel, table=True):
    """A proposed claim, untrusted. `payload` is the whole proposal as the engine returned it."""

    __tablename__ = "claims"

    claim_id: str = key()
    extraction_id: str = key("extractions.extraction_id", indexed=True)
    paper_id: str = reference("papers.paper_id")
    cause: str = words()
    cause_type: str = words()
    effect: str = words()
    effect_type: str = words()
    relation: str = words()
    direction: str = words()
    quote: str = words()
    passage_id: str = words()
    char_start: int = Field(sa_type=Integer)
    char_end: int = Field(sa_type=Integer)
    role: str = words()
    confidence: float = Field(sa_type=Float)
    payload: dict[str, Any] = document()
    created_at: Moment = now()
    run_id: str | None = words(None)


class EffectEstimateRow(SQLModel, table=True):
    """An effect estimate of a claim, as printed or derived from the arms."""

    __tablename__ = "effect_estimates"
    __table_args__ = (
        _claim_of("effect_estimates_claim"),
        Index("ix_effect_estimates_claim", "claim_id", "extraction_id"),
    )

    estimate_id: str = key()
    claim_id: str = Field(sa_type=Text)
    extraction_id: str = reference("extractions.extraction_id")
    measure: str = words()
    point: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = Field(default=0.95, sa_type=Float)
    p_value: float | None = None
    p_operator: str | None = words(None)
    adjusted: bool | None = Field(default=None, sa_type=Boolean)
    counts: dict[str, Any] = document()
    means: dict[str, Any] = document()
    derived: str | None = words(None)
    quote: str | None = words(None)
    char_start: int | None = Field(default=None, sa_type=Integer)
    char_end: int | None = Field(default=None, sa_type=Integer)
    created_at: Moment = now()
    run_id: str | None = words(None)


class RuleVersionRow(SQLModel, table=True):
    """A version of the validators put in force; the newest row is the one by which edges stand."""

    __tablename__ = "rule_versions"

    seq: int | None = Field(
        default=None, sa_column=Column(BigInteger, Identity(always=True), primary_key=True)
    )
    version: str = words()
    transaction_id: int | None = Field(
        default=None,
        sa_column=Column(
            BigInteger, nullable=False, server_default=text("pg_current_xact_id()::text::bigint")
        ),
    )
    created_at: Moment = now()
    run_id: str | None = words(None)


class ClaimDecisionRow(SQLModel, table=True):
    """What the validators decided of a claim, with the rule's name.

    `admitted` is the claim as that version lets it in: quote settled, estimates that a rule drops left out.
    """

    __tablename__ = "claim_decisions"
    __table_args__ = (
        CheckConstraint("decision IN ('accepted', 'review', 'rejected')", name="claim_decisions_decision"),
        _claim_of("claim_decisions_claim"),
    )

    claim_id: str = Field(primary_key=True, sa_type=Text)
    extraction_id: str = key("extractions.extraction_id", indexed=True)
    validators_version: str = Field(primary_key=True, sa_type=Text)
    decision: str = words()
    rule: str | None = words(None)
    reason: str = words()
    findings: list[Any] = document("[]")
    admitted: dict[str, Any] | None = Field(default=None, sa_column=Column(JSONB(none_as_null=True)))
    created_at: Moment = now()
    run_id: str | None = words(None)
