"""A session that logs in as a role that can only read, or none."""

from __future__ import annotations

import hashlib

import psycopg
from psycopg import sql
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from aitia.model.errors import SettingsError, StoreError
from resources.store.roles import ONE_AT_A_TIME

READER = "aitia_reader"
# What a session that can only read must not be able to do, whatever a query makes of it.
_POWERS = """
SELECT coalesce(
    (SELECT 'is a superuser, or may make roles, databases or replicas' FROM pg_roles
     WHERE rolname = session_user
       AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)),
    (SELECT 'is a member of ' || string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles
     WHERE rolname <> session_user AND rolname <> 'pg_read_all_data'
       AND pg_has_role(session_user, oid, 'MEMBER')),
    (SELECT 'may write to ' || min(oid::regclass::text) FROM pg_class
     WHERE relkind IN ('r', 'p', 'v', 'f', 'S') AND relnamespace <> 'pg_catalog'::regnamespace
       AND relname !~ '^pg_' AND CASE WHEN relkind = 'S'
           THEN has_sequence_privilege(oid, 'USAGE, UPDATE')
           ELSE has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE') END
     HAVING min(oid::regclass::text) IS NOT NULL),
    (SELECT 'may make schemas in this database' WHERE has_database_privilege(current_database(), 'CREATE')),
    (SELECT 'may make tables in the schema ' || min(nspname) FROM pg_namespace
     WHERE nspname !~ '^pg_' AND has_schema_privilege(oid, 'CREATE') HAVING min(nspname) IS NOT NULL))
"""


def connect_as_reader(address: URL, reader_url: str | None) -> psycopg.Connection:
    """Log in as the reader of AITIA_READER_URL, else as `aitia_reader` on the store's own server.

    Never takes another session for it. Raises StoreError that says what an administrator has to do.
    """
    if reader_url:
        connection = _named(reader_url)
    else:
        try:
            connection = _connect(address, READER, reader_password(address))
        except psycopg.OperationalError:
            _let_reader_log_in(address)
            try:
                connection = _connect(address, READER, reader_password(address))
            except psycopg.OperationalError as problem:
                raise _refused(f"{READER} cannot log in ({_first_line(problem)})") from None
    found = connection.execute(_POWERS.encode()).fetchone()
    connection.rollback()
    if found and found[0]:
        user = connection.info.user
        connection.close()
        raise _refused(f"{user} {found[0]}")
    return connection


def _refused(why: str) -> StoreError:
    return StoreError(
        f"No query was run: {why}, and queries run only in a session that logs in as a role that can read "
        f"and nothing else. Let an administrator run sql/roles/create_reader.sql and ALTER ROLE {READER} "
        f"LOGIN PASSWORD '…', then set AITIA_READER_URL to postgresql://{READER}:PASSWORD@HOST:5432/DATABASE."
    )


def _named(reader_url: str) -> psycopg.Connection:
    try:
        address = make_url(reader_url)
    except (ArgumentError, ValueError):
        raise SettingsError(
            "AITIA_READER_URL is not an address. Write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE."
        ) from None
    try:
        return _connect(address, address.username, address.password)
    except psycopg.OperationalError as problem:
        raise _refused(f"the address of AITIA_READER_URL cannot be used ({_first_line(problem)})") from None


def _connect(address: URL, user: str | None, password: str | None) -> psycopg.Connection:
    with_password = address.set(drivername="postgresql", username=user, password=password)
    return psycopg.connect(
        with_password.render_as_string(hide_password=False),
        connect_timeout=10,
        application_name="aitia sql",
        client_encoding="utf8",
    )


def reader_password(address: URL) -> str:
    """Derived from the owner's password, so that there is no second secret to keep."""
    if not address.password:
        raise _refused("the store's address holds no password to derive the reader's from")
    return hashlib.sha256(f"{READER}\x1f{address.password}".encode()).hexdigest()


def _let_reader_log_in(address: URL) -> None:
    try:
        with _connect(address, address.username, address.password) as connection:
            connection.execute(ONE_AT_A_TIME)
            connection.execute(
                sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(
                    sql.Identifier(READER), sql.Literal(reader_password(address))
                )
            )
    except psycopg.errors.UndefinedObject:
        raise _refused(f"there is no role {READER} on this server") from None
    except psycopg.errors.InsufficientPrivilege:
        raise _refused(f"{address.username} may not let {READER} log in") from None


def _first_line(problem: psycopg.Error) -> str:
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0]
