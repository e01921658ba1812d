"""The open store: an engine, transactions, and rows that are written once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic_core import PydanticUndefined
from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool

from aitia.model.errors import StoreUnavailable
from resources.settings import Settings
from resources.store.addresses import store_url, writer_url
from resources.store.failures import translate
from resources.store.migrate import is_current, upgrade
from resources.store.roles import let_writer_log_in

if TYPE_CHECKING:
    from sqlmodel import Session, SQLModel

_BATCH = 1000
DEFAULT_TENANT = "default"
CONNECTIONS = 25
"""Connections that one process holds at a time."""


class _Pool(QueuePool):
    """A pool that says what is the matter where all its connections stay in use."""

    def _do_get(self) -> Any:
        try:
            return super()._do_get()
        except PoolTimeout as problem:
            most = self.size() + self._max_overflow
            raise StoreUnavailable(
                f"All {most} connections of this process to the database were in use for "
                f"{self.timeout():.0f} s. Let fewer runs work at a time, or try again later."
            ) from problem


@dataclass(frozen=True)
class Store:
    """An open store. `session()` is one transaction; errors of the database arrive as StoreError.

    `owner` is the address of the role that owns the tables, where the store is opened as another one.
    """

    engine: Engine
    embedded: bool
    owner: URL | None = None

    @contextmanager
    def session(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back when anything is raised."""
        from sqlmodel import Session

        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def trial(self) -> Iterator[Session]:
        """One transaction of which nothing stays, to see what would come of it."""
        from sqlmodel import Session

        with Session(self.engine, expire_on_commit=False) as session:
            yield session
            session.rollback()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction for statements that are SQL alone: no table's class has to be loaded for it."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def rehearsal(self) -> Iterator[tuple[Store, Connection]]:
        """A store of which nothing stays, with its connection: all its sessions share one transaction."""
        with self.engine.connect() as connection:
            # A session of a connection without a transaction would begin one of its own, and commit it.
            connection.begin()
            yield _Rehearsal(self.engine, self.embedded, self.owner, connection), connection
            connection.rollback()

    def close(self) -> None:
        """Give the connections back; the server stays up."""
        self.engine.dispose()


@dataclass(frozen=True)
class _Rehearsal(Store):
    connection: Connection | None = None

    @contextmanager
    def session(self) -> Iterator[Session]:
        from sqlmodel import Session

        session = Session(self.connection, expire_on_commit=False, join_transaction_mode="create_savepoint")
        with session, session.begin():
            yield session

    @contextmanager
    def trial(self) -> Iterator[Session]:
        from sqlmodel import Session

        # Within the rehearsal too: in a transaction of its own it would wait for what the rehearsal wrote.
        session = Session(self.connection, expire_on_commit=False, join_transaction_mode="create_savepoint")
        with session:
            yield session
            session.rollback()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        assert self.connection is not None
        yield self.connection


def open_store(settings: Settings) -> Store:
    """Start the embedded server when it is needed, bring the schema up to date, and open the store.

    Raises StoreUnavailable, StoreVersionError, StoreFull or SettingsError.
    """
    owner = store_url(settings)
    if settings.database_url is None:
        return _open_as_writer(owner, settings.connect_timeout, settings.tenant)
    engine = make_engine(owner, settings.connect_timeout, settings.tenant)
    _upgraded(engine)
    return Store(engine, embedded=False)


def _open_as_writer(owner: URL, timeout: int, tenant: str) -> Store:
    """Open the embedded store as the role of the pipeline; the owner prepares what is not as it should be."""
    engine = make_engine(writer_url(owner), timeout, tenant)
    if not is_current(engine):
        owners = make_engine(owner, timeout)
        _upgraded(owners)
        let_writer_log_in(owners)
        owners.dispose()
    return Store(engine, embedded=True, owner=owner)


def _upgraded(engine: Engine) -> None:
    try:
        upgrade(engine)
    except BaseException:
        engine.dispose()
        raise


