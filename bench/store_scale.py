"""What the sensors cost as the store grows.

`python -m bench.store_scale [--papers 100000] [--questions 1000] [--json PATH]`. The store is synthetic
(`store_scale.sql`) and stands in a throw-away server. Rows read are counted over every node of the plan by
EXPLAIN ANALYZE, and do not depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import sysconf
from pathlib import Path
from time import process_time
from typing import Any

from sqlalchemy import event, text
from sqlmodel import Session

from bench.report import Measure, emit
from resources.settings import Settings, get_settings
from resources.store import changes
from resources.store.reasoning_sql import statement as reasoning_sql
from resources.store.server import EmbeddedServer
from resources.store.session import Store, open_store
from validators import VALIDATORS_VERSION

_FILL = Path(__file__).with_suffix(".sql")
_GAPS = [
    {
        "kind": "harm",
        "text": "nothing is known of harms",
        "would_change": "the balance",
        "evidence_type": "harm",
        "terms": ["adverse events"],
    }
]
_TRANSACTIONS = 500


def fill(session: Session, papers: int, questions: int) -> None:
    """Make the store as big as that. The connection's server must let its owner set triggers aside."""
    values: dict[str, object] = {"papers": papers, "questions": questions, "transactions": _TRANSACTIONS}
    values |= {"gaps": json.dumps(_GAPS), "validators": VALIDATORS_VERSION}
    session.execute(text("SET LOCAL session_replication_role = replica"))
    for statement in _FILL.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            session.execute(text(statement), values)
    session.execute(text("SET LOCAL session_replication_role = DEFAULT"))


@dataclass(frozen=True)
class Plan:
    """One statement's plan as it ran: rows read over all its nodes, and the plan itself."""

    rows: int
    tree: Mapping[str, Any]


def explain(session: Session, statement: str, values: Mapping[str, object]) -> Plan:
    """Run the statement under EXPLAIN ANALYZE."""
    asked = text("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + statement)
    (plan,) = session.execute(asked, values).scalar_one()
    return Plan(round(_rows(plan["Plan"])), plan["Plan"])


def _rows(node: Mapping[str, Any]) -> float:
    removed = sum(value for name, value in node.items() if name.startswith("Rows Removed"))
    own = (node["Actual Rows"] + removed) * node["Actual Loops"]
    return float(own) + sum(_rows(child) for child in node.get("Plans", ()))


@contextmanager
def statements_of(store: Store) -> Iterator[list[str]]:
    """The statements that the store is sent within this block."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: object) -> None:
        sent.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


@contextmanager
def synthetic_store(papers: int, questions: int) -> Iterator[tuple[Settings, Store]]:
    """A filled store on a server of its own; both go afterwards."""
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder) / "postgres", durable=False)
        server.start()
        try:
            server.ensure_database("bench")
            settings = get_settings(database_url=server.url("bench"), data_home=Path(folder))
            store = open_store(settings)
            try:
                with store.session() as session:
                    fill(session, papers, questions)
                with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.execute(text("VACUUM ANALYZE"))
                yield settings, store
            finally:
                store.close()
        finally:
            server.stop()


def explain_touched(session: Session, since: int, question_id: str | None = None) -> Plan:
    """The look for touched questions as `changes.touched_since` makes it."""
    asked: dict[str, object] = {"since": since, "question_id": question_id}
    window = session.execute(text(reasoning_sql("find_change_window")), asked).one()
    asked |= {"first": window.first or 0, "below": window.below}
    return explain(session, reasoning_sql("find_touched_questions"), asked)


def touched_measures(store: Store, questions: int) -> list[Measure]:
    """The look for touched questions: at all, at one, when nothing is new, and after a retraction."""
    measures: list[Measure] = []

    def look(name: str, since: int, question_id: str | None = None) -> int:
        with store.session() as session, _server_time(session) as spent:
            found = changes.touched_since(session, since, question_id)
        with store.session() as session:
            plan = explain_touched(session, since, question_id)
        n = len(found.questions)
        title = f"touched questions, {name}"
        measures.append(Measure(f"{title}: CPU seconds of the server", spent.seconds, n))
        measures.append(Measure(f"{title}: rows read", plan.rows, n))
        return found.below

    look("one question", 0, f"question_{questions}")
    below = look("first look", 0)
    look("nothing new", below)
    with store.session() as session:
        session.execute(text("UPDATE papers SET retraction_status = 'retracted' WHERE paper_id = 'paper_98'"))
    look("one paper retracted since", below)
    return measures


def round_measures(settings: Settings, store: Store) -> list[Measure]:
    """The look for open rounds, of all questions and when none has run since."""
    from assets.steps.rounds import open_rounds
    from resources.workbench import Workbench

    workbench = Workbench(settings, store)
    measures, since = [], 0
    for name in ("first look", "nothing new"):
        begin = process_time()
        with statements_of(store) as sent:
            found = open_rounds(workbench, since)
        n = len(found.rounds)
        since = found.below
        measures.append(Measure(f"open rounds, {name}: CPU seconds", process_time() - begin, n))
        measures.append(Measure(f"open rounds, {name}: statements", len(sent), n))
    return measures


@dataclass
class Spent:
    """CPU seconds, known when the block has ended."""

    seconds: float = 0.0


@contextmanager
def _server_time(session: Session) -> Iterator[Spent]:
    """The CPU time of the session's server process, which must run on this machine."""
    backend = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
    stat = Path(f"/proc/{backend}/stat")

    def now() -> float:
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")

    spent, begin = Spent(), now()
    yield spent
    spent.seconds = now() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with synthetic_store(given.papers, given.questions) as (settings, store):
        measures = touched_measures(store, given.questions) + round_measures(settings, store)
    emit(measures, given.json, f"{given.papers} papers, {given.questions} questions")


if __name__ == "__main__":
    main()
