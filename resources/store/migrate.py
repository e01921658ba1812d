"""Brings a database to the schema that this code needs, once, however many processes start at a time."""

from __future__ import annotations

import re
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from psycopg import sql
from sqlalchemy import Connection, Engine, Row, text
from sqlalchemy.exc import DBAPIError

from aitia.domains import adapters
from aitia.model.errors import StoreUnavailable, StoreVersionError
from aitia.model.keys import content_hash

SQL = Path(__file__).resolve().parents[2] / "sql"
MIGRATIONS = SQL / "migrations"
VERSION_TABLE = "schema_version"
_OLDEST_SERVER = 150000
_OLDEST_VECTOR = (0, 8)
_LOCK_KEY = 4_170_421_703
# How a schema names, at its end, the program that made it.
_MADE_BY = re.compile(r" (\d+\.\S+)$")

_NODE_TYPES = text("INSERT INTO node_types (name, domain) VALUES (:name, :domain) ON CONFLICT DO NOTHING")
_RELATION_TYPES = text(
    "INSERT INTO relation_types (name, domain) VALUES (:name, :domain) ON CONFLICT DO NOTHING"
)
_OWNED = text("SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass(:table)")
_STATE = text(
    "SELECT current_setting('server_version_num')::int AS server, "
    "current_setting('server_encoding') AS encoding, current_database() AS database, "
    "pg_is_in_recovery() AS replica, current_setting('transaction_read_only') = 'on' AS read_only, "
    "obj_description(to_regclass(:table)) AS state"
)


def is_current(engine: Engine) -> bool:
    """Whether the schema is the one that this code needs, as far as this role can log in and see."""
    try:
        with engine.connect() as connection:
            state = connection.execute(_STATE, {"table": VERSION_TABLE}).one().state
            return bool(state == _wanted_state())
    except StoreUnavailable:
        return False


def upgrade(engine: Engine) -> bool:
    """Bring the schema up to date; True when something was done. One query when nothing is.

    Raises StoreVersionError for a server before 15, pgvector before 0.8, or a schema newer than this code,
    and StoreUnavailable where something would have to be done in a database that only reads.
    """
    with engine.connect() as connection:
        found = connection.execute(_STATE, {"table": VERSION_TABLE}).one()
        if found.state == _wanted_state():
            return False
        _check_place(found)
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})
        _refuse_who_owns_nothing(connection)
        if connection.execute(_STATE, {"table": VERSION_TABLE}).one().state == _wanted_state():
            return False
        _ensure_vector(connection)
        _refuse_newer(connection)
        _migrate(connection)
        for view in _views_in_order():
            run_script(connection, view)
        _know_domains(connection)
        _grant_to_roles(connection)
        _note_state(connection)
    return True


def check_server(connection: Connection) -> None:
    """Raise what a server or database that does not do would make `upgrade` raise; nothing is changed."""
    _check_place(connection.execute(_STATE, {"table": VERSION_TABLE}).one())
    _check_vector(connection)


def run_script(connection: Connection, path: Path) -> None:
    """Run every statement of a .sql file in the connection's transaction, as it stands: no parameters."""
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(path.read_text(encoding="utf-8"))


def head_revision() -> str:
    """The newest migration's name: the number that its file begins with."""
    return max(_revisions(), default="0000")


