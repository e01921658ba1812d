"""The graph: vocabulary, nodes, edges, aliases, studies."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import Moment, key, now, owner, reference, text_array, words


class NodeTypeRow(SQLModel, table=True):
    """A type of node that some domain adapter names."""

    __tablename__ = "node_types"

    name: str = key()
    domain: str = words()


class RelationTypeRow(SQLModel, table=True):
    """A type of edge that some domain adapter names."""

    __tablename__ = "relation_types"

    name: str = key()
    domain: str = words()


class NodeRow(SQLModel, table=True):
    """A thing that causes or is caused; `canonical_name` is lower case with underscores."""

    __tablename__ = "nodes"
    __table_args__ = (UniqueConstraint("type", "canonical_name", name="nodes_natural_key"),)

    id: str = key()
    type: str = reference("node_types.name")
    canonical_name: str = words()
    name: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)


class EdgeRow(SQLModel, table=True):
    """An accepted claim: its quote is the passage's text at its offsets, or the database refuses it."""

    __tablename__ = "edges"
    __table_args__ = (
        UniqueConstraint("claim_id", "extraction_id", name="edges_claim"),
        ForeignKeyConstraint(
            ["claim_id", "extraction_id"],
            ["claims.claim_id", "claims.extraction_id"],
            name="edges_claim_fkey",
        ),
        # The answer to the question, which a person may accept later, and an open finding of the same words.
        Index(
            "edges_natural_key",
            "source_node_id",
            "target_node_id",
            "relationship_type",
            "passage_id",
            "char_start",
            "char_end",
            "extraction_id",
            text("((provenance #>> '{claim,answers_question}') IS NULL)"),
            unique=True,
        ),
        # Each holds the other end too: neighbours are read from it alone.
        Index("ix_edges_source_node_id", "source_node_id", postgresql_include=["target_node_id"]),
        Index("ix_edges_target_node_id", "target_node_id", postgresql_include=["source_node_id"]),
        CheckConstraint("source_node_id <> target_node_id", name="edges_no_self_reference"),
        CheckConstraint("confidence >= 0 AND confidence <= 1", name="edges_confidence"),
        CheckConstraint("char_length(evidence) BETWEEN 1 AND 300", name="edges_quote_length"),
        CheckConstraint(
            "direction IN ('increases', 'decreases', 'no_difference', 'unclear')", name="edges_direction"
        ),
    )

    id: str = key()
    source_node_id: str = Field(foreign_key="nodes.id", sa_type=Text)
    target_node_id: str = Field(foreign_key="nodes.id", sa_type=Text)
    relationship_type: str = reference("relation_types.name")
    direction: str = words("unclear")
    confidence: float = Field(sa_type=Float)
    evidence: str = words()
    passage_id: str = reference("passages.passage_id")
    char_start: int = Field(sa_type=Integer)
    char_end: int = Field(sa_type=Integer)
    claim_id: str = words()
    extraction_id: str = reference("extractions.extraction_id")
    provenance: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    created_at: Moment = now()
    run_id: str | None = words(None)


class AliasLinkRow(SQLModel, table=True):
    """Two nodes that mean the same. Taking a link back is a new row that supersedes it.

    `withdrawn`: the rules that made the link propose it no longer.
    """

    __tablename__ = "alias_links"
    __table_args__ = (
        CheckConstraint("node_a < node_b", name="alias_links_order"),
        CheckConstraint("tier IN ('A', 'B', 'person')", name="alias_links_tier"),
        CheckConstraint(
            "status IN ('active', 'pending', 'rejected', 'withdrawn')", name="alias_links_status"
        ),
    )

    link_id: str = key()
    node_a: str = reference("nodes.id")
    node_b: str = reference("nodes.id")
    tier: str = words()
    status: str = words()
    similarity: float | None = None
    shared_alias: str | None = words(None)
    reason: str = words()
    supersedes: str | None = reference("alias_links.link_id", nullable=True)
    created_at: Moment = now()
    run_id: str | None = words(None)


class EdgeNameRow(SQLModel, table=True):
    """What an edge calls one of its ends (`own`), or another name of it that the edge's paper declares.

    `normal` is the form in which names are compared, `naming` the version of the rules that made it.
    """

    __tablename__ = "edge_names"

    edge_id: str = key("edges.id")
    node_id: str = key("nodes.id", indexed=True)
    name: str = key()
    own: bool = Field(primary_key=True, sa_type=Boolean)
    normal: str = Field(primary_key=True, sa_type=Text, index=True)
    naming: str = key()


class QuestionNodeRow(SQLModel, table=True):
    """A node that the question's edges had when its alias links were last worked out."""

    __tablename__ = "question_nodes"

    question_id: str = key("questions.question_id")
    node_id: str = key("nodes.id", indexed=True)


class StudyRow(SQLModel, table=True):
    """A trial, cohort or synthesis: the unit of evidence, perhaps reported in many papers."""

    __tablename__ = "studies"

    study_id: str = key()
    registration_ids: list[str] = text_array()
    label: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)


class StudyLinkRow(SQLModel, table=True):
    """Which study a paper reports, by which report it was linked, how that was found, what it supersedes."""

    __tablename__ = "study_links"
    __table_args__ = (
        CheckConstraint("status IN ('active', 'rejected')", name="study_links_status"),
        CheckConstraint("linked_to <> paper_id", name="study_links_other_paper"),
    )

    link_id: str = key()
    paper_id: str = reference("papers.paper_id")
    study_id: str = reference("studies.study_id")
    method: str = words()
    reason: str = words()
    status: str = words("active")
    supersedes: str | None = reference("study_links.link_id", nullable=True)
    linked_to: str | None = words(None)
    created_at: Moment = now()
    run_id: str | None = words(None)


class ReviewRow(SQLModel, table=True):
    """A person's decision on an edge, claim, alias link, study link or paper; later rows win."""

    __tablename__ = "reviews"

    review_id: str = key()
    subject_type: str = words()
    subject_id: str = Field(sa_type=Text, index=True)
    decision: str = words()
    reviewer: str = words()
    note: str = words()
    supersedes: str | None = reference("reviews.review_id", nullable=True)
    tenant: str = owner()
    created_at: Moment = now()
    run_id: str | None = words(None)


class ChangeRow(SQLModel, table=True):
    """What touched the graph, filled by triggers; `transaction_id` orders it safely."""

    __tablename__ = "change_log"

    seq: int | None = Field(
        default=None, sa_column=Column(BigInteger, Identity(always=True), primary_key=True)
    )
    transaction_id: int = Field(sa_type=BigInteger, index=True)
    table_name: str = words()
    row_id: str = words()
    operation: str = words()
    node_ids: list[str] = text_array()
    paper_id: str | None = words(None)
    at: Moment = Field(
        default=None,
        sa_type=DateTime(timezone=True),
        sa_column_kwargs={"server_default": func.clock_timestamp(), "nullable": False},
    )


class SealRow(SQLModel, table=True):
    """The hash of a row, or of a set of rows that follow the runs, written by triggers with them."""

    __tablename__ = "seals"

    table_name: str = key()
    row_key: str = key()
    seal: bytes = Field(sa_type=LargeBinary, nullable=False)
