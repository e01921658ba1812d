"""Every forgery that a table can suffer, worked out from the store's own catalogue, so that none is left out.

Each column of each table: one row's value made up, and another row's value put in its place. Each table: its
first row, its last, all of them and all of one question, search or paper deleted, the table emptied, and a
copy of a row put in under another key (each column of the key by itself).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, text

_COLUMNS = text(
    "SELECT c.relname AS of_table, a.attname AS name, format_type(a.atttypid, NULL) AS type,"
    " coalesce(a.attnum = ANY (k.conkey), false) AS keyed, a.attidentity <> '' AS counted,"
    " quote_ident(c.relname) AS quoted_table, quote_ident(a.attname) AS quoted"
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
    " LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'"
    " WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1, a.attnum"
)
_ANY_ROW = "SELECT EXISTS (SELECT FROM {table})"
_NUMBERS = {"integer", "bigint", "smallint", "double precision", "real", "numeric"}
_ADDED = "coalesce({}, 0) + 1"
# What another value of a column looks like, by type; {} is the column.
_MADE_UP = {
    "text": "coalesce({}, '') || 'x'",
    "character varying": "coalesce({}, '') || 'x'",
    "boolean": "NOT coalesce({}, false)",
    "jsonb": "CASE jsonb_typeof({0}) WHEN 'array' THEN {0} || '[1]'"
    " ELSE coalesce({0}, '{{}}') || '{{\"x\": 1}}' END",
    "text[]": "coalesce({}, '{{}}') || ARRAY['x']",
    "bytea": "coalesce({}, '') || '\\x00'::bytea",
    "date": "coalesce({} + 1, '2020-02-02')",
    "timestamp with time zone": "coalesce({} - interval '1 second', now())",
    "vector": "{0} + {0}",
}
_CHANGE = "UPDATE {table} SET {column} = {value} WHERE ctid = (SELECT max(ctid) FROM {table})"
_OTHER = (
    "SELECT y.{column} FROM {table} y WHERE y.{column}::text IS DISTINCT FROM x.{column}::text"
    " ORDER BY y.ctid LIMIT 1"
)
_BORROW = (
    "UPDATE {table} x SET {column} = ({other}) WHERE x.ctid = (SELECT min(ctid) FROM {table})"
    " AND EXISTS ({other})"
)
_DELETE_END = "DELETE FROM {table} WHERE ctid = (SELECT {end}(ctid) FROM {table})"
_DELETE_ALL = "DELETE FROM {table}"
_DELETE_SET = "DELETE FROM {table} WHERE {column} = (SELECT min({column}) FROM {table})"
_EMPTY = "TRUNCATE {table} CASCADE"
_COPY = "INSERT INTO {table} ({columns}){overriding} SELECT {values} FROM {table} ORDER BY ctid LIMIT 1"
_NEXT = "(SELECT max({column}) FROM {table}) + 1"
_SETS = ("question_id", "search_id", "paper_id")


@dataclass(frozen=True)
class Forgery:
    """What is done to the store, in words and in SQL; `place` is table.column, or the table."""

    kind: str
    statement: str
    place: str


@dataclass(frozen=True)
class _Column:
    table: str
    name: str
    type: str
    keyed: bool
    counted: bool
    quoted_table: str
    quoted: str

    def made_up(self) -> str:
        """SQL of another value. Raises KeyError for a type that is not known here: name it above."""
        return (_ADDED if self.type in _NUMBERS else _MADE_UP[self.type]).format(self.quoted)


def generated(connection: Connection) -> Iterator[Forgery]:
    """Every forgery of every table of the store's schema, in the order of tables and columns."""
    tables: dict[str, list[_Column]] = {}
    for row in connection.execute(_COLUMNS):
        tables.setdefault(row.of_table, []).append(_Column(*row))
    for columns in tables.values():
        for column in columns:
            yield from _altered(column)
        any_row = connection.execute(text(_ANY_ROW.format(table=columns[0].quoted_table))).scalar_one()
        yield from _taken_out(columns, any_row)
        yield from _put_in(columns)


def _altered(column: _Column) -> Iterator[Forgery]:
    names = {"table": column.quoted_table, "column": column.quoted}
    place = f"{column.table}.{column.name}"
    change = _CHANGE.format(value=column.made_up(), **names)
    yield Forgery(f"{place}: made up in one row", change, place)
    borrow = _BORROW.format(other=_OTHER.format(**names), **names)
    yield Forgery(f"{place}: that of another row", borrow, place)


def _taken_out(columns: list[_Column], any_row: bool) -> Iterator[Forgery]:
    table, name = columns[0].quoted_table, columns[0].table
    for end, which in (("max", "last"), ("min", "first")):
        yield Forgery(f"{name}: the {which} row deleted", _DELETE_END.format(table=table, end=end), name)
    yield Forgery(f"{name}: all rows deleted", _DELETE_ALL.format(table=table), name)
    if any_row:
        yield Forgery(f"{name}: emptied", _EMPTY.format(table=table), name)
    keys = [column.name for column in columns if column.keyed]
    for column in columns:
        if column.name in _SETS and keys != [column.name]:
            statement = _DELETE_SET.format(table=table, column=column.quoted)
            yield Forgery(f"{name}: all rows of one {column.name} deleted", statement, name)


def _put_in(columns: list[_Column]) -> Iterator[Forgery]:
    table, name = columns[0].quoted_table, columns[0].table
    for key in (column for column in columns if column.keyed):
        new = _NEXT.format(column=key.quoted, table=table) if key.type in _NUMBERS else key.made_up()
        statement = _COPY.format(
            table=table,
            columns=", ".join(column.quoted for column in columns),
            overriding=" OVERRIDING SYSTEM VALUE" if any(column.counted for column in columns) else "",
            values=", ".join(new if column is key else column.quoted for column in columns),
        )
        yield Forgery(f"{name}: a copy of a row under another {key.name}", statement, name)