def make_engine(
    address: URL,
    connect_timeout: int = 10,
    tenant: str = DEFAULT_TENANT,
    proof: str = "",
    connections: int = CONNECTIONS,
) -> Engine:
    """An engine whose errors are StoreErrors; times are UTC, JSON holds no NaN; rows are `tenant`'s.

    `proof` is what the database asks of a role that sees one tenant only (see `tenants.proof_of`). At most
    `connections` are held at a time; whoever wants another one waits for half a minute.
    """
    options = f"-ctimezone=UTC -caitia.tenant={tenant}"
    engine = create_engine(
        address,
        connect_args={
            "connect_timeout": connect_timeout,
            "application_name": "aitia",
            "client_encoding": "utf8",
            "options": f"{options} -caitia.proof={proof}" if proof else options,
        },
        poolclass=_Pool,
        pool_size=min(5, connections),
        max_overflow=max(0, connections - 5),
        pool_pre_ping=True,
        use_native_hstore=False,
        json_serializer=_strict_json,
    )

    @event.listens_for(engine, "handle_error")
    def _raise_ours(context: ExceptionContext) -> None:
        problem = context.sqlalchemy_exception
        if isinstance(problem, DBAPIError) and (ours := translate(problem, address)):
            raise ours from problem

    return engine


Row: TypeAlias = "SQLModel | Mapping[str, object]"
"""A row of a table, or its columns by name where a model outside has named them."""


def insert_once(session: Session, table: type[SQLModel], rows: Sequence[Row]) -> int:
    """Insert the rows that no natural key of the table holds yet; returns how many those were.

    Missing columns take the class's defaults. Rows go in by primary key, so that two writers of the
    same rows wait for each other and cannot deadlock.
    """
    if not rows:
        return 0
    target = table.__table__  # type: ignore[attr-defined]
    keys = [column.name for column in target.primary_key]
    filled = [_with_defaults(table, row) for row in rows]
    filled.sort(key=lambda row: [str(row.get(key, "")) for key in keys])
    statement = insert(target).on_conflict_do_nothing().returning(target.c[keys[0]])
    connection = session.connection()
    added = 0
    for start in range(0, len(filled), _BATCH):
        added += len(connection.execute(statement, filled[start : start + _BATCH]).all())
    return added


def upsert(
    session: Session,
    table: type[SQLModel],
    rows: Sequence[Row],
    kept: Sequence[str] = (),
    changed_by: str | None = None,
) -> None:
    """Insert the rows, or let them replace what stands under the same primary key, a batch a statement.

    A row that stands keeps its columns `kept`; with `changed_by`, one that does not differ in that column is
    left alone. All rows name the same columns. They go in by primary key, as in `insert_once`.
    """
    if not rows:
        return
    target = table.__table__  # type: ignore[attr-defined]
    keys = [column.name for column in target.primary_key]
    plain = insert(target)
    excluded = plain.excluded
    statement = plain.on_conflict_do_update(
        index_elements=keys,
        set_={name: excluded[name] for name in _columns(rows[0]) if name not in (*keys, *kept)},
        where=target.c[changed_by] != excluded[changed_by] if changed_by else None,
    ).returning(target.c[keys[0]])
    filled = [_with_defaults(table, row) for row in rows]
    filled.sort(key=lambda row: [str(row.get(key, "")) for key in keys])
    connection = session.connection()
    for start in range(0, len(filled), _BATCH):
        connection.execute(statement, filled[start : start + _BATCH])


def _columns(row: Row) -> Mapping[str, object]:
    """The columns that a row names; what it leaves out is for the class or the database to fill."""
    if isinstance(row, Mapping):
        return row
    return {name: getattr(row, name) for name in sorted(row.model_fields_set)}


def _with_defaults(table: type[SQLModel], row: Row) -> dict[str, object]:
    columns = _columns(row)
    missing = {name: make() for name, make in _defaults(table).items() if name not in columns}
    return {**missing, **columns}


@cache
def _defaults(table: type[SQLModel]) -> dict[str, Any]:
    """Makers of the values of columns that a row may leave out and the database does not fill."""
    makers: dict[str, Any] = {}
    columns = table.__table__.columns  # type: ignore[attr-defined]
    for name, field in table.model_fields.items():
        filled_by_database = columns[name].server_default is not None and field.default is None
        if filled_by_database or columns[name].identity is not None or field.is_required():
            continue
        if field.default_factory is not None:
            makers[name] = field.default_factory
        elif field.default is not PydanticUndefined:
            makers[name] = lambda value=field.default: value
    return makers


def _strict_json(value: object) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)