@cache
def _revisions() -> frozenset[str]:
    return frozenset(path.name.split("_", 1)[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


@cache
def _program_version() -> str:
    return version("aitia")


def _wanted_state() -> str:
    """Names the newest migration, what the views and grants say, the domains' words, and this program."""
    words = [
        f"{adapter.name} {word}"
        for adapter in adapters().values()
        for word in (*adapter.node_types, *adapter.relation_types)
    ]
    return f"{_scripts_state()} {content_hash(*words)} {_program_version()}"


def _know_domains(connection: Connection) -> None:
    """Let the store take the types of node and of relation that the domains name; none is ever taken out."""
    for statement, types in ((_NODE_TYPES, "node_types"), (_RELATION_TYPES, "relation_types")):
        named = [
            {"name": word, "domain": adapter.name.value}
            for adapter in adapters().values()
            for word in getattr(adapter, types)
        ]
        connection.execute(statement, named)


def _views_in_order() -> list[Path]:
    """The files of the views, each after those of the views that it names."""
    paths = {path.stem: path for path in sorted((SQL / "views").glob("*.sql"))}
    words = {name: set(re.findall(r"\w+", path.read_text(encoding="utf-8"))) for name, path in paths.items()}
    needs = {name: sorted(words[name] & paths.keys() - {name}) for name in paths}
    return [paths[name] for name in TopologicalSorter(needs).static_order()]


@cache
def _scripts_state() -> str:
    scripts = sorted((*(SQL / "views").glob("*.sql"), *(SQL / "roles").glob("*.sql")))
    digest = sha256(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in scripts))
    return f"{head_revision()} {digest.hexdigest()}"


def _check_place(found: Row[Any]) -> None:
    _check_release(found.server)
    _check_encoding(found.encoding, found.database)
    check_writable(found.replica, found.read_only, found.database)


def _check_release(version: int) -> None:
    if version < _OLDEST_SERVER:
        raise StoreVersionError(
            f"The server is PostgreSQL {version // 10000}; the store needs 15 or newer. "
            "Upgrade it, or unset AITIA_DATABASE_URL to use the embedded one."
        )


def _check_encoding(encoding: str, database: str) -> None:
    if encoding != "UTF8":
        raise StoreVersionError(
            f"The database {database} keeps text as {encoding}; the store needs UTF8. Make another one: "
            f"createdb --template=template0 --encoding=UTF8 NAME, and name it in AITIA_DATABASE_URL."
        )


def check_writable(replica: bool, read_only: bool, database: str) -> None:
    """Raise StoreUnavailable for a database that only reads, with what to do."""
    if replica:
        raise StoreUnavailable(
            f"The server of database {database} is a replica that only reads. Name its primary in "
            "AITIA_DATABASE_URL."
        )
    if read_only:
        raise StoreUnavailable(
            f"Database {database} only reads (default_transaction_read_only). Let an administrator run "
            f"ALTER DATABASE {database} RESET default_transaction_read_only, or name another database in "
            "AITIA_DATABASE_URL."
        )


def _check_vector(connection: Connection) -> bool:
    """Whether pgvector is enabled in the database. Raises StoreVersionError where there is none that does."""
    offered = connection.execute(
        text("SELECT default_version, installed_version FROM pg_available_extensions WHERE name = 'vector'")
    ).one_or_none()
    if offered is None:
        raise StoreVersionError(
            "The server has no pgvector. Install the extension 'vector' 0.8 or newer on it, or unset "
            "AITIA_DATABASE_URL to use the embedded server, which carries it."
        )
    version = offered.installed_version or offered.default_version
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_VECTOR:
        raise StoreVersionError(
            f"The server's pgvector is {version}; the store needs 0.8 or newer. Upgrade the package, "
            "then run ALTER EXTENSION vector UPDATE in this database."
        )
    return offered.installed_version is not None


def _ensure_vector(connection: Connection) -> None:
    if not _check_vector(connection):
        try:
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        except DBAPIError as problem:
            raise StoreVersionError(
                "pgvector is not enabled in this database, and this user may not enable it. Let an "
                "administrator run CREATE EXTENSION vector there once."
            ) from problem


def check_version(found: str, what: str, made_by: str = "") -> None:
    """Raise StoreVersionError for a schema that this program does not know, made by a newer aitia."""
    if found in _revisions():
        return
    needed = f"aitia {made_by} or newer" if made_by else "a newer aitia"
    raise StoreVersionError(
        f"{what} is at version {found}, this program ({_program_version()}) knows up to {head_revision()}. "
        f"Install {needed}, or use another database."
    )


def _refuse_who_owns_nothing(connection: Connection) -> None:
    """A role that may write rows cannot change the schema; the owner has to, once."""
    if connection.execute(_OWNED, {"table": VERSION_TABLE}).scalar() is False:
        raise StoreVersionError(
            "The schema of the database is older than this program, and this user does not own it. Run "
            "`aitia db start` once with the owner's address in AITIA_DATABASE_URL."
        )


def _refuse_newer(connection: Connection) -> None:
    if connection.execute(text("SELECT to_regclass(:table)"), {"table": VERSION_TABLE}).scalar() is None:
        return
    found = connection.execute(text("SELECT version_num FROM schema_version")).scalars().all()
    state = connection.execute(_STATE, {"table": VERSION_TABLE}).one().state
    made_by = _MADE_BY.search(state or "")
    for number in found:
        check_version(number, "The database's schema", made_by[1] if made_by else "")


def _migrate(connection: Connection) -> None:
    from alembic import command  # 0.2 s that only a real migration should cost
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _grant_to_roles(connection: Connection) -> None:
    """Make the roles of readers and writers with their rights; where a server forbids roles, do without."""
    for script in sorted((SQL / "roles").glob("*.sql")):
        point = connection.begin_nested()
        try:
            run_script(connection, script)
        except Exception as problem:  # psycopg's own error, since the script does not pass SQLAlchemy
            point.rollback()
            if getattr(problem, "sqlstate", None) != "42501":
                raise
        else:
            point.commit()


def _note_state(connection: Connection) -> None:
    comment = sql.SQL("COMMENT ON TABLE {} IS {}").format(
        sql.Identifier(VERSION_TABLE), sql.Literal(_wanted_state())
    )
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(comment)
