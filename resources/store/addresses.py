"""Where the databases are: the embedded server's, or the user's own."""

from __future__ import annotations

import hashlib

from pydantic import SecretStr
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from aitia.model.errors import SettingsError, StoreUnavailable
from resources.settings import Settings
from resources.store.failures import translate
from resources.store.server import EmbeddedServer, plain_url, sqlalchemy_url

STORE_DATABASE = "aitia"
WRITER = "aitia_writer"
"""The role of the pipeline on the embedded server: it adds rows and owns nothing."""
DAGSTER_DATABASE = "dagster"
_SCHEMES = ("postgresql", "postgres")
_SCHEMA_LOCK = 4_170_421_705
_NOT_ALLOWED = "42501"


def embedded_server(settings: Settings) -> EmbeddedServer | None:
    """The embedded server, not started; None when the user has named a server of their own."""
    return EmbeddedServer(settings.server_home, settings.durable) if settings.database_url is None else None


def store_url(settings: Settings) -> URL:
    """The store's address for SQLAlchemy; an embedded server is up and its database exists on return."""
    server = embedded_server(settings)
    if server is None:
        return own_url(settings.database_url)
    server.start()
    server.ensure_database(STORE_DATABASE)
    return make_url(sqlalchemy_url(server.url(STORE_DATABASE)))


def dagster_storage_url(settings: Settings) -> str:
    """The address of Dagster's storage: a database beside the store's, or a schema on the user's own server.

    Raises StoreUnavailable, or StoreError when the user's server does not let the schema be made.
    """
    server = embedded_server(settings)
    if server is not None:
        server.start()
        server.ensure_database(DAGSTER_DATABASE)
        address = make_url(server.url(DAGSTER_DATABASE))
    else:
        address = own_url(settings.database_url)
        _ensure_schema(address, settings.connect_timeout)
        address = address.update_query_dict({"options": f"-csearch_path={DAGSTER_DATABASE}"})
    return address.set(drivername="postgresql+psycopg2").render_as_string(hide_password=False)


def writer_url(owner: URL) -> URL:
    """The address of the pipeline's role on the embedded server, whose password follows from the owner's."""
    secret = hashlib.sha256(f"{WRITER}\x1f{owner.password}".encode()).hexdigest()
    return owner.set(username=WRITER, password=secret)


def psql_url(settings: Settings, as_owner: bool = False) -> str:
    """The store's address as psql takes it, with the password: the pipeline's role, or the owner."""
    address = store_url(settings)
    if settings.database_url is None and not as_owner:
        address = writer_url(address)
    return plain_url(address.render_as_string(hide_password=False))


def own_url(given: SecretStr | None) -> URL:
    """AITIA_DATABASE_URL as a psycopg 3 address. Raises SettingsError that shows no password."""
    try:
        address = make_url(given.get_secret_value() if given else "")
    except (ArgumentError, ValueError):
        raise SettingsError(
            "AITIA_DATABASE_URL is not an address. Write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE."
        ) from None
    if address.drivername.split("+")[0] not in _SCHEMES:
        raise SettingsError(
            f"AITIA_DATABASE_URL names {address.drivername}; the store is PostgreSQL. "
            "Write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE."
        )
    if not address.database:
        raise SettingsError("AITIA_DATABASE_URL names no database. Put one at its end, as in …:5432/aitia.")
    return address.set(drivername="postgresql+psycopg")


def _ensure_schema(address: URL, timeout: int) -> None:
    engine = create_engine(address, connect_args={"connect_timeout": timeout})
    try:
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _SCHEMA_LOCK})
            if not connection.scalar(text("SELECT to_regnamespace(:name)"), {"name": DAGSTER_DATABASE}):
                connection.execute(text("CREATE SCHEMA dagster"))
    except DBAPIError as problem:
        if getattr(problem.orig, "sqlstate", None) == _NOT_ALLOWED:
            raise StoreUnavailable(
                f"User {address.username} may not make the schema '{DAGSTER_DATABASE}' for Dagster's tables. "
                f"Let an administrator run: CREATE SCHEMA {DAGSTER_DATABASE} AUTHORIZATION {address.username}"
            ) from None
        raise translate(problem, address) or problem from problem
    finally:
        engine.dispose()
