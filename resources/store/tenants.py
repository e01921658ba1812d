"""A store as one tenant sees it, and the keys by which programs say whose they are."""

from __future__ import annotations

import hashlib
import re
import secrets

from psycopg import sql
from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from aitia.model.errors import SettingsError, StoreError
from resources.settings import TENANT
from resources.store.roles import ONE_AT_A_TIME
from resources.store.session import Store, make_engine

ROLE = "aitia_tenant"


def tenant_store(store: Store, tenant: str) -> Store:
    """The store through the role that sees the rows of one tenant only, and writes reviews alone.

    Raises StoreError where the role cannot be used, SettingsError for a name that no tenant may have.
    """
    _check(tenant)
    address = store.owner or store.engine.url
    if not address.password:
        raise StoreError("The store's address holds no password to derive that of the tenants' role from.")
    secret = hashlib.sha256(f"{ROLE}\x1f{address.password}".encode()).hexdigest()
    engine = make_engine(_as_role(address, secret), tenant=tenant, proof=proof_of(store, tenant))
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, StoreError):
        _let_in(store, secret)
    with Session(engine) as session:
        powers = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
        if session.execute(text(powers)).scalar_one():
            raise StoreError(
                f"The role {ROLE} sees every tenant's rows: take SUPERUSER and BYPASSRLS from it."
            )
    return Store(engine, store.embedded)


def proof_of(store: Store, tenant: str) -> str:
    """What a session shows the database to see a tenant's rows; the owner and the pipeline can ask for it."""
    with store.session() as session:
        return str(
            session.execute(text("SELECT aitia_tenant_proof(:tenant)"), {"tenant": tenant}).scalar_one()
        )


def new_key(store: Store, tenant: str) -> str:
    """Make a key for a tenant; it is shown once and kept as a hash."""
    _check(tenant)
    key = f"aitia_{secrets.token_urlsafe(32)}"
    owners = make_engine(store.owner or store.engine.url)
    with owners.begin() as connection:
        statement = text("INSERT INTO tenant_keys (key_hash, tenant) VALUES (:hash, :tenant)")
        connection.execute(statement, {"hash": _hash(key), "tenant": tenant})
    owners.dispose()
    return key


def tenant_of_key(store: Store, key: str) -> str | None:
    """Whose key it is; None for one that is not known."""
    with store.session() as session:
        statement = text("SELECT tenant FROM tenant_keys WHERE key_hash = :hash")
        return session.execute(statement, {"hash": _hash(key)}).scalar_one_or_none()


def _check(tenant: str) -> None:
    if not re.fullmatch(TENANT.strip("^$"), tenant):
        raise SettingsError(
            f"{tenant[:60]!r} is no name of a tenant: use up to 40 lower-case letters, digits, - and _."
        )


def _hash(key: str) -> str:
    # Keys are 256 random bits: a plain hash cannot be turned back.
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _as_role(address: URL, secret: str) -> URL:
    return address.set(username=ROLE, password=secret)


def _let_in(store: Store, secret: str) -> None:
    owners = make_engine(store.owner or store.engine.url)
    with owners.begin() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(ONE_AT_A_TIME)
        driver.execute(
            sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(ROLE), sql.Literal(secret))
        )
    owners.dispose()
