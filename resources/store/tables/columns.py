"""Column forms that every table shares. Closed lists are checks and reference tables, never native enums."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Column, DateTime, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field


def now() -> Any:
    """A timestamp that the database sets when the row is written."""
    options = {"server_default": func.now(), "nullable": False}
    return Field(default=None, sa_type=DateTime(timezone=True), sa_column_kwargs=options)


def owner() -> Any:
    """Whose row it is: the tenant of the session that writes it."""
    return Field(default=None, sa_type=Text, sa_column_kwargs={"server_default": func.aitia_tenant()})


def moment() -> Any:
    """A timestamp that may be missing."""
    return Field(default=None, sa_type=DateTime(timezone=True), nullable=True)


def key(foreign: str | None = None, indexed: bool = False) -> Any:
    """A text primary key, perhaps a foreign one too; `indexed` where it is not the first of several."""
    if foreign is None:
        return Field(primary_key=True, sa_type=Text)
    return Field(primary_key=True, foreign_key=foreign, sa_type=Text, index=indexed)


def reference(target: str, nullable: bool = False) -> Any:
    """An indexed foreign key. What something rests on cannot be deleted: no cascade anywhere."""
    if nullable:
        return Field(default=None, foreign_key=target, sa_type=Text, nullable=True, index=True)
    return Field(foreign_key=target, sa_type=Text, nullable=False, index=True)


def words(default: str | None = "") -> Any:
    """Text; empty when nothing is known, or nullable when `default` is None."""
    if default is None:
        return Field(default=None, sa_type=Text, nullable=True)
    return Field(default=default, sa_type=Text, sa_column_kwargs={"server_default": default})


def document(default: Literal["{}", "[]"] = "{}") -> Any:
    """A jsonb value, an empty object or list by default."""
    empty = text("'{}'::jsonb") if default == "{}" else text("'[]'::jsonb")
    return Field(
        default_factory=dict if default == "{}" else list,
        sa_column=Column(JSONB, nullable=False, server_default=empty),
    )


def text_array() -> Any:
    """A text[] value, empty by default."""
    column: Column[list[str]] = Column(ARRAY(Text), nullable=False, server_default=text("'{}'::text[]"))
    return Field(default_factory=list, sa_column=column)


Moment = datetime | None
