"""SQL that a person types: one query, by a role that can only read and sees one tenant, within limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import pq, sql
from sqlalchemy import text

from aitia.model.errors import StoreError
from resources.settings import Settings
from resources.store.failures import explain
from resources.store.reader_session import connect_as_reader
from resources.store.session import Store, open_store
from resources.store.tenants import proof_of

_ONLY_QUERIES = (
    "This command only reads: it takes one query (SELECT, VALUES, TABLE or WITH … SELECT) and nothing else."
)
_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Answer:
    """Rows of a query; `cut` when there were more than was asked for, or than `bytes_cut` bytes hold."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    cut: bool = False
    bytes_cut: int | None = None


def read_only(settings: Settings, statement: str, row_limit: int, timeout: float) -> Answer:
    """Open the store and run one query; see `query`."""
    store = open_store(settings)
    try:
        secret = settings.reader_url.get_secret_value() if settings.reader_url else None
        return query(store, statement, row_limit, timeout, settings.sql_byte_limit, secret)
    finally:
        store.close()


def query(
    store: Store,
    statement: str,
    row_limit: int,
    timeout: float,
    byte_limit: int = _BYTES,
    reader_url: str | None = None,
) -> Answer:
    """Run one query. At most `row_limit` rows and `byte_limit` bytes come back, within `timeout` seconds.

    A value that is larger than its share of the bytes is left out and its size told in its place.
    Raises StoreError with PostgreSQL's own words when the statement is no query, is one of several, fails
    or takes too long, and when there is no role that can only read.
    """
    asked = statement.strip(" \t\r\n;")
    if not asked:
        raise StoreError("The query is empty. Write one statement, such as SELECT * FROM current_verdicts.")
    if "\0" in asked:
        raise StoreError("The query holds a NUL character. Remove it.")
    address = store.owner or store.engine.url
    try:
        with _reader(store, reader_url, timeout) as connection:
            return _limited(connection, asked, row_limit, byte_limit)
    except psycopg.errors.QueryCanceled:
        raise StoreError(
            f"The query took longer than {timeout:g} s. Narrow it, or raise AITIA_SQL_TIMEOUT."
        ) from None
    except psycopg.errors.ReadOnlySqlTransaction as problem:
        raise StoreError(f"This command only reads: {problem.diag.message_primary}.") from None
    except psycopg.errors.InsufficientPrivilege as problem:
        raise StoreError(f"PostgreSQL refuses the query: {str(problem).strip()}") from None
    except psycopg.Error as problem:
        raise explain(problem, address) or StoreError(
            f"PostgreSQL refuses the query: {str(problem).strip()}"
        ) from None


@dataclass(frozen=True)
class _Column:
    name: str
    wide: bool


def _limited(connection: psycopg.Connection, asked: str, row_limit: int, byte_limit: int) -> Answer:
    columns = _columns(connection, asked)
    wide = sum(column.wide for column in columns)
    each = max(byte_limit // max(wide, 1), 1)
    rows: list[tuple[object, ...]] = []
    room = byte_limit
    with connection.cursor() as cursor:
        # `stream` sends one statement by itself and keeps one row in memory.
        for row in cursor.stream(_within(asked, columns, each)):
            if len(rows) == row_limit:
                return Answer(tuple(c.name for c in columns), tuple(rows), cut=True)
            room -= int(row[-1])
            if room < 0 and rows:
                return Answer(tuple(c.name for c in columns), tuple(rows), cut=True, bytes_cut=byte_limit)
            rows.append(_with_sizes(columns, row))
    return Answer(tuple(column.name for column in columns), tuple(rows))


def _columns(connection: psycopg.Connection, asked: str) -> tuple[_Column, ...]:
    """The columns of one query, which PostgreSQL's own parser takes for one without running anything."""
    described = _prepared(connection, b"", asked)
    if described.nfields == 0:
        raise StoreError(_ONLY_QUERIES)
    try:
        # Only a query can stand in a cursor, with nothing that writes inside.
        _prepared(connection, b"DECLARE aitia_query CURSOR FOR\n", asked)
    except psycopg.Error:
        raise StoreError(_ONLY_QUERIES) from None
    names = [(described.fname(place) or b"?").decode(errors="replace") for place in range(described.nfields)]
    return tuple(_Column(name, described.fsize(place) < 0) for place, name in enumerate(names))


def _prepared(connection: psycopg.Connection, before: bytes, asked: str) -> pq.abc.PGresult:
    connection.execute("SELECT 1")  # begins the transaction, read only
    whole = before + asked.encode(errors="replace")
    made = connection.pgconn.prepare(b"", whole)
    if made.status != pq.ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(made)
    return connection.pgconn.describe_prepared(b"")


def _within(asked: str, columns: Sequence[_Column], each: int) -> sql.Composed:
    """The query without wide values beyond `each` bytes; then the sizes of the wide ones, and the row's."""
    names = [sql.Identifier(f"c{place}") for place in range(len(columns))]
    sizes = [
        sql.SQL("coalesce(octet_length({}::text), 0)").format(name)
        for name, column in zip(names, columns, strict=True)
        if column.wide
    ]
    kept = [
        sql.SQL("CASE WHEN octet_length({0}::text) <= {1} THEN {0} END").format(name, sql.Literal(each))
        if column.wide
        else name
        for name, column in zip(names, columns, strict=True)
    ]
    left = sql.SQL(", ").join(sizes)
    total = sql.SQL(" + ").join([sql.Literal(8 * len(columns)), *sizes])
    return sql.SQL("SELECT {}, ARRAY[{}]::bigint[], ({})::bigint FROM (\n{}\n) AS asked ({})").format(
        sql.SQL(", ").join(kept), left, total, _typed(asked), sql.SQL(", ").join(names)
    )


def _typed(asked: str) -> sql.Composable:
    """What a person typed, as it is: this is the one place where text from outside becomes SQL."""
    return sql.SQL(asked)


def _with_sizes(columns: Sequence[_Column], row: Sequence[Any]) -> tuple[object, ...]:
    """The row as asked for; a value that was left out is replaced by its size."""
    sizes = iter(row[-2])
    values = []
    for column, value in zip(columns, row, strict=False):
        size = next(sizes) if column.wide else 0
        values.append(f"[{size} bytes, left out: AITIA_SQL_BYTE_LIMIT]" if value is None and size else value)
    return tuple(values)


@contextmanager
def _reader(store: Store, reader_url: str | None, timeout: float) -> Iterator[psycopg.Connection]:
    """A connection inside a read-only transaction that is always rolled back."""
    with store.session() as session:
        tenant = str(session.execute(text("SELECT aitia_tenant()")).scalar_one())
    shown = {
        "statement_timeout": str(round(timeout * 1000)),
        "aitia.tenant": tenant,
        "aitia.proof": proof_of(store, tenant),
    }
    connection = connect_as_reader(store.owner or store.engine.url, reader_url)
    try:
        for name, value in shown.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        connection.commit()
        connection.read_only = True
        yield connection
    finally:
        if connection.info.transaction_status != pq.TransactionStatus.ACTIVE:
            connection.rollback()
        connection.close()
