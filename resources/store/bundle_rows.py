"""The rows that one question rests on, out of one store and into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Column, Date, DateTime, Table, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Session, SQLModel

import resources.store.tables  # noqa: F401 (fills the metadata)
from aitia.model.errors import BundleError

Row = dict[str, Any]
Rows = dict[str, list[Row]]

# What a store says of itself, not of the question: marks of its transactions, whose it is, when it is asked.
LOCAL = {
    "questions": frozenset({"reasoned_below", "marked_in", "settled_inputs", "active", "tenant"}),
    "reviews": frozenset({"tenant"}),
}
_OWNED = (
    "questions", "rounds", "searches", "question_papers", "question_extractions", "graded_relations",
    "insights", "verdicts",
)  # fmt: skip
_NEVER = frozenset({"created_at", "run_id"})
_CHUNK = 1000
# An edge is let in by a decision, which no foreign key of the edge names.
_LAST = ("edges", "graded_relation_edges", "reviews")


def collect(session: Session, question_id: str) -> Rows:
    """Every row that the question rests on, by table and in the order of keys; empty for an unknown question.

    Without embeddings and model calls: the first are computed again, the second are the spender's own.
    """
    found: dict[str, dict[tuple[Any, ...], Row]] = {}

    def take(name: str, column: str, values: Iterable[Any]) -> list[Row]:
        rows = _fetch(session, name, column, values)
        keys = [key.name for key in _table(name).primary_key]
        found.setdefault(name, {}).update({tuple(row[key] for key in keys): row for row in rows})
        return rows

    for name in _OWNED:
        take(name, "question_id", [question_id])
    take("search_hits", "search_id", _values(found, "searches", "search_id"))
    rests = take(
        "graded_relation_edges",
        "graded_relation_id",
        _values(found, "graded_relations", "graded_relation_id"),
    )
    take("verdict_relations", "verdict_id", _values(found, "verdicts", "verdict_id"))
    take("verdict_wordings", "verdict_id", _values(found, "verdicts", "verdict_id"))
    on_paths = {edge for row in found.get("insights", {}).values() for edge in row["path"]}
    edges = take("edges", "id", {row["edge_id"] for row in rests} | on_paths)
    read = _values(found, "question_extractions", "extraction_id") | {row["extraction_id"] for row in edges}
    for name in ("extractions", "claims", "claim_decisions", "effect_estimates", "edges"):
        take(name, "extraction_id", read)
    papers = {row["paper_id"] for rows in found.values() for row in rows.values() if row.get("paper_id")}
    for name in ("papers", "passages", "retraction_signals", "paper_conflicts", "study_links"):
        take(name, "paper_id", papers)
    _take_parents(found, take)
    nodes = _values(found, "nodes", "id")
    inside = [row for row in _fetch(session, "alias_links", "node_a", nodes) if row["node_b"] in nodes]
    take("alias_links", "link_id", [row["link_id"] for row in inside])
    subjects = {
        value
        for name, column in (
            ("edges", "id"), ("claims", "claim_id"), ("alias_links", "link_id"), ("study_links", "link_id"),
            ("papers", "paper_id"),
        )
        for value in _values(found, name, column)
    }  # fmt: skip
    take("reviews", "subject_id", subjects | _pairs(session, papers))
    _take_parents(found, take)
    return {name: [rows[key] for key in sorted(rows)] for name, rows in sorted(found.items()) if rows}


def add(session: Session, rows: Rows) -> int:
    """Insert the rows; one that stands already is left alone. Returns how many are new.

    Raises BundleError where a row that stands says something else, or names a table or column not known here.
    """
    added = 0
    for name in _in_order(rows):
        table = _table(name)
        wanted = [_typed(table, row) for row in _parents_first(rows[name])]
        strange = {column for row in wanted for column in row} - set(table.c.keys())
        if strange:
            raise BundleError(
                f"The bundle has the column {name}.{min(strange)}, which this store does not have."
            )
        _refuse_others(session, table, wanted)
        defaults = {"active": False} if name == "questions" else {}
        for row in wanted:
            statement = (
                insert(table)
                .values(**defaults, **row)
                .on_conflict_do_nothing(index_elements=[key.name for key in table.primary_key])
            )
            added += session.execute(statement.returning(*table.primary_key)).first() is not None
    return added


def _take_parents(found: Mapping[str, Mapping[tuple[Any, ...], Row]], take: Any) -> None:
    """Take in what the rows name by foreign keys, until nothing is missing."""
    pending = True
    while pending:
        pending = False
        for name in list(found):
            for constraint in _table(name).foreign_key_constraints:
                own, parent = constraint.column_keys[0], constraint.elements[0].column
                if parent.table.name in ("questions", "model_calls"):
                    continue
                wanted = {row[own] for row in found[name].values()} - {None}
                wanted -= _values(found, parent.table.name, parent.name)
                if wanted:
                    pending = bool(take(parent.table.name, parent.name, wanted)) or pending


def _refuse_others(session: Session, table: Table, wanted: Sequence[Row]) -> None:
    keys = [key.name for key in table.primary_key]
    left_out = _NEVER | LOCAL.get(table.name, frozenset())
    by_key = {tuple(row[key] for key in keys): row for row in wanted}
    places = list(by_key)
    for start in range(0, len(places), _CHUNK):
        columns = tuple_(*(table.c[key] for key in keys))
        for stands in session.execute(
            select(table).where(columns.in_(places[start : start + _CHUNK]))
        ).mappings():
            row = by_key[tuple(stands[key] for key in keys)]
            differs = sorted(name for name in row if name not in left_out and stands[name] != row[name])
            if differs:
                place = " ".join(str(stands[key]) for key in keys)
                raise BundleError(
                    f"This store holds another {table.name} row {place} (other {', '.join(differs)}): "
                    "take the bundle in to an empty store, named by AITIA_DATABASE_URL or AITIA_DATA_HOME."
                )


def _fetch(session: Session, name: str, column: str, values: Iterable[Any]) -> list[Row]:
    table, wanted = _table(name), sorted(set(values))
    left_out = LOCAL.get(name, frozenset())
    columns = [c for c in table.columns if c.name not in left_out]
    rows: list[Row] = []
    for start in range(0, len(wanted), _CHUNK):
        statement = select(*columns).where(table.c[column].in_(wanted[start : start + _CHUNK]))
        rows += [
            {key: _plain(value) for key, value in row.items()}
            for row in session.execute(statement).mappings()
        ]
    return rows


def _pairs(session: Session, papers: set[str]) -> set[str]:
    """The pairs of these papers that a person has decided on."""
    reviews = _table("reviews")
    statement = select(reviews.c.subject_id).where(reviews.c.subject_type == "study_pair")
    pairs = [str(subject) for subject in session.execute(statement).scalars()]
    return {pair for pair in pairs if set(pair.split("|")) <= papers}


def _table(name: str) -> Table:
    if name not in SQLModel.metadata.tables:
        raise BundleError(f"The bundle has the table {name!r}, which this store does not have.")
    return SQLModel.metadata.tables[name]


def _values(found: Mapping[str, Mapping[tuple[Any, ...], Row]], name: str, column: str) -> set[Any]:
    return {row[column] for row in found.get(name, {}).values()}


def _in_order(rows: Rows) -> list[str]:
    for name in rows:
        _table(name)
    order = [table.name for table in SQLModel.metadata.sorted_tables if table.name in rows]
    return [name for name in order if name not in _LAST] + [name for name in _LAST if name in rows]


def _parents_first(rows: Sequence[Row]) -> list[Row]:
    """Rows that supersede others after those."""
    if not rows or "supersedes" not in rows[0]:
        return list(rows)
    key = next(iter(rows[0]))
    waiting, placed, ordered = list(rows), set[Any](), list[Row]()
    while waiting:
        ready = [row for row in waiting if row["supersedes"] is None or row["supersedes"] in placed]
        if not ready:
            raise BundleError(
                f"Rows of the bundle supersede {waiting[0]['supersedes']!r}, which is not in it."
            )
        ordered += ready
        placed |= {row[key] for row in ready}
        waiting = [row for row in waiting if row not in ready]
    return ordered


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _typed(table: Table, row: Row) -> Row:
    return {name: _read(table.c.get(name), value) for name, value in row.items()}


def _read(column: Column[Any] | None, value: Any) -> Any:
    try:
        if column is not None and value is not None and isinstance(column.type, DateTime):
            return datetime.fromisoformat(value)
        if column is not None and value is not None and isinstance(column.type, Date):
            return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BundleError(f"The bundle holds {str(value)[:60]!r} where a time belongs.") from None
    return value
