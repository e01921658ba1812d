"""Edges of other people's graphs, with whose they are and under which licence; they are no evidence."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from resources.store.tables.columns import Moment, key, now, words


class ImportedEdgeRow(SQLModel, table=True):
    """One edge of a list. `source` says whose it is; `cause_key` and `effect_key` are the folded names."""

    __tablename__ = "imported_edges"
    __table_args__ = (
        CheckConstraint("source <> '' AND licence <> ''", name="imported_edges_have_a_licence"),
        Index("ix_imported_edges_cause_key", "cause_key"),
        Index("ix_imported_edges_effect_key", "effect_key"),
    )

    source: str = key()
    edge_key: str = key()
    licence: str = Field(sa_type=Text)
    cause: str = Field(sa_type=Text)
    cause_type: str = words()
    cause_key: str = Field(sa_type=Text)
    relation: str = Field(sa_type=Text)
    effect: str = Field(sa_type=Text)
    effect_type: str = words()
    effect_key: str = Field(sa_type=Text)


class EdgeImportRow(SQLModel, table=True):
    """One reading of a list: how many lines it had, and what became of them. `told` counts what was odd."""

    __tablename__ = "edge_imports"

    import_id: str = key()
    source: str = Field(sa_type=Text)
    licence: str = Field(sa_type=Text)
    path: str = Field(sa_type=Text)
    lines: int = Field(sa_type=BigInteger)
    added: int = Field(sa_type=BigInteger)
    duplicates: int = Field(sa_type=BigInteger)
    refused: int = Field(sa_type=BigInteger)
    told: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    imported_at: Moment = now()
