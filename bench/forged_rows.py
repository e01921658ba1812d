"""Rows forged in every way we know: which the database refuses, which `aitia db verify` names, which pass.

`python -m bench.forged_rows [--json PATH]`. Each forgery (`forged_rows.toml`) is tried twice on a store that
answered a question: by the store's owner while the rules hold, and with the rules set aside
(`session_replication_role = replica`, as a superuser can). What the database takes verify has to name.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from aitia.model.errors import AitiaError
from aitia.question import read_question
from assets.steps.order import run_steps
from assets.steps.recheck import verify_store
from assets.steps.search_plan import RoundConfig
from bench.report import Measure, emit
from resources.settings import get_settings
from resources.store.server import EmbeddedServer
from resources.store.session import Store
from resources.workbench import Workbench, open_workbench

QUESTION = "Does vitamin D prevent severe COVID-19?"


_UPDATE = "UPDATE {} SET {}"
_DELETE = "DELETE FROM {0} WHERE ctid = (SELECT max(ctid) FROM {0})"
_EMPTY = "TRUNCATE {} CASCADE"
REFUSED, NAMED, MISSED, WITHOUT = "refused", "named", "missed", "without effect"


@dataclass(frozen=True, kw_only=True)
class _Within(Store):
    """The store as one transaction sees it, which is rolled back in the end."""

    connection: Connection

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A part of the transaction."""
        with Session(self.connection, join_transaction_mode="create_savepoint") as session, session.begin():
            yield session

    @contextmanager
    def trial(self) -> Iterator[Session]:
        """A part of which nothing stays."""
        with Session(self.connection, join_transaction_mode="create_savepoint") as session:
            yield session
            session.rollback()


@dataclass(frozen=True)
class Forgery:
    """What is done to the store, in words and in SQL."""

    kind: str
    statement: str


def forgeries() -> Iterator[Forgery]:
    """Every forgery: rows changed, deleted and invented, tables emptied."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for table, changes in listed["changed"].items():
        for change in changes:
            yield Forgery(f"{table}: {change}", _UPDATE.format(table, change))
    for table in listed["deleted"]:
        yield Forgery(f"{table}: a row deleted", _DELETE.format(table))
    yield from (Forgery(item["kind"], item["statement"]) for item in listed["invented"])
    for table in listed["emptied"]:
        yield Forgery(f"{table}: emptied", _EMPTY.format(table))


@dataclass(frozen=True)
class Fate:
    """What became of a forgery: refused by the database, named by verify, without any effect, or missed."""

    forgery: Forgery
    rules: bool
    outcome: str


def try_all(workbench: Workbench, tried: Sequence[Forgery]) -> Iterator[Fate]:
    """Try each forgery with the rules in force and set aside; the store is as before afterwards."""
    for forgery in tried:
        for rules in (True, False):
            yield Fate(forgery, rules, _try(workbench, forgery, rules))


def _try(workbench: Workbench, forgery: Forgery, rules: bool) -> str:
    with workbench.store.engine.connect() as connection, connection.begin() as outer:
        bench = Workbench(workbench.settings, _Within(workbench.store.engine, False, connection=connection))
        bench.__dict__["embedder"] = workbench.embedder
        try:
            with bench.store.session() as session:
                if not rules:
                    session.execute(text("SET LOCAL session_replication_role = replica"))
                changed = session.execute(text(forgery.statement))
            if changed.rowcount == 0:  # type: ignore[attr-defined]
                return WITHOUT
            found = list(verify_store(bench))
        except (AitiaError, SQLAlchemyError):
            return REFUSED
        finally:
            outer.rollback()
    return NAMED if found else MISSED


@contextmanager
def answered() -> Iterator[Workbench]:
    """A store on a server of its own that has answered a question."""
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder) / "postgres", durable=False)
        server.start()
        try:
            server.ensure_database("bench")
            settings = get_settings(
                database_url=server.url("bench"), data_home=Path(folder), sources=("demonstration",)
            )
            with open_workbench(settings) as workbench:
                run_steps(workbench, read_question(QUESTION), RoundConfig(), "bench")
                yield workbench
        finally:
            server.stop()


def measures(fates: Sequence[Fate]) -> list[Measure]:
    """How many forgeries met each fate, with the rules in force and set aside."""
    found = []
    for rules, title in ((True, "rules in force"), (False, "rules set aside")):
        those = [fate.outcome for fate in fates if fate.rules is rules and fate.outcome != WITHOUT]
        found += [
            Measure(f"{title}: {outcome}", those.count(outcome), len(those))
            for outcome in (REFUSED, NAMED, MISSED)
        ]
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with answered() as workbench:
        before = list(verify_store(workbench))
        assert not before, f"a store that nobody touched fits: {before[:5]}"
        fates = list(try_all(workbench, list(forgeries())))
    for fate in fates:
        if fate.outcome in (MISSED, WITHOUT):
            rules = "rules in force" if fate.rules else "rules set aside"
            print(f"{fate.outcome}: {fate.forgery.kind} ({rules})")
    emit(measures(fates), given.json, f"{len(fates)} forgeries")


if __name__ == "__main__":
    main()
