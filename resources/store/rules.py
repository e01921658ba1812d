"""The rules that the database holds: which triggers, checks and functions a store of this program has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlmodel import Session

from resources.store.migrate import SQL

LISTED = SQL / "verify" / "rules.txt"
_STANDING = SQL / "verify" / "rules" / "list_rules.sql"


@dataclass(frozen=True)
class Misfit:
    """A row that does not fit, and in what."""

    table: str
    row: str
    what: str


def standing_rules(session: Session) -> list[str]:
    """One line a trigger, check or trigger function of the store, functions with a hash of what they do."""
    return sorted(session.execute(text(_STANDING.read_text(encoding="utf-8"))).scalars())


def altered_rules(session: Session, listed: Path = LISTED) -> Iterator[Misfit]:
    """Rules of this program's schema that the store lacks, or that say something else there."""
    standing = set(standing_rules(session))
    for line in listed.read_text(encoding="utf-8").splitlines():
        if line not in standing:
            kind, table, name = line.split(" ")[:3]
            yield Misfit(table, name, f"the {kind} is gone or says something else")
