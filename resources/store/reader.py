"""SQL that a person types: read only, for a limited time, a limited number of rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql
from sqlalchemy import URL

from aitia.errors import StoreError
from resources.settings import Settings
from resources.store.failures import explain
from resources.store.session import Store, open_store

READER = "aitia_reader"
_WITHOUT_ROLE = (
    "There is no role aitia_reader here: the query ran as your own user, in a read-only transaction."
)


@dataclass(frozen=True)
class Answer:
    """Rows of a query; `cut` when there were more, `note` when something is to be said of how it ran."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    cut: bool = False
    note: str | None = None


def read_only(settings: Settings, statement: str, row_limit: int, timeout: float) -> Answer:
    """Open the store and run one statement that reads; see `query`."""
    store = open_store(settings)
    try:
        return query(store, statement, row_limit, timeout)
    finally:
        store.close()


def query(store: Store, statement: str, row_limit: int, timeout: float) -> Answer:
    """Run one statement that reads. At most `row_limit` rows come back, within `timeout` seconds.

    Raises StoreError with PostgreSQL's own words when the statement fails, writes, is one of several, or
    takes too long.
    """
    address = store.engine.url
    if not statement.strip(" \t\r\n;"):
        raise StoreError("The query is empty. Write one statement, such as SELECT * FROM current_verdicts.")
    try:
        with _reader(store, timeout) as (connection, note), connection.cursor() as cursor:
            rows: list[tuple[object, ...]] = []
            # `stream` sends one statement by itself, so that nothing can be appended after a semicolon.
            for row in cursor.stream(statement.encode(errors="replace")):
                rows.append(tuple(row))
                if len(rows) > row_limit:
                    break
            named = tuple(column.name for column in cursor.description or ())
            columns = named if rows else _columns(connection, statement)
        return Answer(columns, tuple(rows[:row_limit]), len(rows) > row_limit, note)
    except psycopg.errors.QueryCanceled:
        raise StoreError(
            f"The query took longer than {timeout:g} s. Narrow it, or raise AITIA_SQL_TIMEOUT."
        ) from None
    except psycopg.errors.ReadOnlySqlTransaction as problem:
        raise StoreError(f"This command only reads: {problem.diag.message_primary}.") from None
    except psycopg.ProgrammingError as problem:
        if problem.sqlstate is None:  # psycopg's own: the statement gave no rows
            raise StoreError("The statement returns no rows; this command only reads.") from None
        raise StoreError(f"PostgreSQL refuses the query: {str(problem).strip()}") from None
    except psycopg.Error as problem:
        raise explain(problem, address) or StoreError(
            f"PostgreSQL refuses the query: {str(problem).strip()}"
        ) from None


def _columns(connection: psycopg.Connection, statement: str) -> tuple[str, ...]:
    """What the columns would be called; streaming an empty result does not tell."""
    connection.pgconn.prepare(b"", statement.encode(errors="replace"))
    described = connection.pgconn.describe_prepared(b"")
    names = (described.fname(place) for place in range(described.nfields))
    return tuple(name.decode() for name in names if name is not None)


@contextmanager
def _reader(store: Store, timeout: float) -> Iterator[tuple[psycopg.Connection, str | None]]:
    """A connection inside a read-only transaction that is always rolled back."""
    connection, note = _as_reader(store)
    try:
        connection.execute("SELECT set_config('statement_timeout', %s, false)", (str(round(timeout * 1000)),))
        connection.commit()
        connection.read_only = True
        yield connection, note
    finally:
        connection.rollback()
        connection.close()


def _as_reader(store: Store) -> tuple[psycopg.Connection, str | None]:
    address = store.engine.url
    if store.embedded:
        try:
            return _connect(address, READER, _reader_password(address)), None
        except psycopg.OperationalError:
            _let_reader_log_in(address)
            return _connect(address, READER, _reader_password(address)), None
    connection = _connect(address, address.username, address.password)
    try:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(READER)))
        connection.commit()
        return connection, None
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.InvalidParameterValue):
        connection.rollback()
        return connection, _WITHOUT_ROLE


def _connect(address: URL, user: str | None, password: str | None) -> psycopg.Connection:
    with_password = address.set(drivername="postgresql", username=user, password=password)
    return psycopg.connect(
        with_password.render_as_string(hide_password=False),
        connect_timeout=10,
        application_name="aitia sql",
    )


def _reader_password(address: URL) -> str:
    """Derived from the owner's password, so that there is no second secret to keep."""
    return hashlib.sha256(f"{READER}\x1f{address.password}".encode()).hexdigest()


def _let_reader_log_in(address: URL) -> None:
    with _connect(address, address.username, address.password) as connection:
        connection.execute(
            sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(
                sql.Identifier(READER), sql.Literal(_reader_password(address))
            )
        )
