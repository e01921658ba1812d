"""Rows forged in every way we know: which the database refuses, which `aitia db verify` names, which pass.

`python -m bench.forged_rows [--json PATH]`. Each forgery (`forged_rows.toml`) is tried twice on a store that
answered a question: by the store's owner while the rules hold, and with the rules set aside
(`session_replication_role = replica`, as a superuser can). What the database takes verify has to name. Beside
those listed, `forgeries.py` works out one of every kind for every column of every table of the store; places
that are not guarded stand in the list with the reason, and what passes there is counted apart.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, and_, col, select

from aitia.model.errors import AitiaError
from aitia.model.keys import PaperId
from aitia.model.paper import RetractionSignal
from aitia.model.scales import RetractionStatus
from aitia.question import read_question
from assets.steps.order import run_steps
from assets.steps.recheck import verify_store
from assets.steps.search_plan import RoundConfig
from bench.forgeries import Forgery, generated
from bench.report import Measure, emit
from resources.calls.base import ModelCall
from resources.settings import get_settings
from resources.store import imported, papers, reading, removals
from resources.store.server import EmbeddedServer
from resources.store.session import Store, insert_once
from resources.store.tables import ClaimRow, EdgeRow, VerdictRow, VerdictWordingRow
from resources.workbench import Workbench, open_workbench

QUESTION = "Does vitamin D prevent severe COVID-19?"
_OF_EDGE = and_(
    col(ClaimRow.claim_id) == col(EdgeRow.claim_id), col(ClaimRow.extraction_id) == col(EdgeRow.extraction_id)
)

_UPDATE = "UPDATE {} SET {}"
REFUSED, NAMED, MISSED, WITHOUT = "refused", "named", "missed", "without effect"
OUTSIDE = "passed where nothing is guarded"


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


def forgeries() -> Iterator[Forgery]:
    """The forgeries that were thought of: rows changed in many places at once, and invented ones."""
    listed = _listed()
    for table, changes in listed["changed"].items():
        for change in changes:
            yield Forgery(f"{table}: {change}", _UPDATE.format(table, change), table)
    yield from (Forgery(item["kind"], item["statement"], "") for item in listed["invented"])


def outside() -> dict[str, str]:
    """Table or table.column to why a forgery there is not guarded against."""
    return dict(_listed()["outside"])


def _listed() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Fate:
    """What became of a forgery: refused by the database, named by verify, without effect, or passed."""

    forgery: Forgery
    rules: bool
    outcome: str


def try_all(workbench: Workbench, tried: Sequence[Forgery]) -> Iterator[Fate]:
    """Try each forgery with the rules in force and set aside; the store is as before afterwards."""
    known = outside()
    for forgery in tried:
        for rules in (True, False):
            outcome = _try(workbench, forgery, rules)
            table, _, column = forgery.place.partition(".")
            if outcome == MISSED and {forgery.kind, forgery.place, table, f"*.{column}"} & known.keys():
                outcome = OUTSIDE
            yield Fate(forgery, rules, outcome)


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
            found = next(verify_store(bench), None)  # one is enough to be named
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
                _say_more(workbench)
                run_steps(workbench, read_question(QUESTION), RoundConfig(), "bench")
                yield workbench
        finally:
            server.stop()


def _say_more(workbench: Workbench) -> None:
    """Rows of what one question alone leaves empty: a review, a set-aside record, a call, a list of edges."""
    listed = workbench.settings.data_home / "edges.tsv"
    listed.write_text("vitamin D\tprevents\trickets\nsunlight\tcauses\tvitamin D\n", encoding="utf-8")
    imported.import_edges(workbench.store, listed, "a list", "CC0-1.0")
    with workbench.store.session() as session:
        edge, paper = session.exec(
            select(EdgeRow.id, ClaimRow.paper_id).join(ClaimRow, _OF_EDGE).limit(1)
        ).one()
        removals.decide(session, "edge", edge, "accept", "a person", "as it says")
        signal = RetractionSignal(status=RetractionStatus.NONE, origin="a list")
        papers.save_signals(session, {PaperId(paper): (signal,)}, "bench")
        papers.save_conflict(session, "other text", "another abstract", {"title": "T"}, paper, "bench")
        verdict, question = session.exec(select(VerdictRow.verdict_id, VerdictRow.question_id)).one()
        wording = {"verdict_id": verdict, "kind": "summary", "text": "In short.", "engine": "a model 1"}
        insert_once(session, VerdictWordingRow, [wording])
        counts = {"prompt_tokens": 1, "output_tokens": 1, "price": 0.0, "latency": 0.1, "retries": 0}
        call = ModelCall.model_validate(
            {name: name for name in ModelCall.model_fields} | counts | {"status": "complete"}
        )
        reading.save_calls(session, [call], question, "bench")


def measures(fates: Sequence[Fate]) -> list[Measure]:
    """How many forgeries met each fate, with the rules in force and set aside."""
    found = []
    for rules, title in ((True, "rules in force"), (False, "rules set aside")):
        those = [fate.outcome for fate in fates if fate.rules is rules and fate.outcome != WITHOUT]
        found += [
            Measure(f"{title}: {outcome}", those.count(outcome), len(those))
            for outcome in (REFUSED, NAMED, MISSED, OUTSIDE)
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
        with workbench.store.engine.connect() as connection:
            tried = [*forgeries(), *generated(connection)]
        fates = list(try_all(workbench, tried))
    for fate in fates:
        if fate.outcome in (MISSED, OUTSIDE):
            rules = "rules in force" if fate.rules else "rules set aside"
            print(f"{fate.outcome}: {fate.forgery.kind} ({rules})")
    idle = sum(fate.outcome == WITHOUT for fate in fates)
    print(f"{idle} of {len(fates)} trials found nothing to forge")
    emit(measures(fates), given.json, f"{len(fates)} forgeries")


if __name__ == "__main__":
    main()
