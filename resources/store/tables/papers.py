"""Papers, their identifiers, signals, passages and embeddings."""

from datetime import date
from typing import Any

from pgvector.sqlalchemy import Vector
from sqlalchemy import Boolean, CheckConstraint, Date, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import Moment, document, key, now, reference, text_array, words


class PaperRow(SQLModel, table=True):
    """A paper with its identity settled."""

    __tablename__ = "papers"
    __table_args__ = (
        CheckConstraint(
            "retraction_status IN ('unknown', 'none', 'corrected', 'concern', 'retracted')",
            name="papers_retraction_status",
        ),
    )

    paper_id: str = key()
    title: str = words()
    title_key: str = Field(default="", sa_type=Text, index=True)
    abstract: str = words()
    year: int | None = Field(default=None, sa_type=Integer, index=True)
    venue: str = words()
    authors: list[str] = text_array()
    pmid: str | None = Field(default=None, sa_type=Text, unique=True)
    pmcid: str | None = Field(default=None, sa_type=Text, unique=True)
    doi: str | None = Field(default=None, sa_type=Text, unique=True)
    arxiv_id: str | None = Field(default=None, sa_type=Text, unique=True)
    publication_types: list[str] = text_array()
    mesh_terms: list[str] = text_array()
    language: str | None = words(None)
    sections: list[Any] = document("[]")
    retraction_status: str = words("unknown")
    source: str = words()
    record_id: str = words()
    demonstration: bool = Field(default=False, sa_type=Boolean)
    content_hash: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)


class PaperConflictRow(SQLModel, table=True):
    """A record that could not be merged: identifiers that disagree, or one id with different text."""

    __tablename__ = "paper_conflicts"

    conflict_id: str = key()
    paper_id: str | None = reference("papers.paper_id", nullable=True)
    kind: str = words()
    detail: str = words()
    record: dict[str, Any] = document()
    created_at: Moment = now()
    run_id: str | None = words(None)


class RetractionSignalRow(SQLModel, table=True):
    """One thing that one service or list says of a paper's standing."""

    __tablename__ = "retraction_signals"
    __table_args__ = (
        UniqueConstraint("paper_id", "origin", "status", "detail", name="retraction_signals_natural_key"),
    )

    signal_id: str = key()
    paper_id: str = reference("papers.paper_id")
    status: str = words()
    origin: str = words()
    noticed_on: date | None = Field(default=None, sa_type=Date)
    detail: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)


class PassageRow(SQLModel, table=True):
    """A stretch of a section; its text never changes. A new version of a text is a new revision."""

    __tablename__ = "passages"
    __table_args__ = (
        UniqueConstraint("paper_id", "section_id", "part_index", "revision", name="passages_natural_key"),
    )

    passage_id: str = key()
    paper_id: str = reference("papers.paper_id")
    section_id: str = words()
    part_index: int = Field(sa_type=Integer, ge=0)
    revision: int = Field(default=1, sa_type=Integer, ge=1)
    char_offset: int = Field(default=0, sa_type=Integer)
    text: str = words()
    created_at: Moment = now()
    run_id: str | None = words(None)


class PaperEmbeddingRow(SQLModel, table=True):
    """A paper's vectors by one embedder: `raw` at full size, `short` under the HNSW index."""

    __tablename__ = "paper_embeddings"

    paper_id: str = key("papers.paper_id")
    embedder: str = Field(primary_key=True, sa_type=Text)
    content_hash: str = Field(primary_key=True, sa_type=Text)
    dimensions: int = Field(sa_type=Integer)
    raw: Any = Field(sa_type=Vector, nullable=False)
    short: Any = Field(sa_type=Vector, nullable=False)
    short_dimensions: int = Field(sa_type=Integer)
    created_at: Moment = now()
    run_id: str | None = words(None)
