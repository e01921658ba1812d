"""Whether the store can be reached, and what it is made of, without starting anything."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import make_url, text

from aitia.model.errors import StoreError
from resources.settings import Settings
from resources.store.addresses import STORE_DATABASE, embedded_server, own_url
from resources.store.migrate import check_server, check_version, head_revision
from resources.store.server import sqlalchemy_url
from resources.store.session import make_engine


@dataclass(frozen=True)
class StoreStatus:
    """What `aitia db status` tells. `place` holds no password."""

    running: bool
    kind: str
    place: str
    version: str | None = None
    pid: int | None = None
    problem: str | None = None

    def as_dict(self) -> dict[str, object]:
        """The facts by name."""
        return asdict(self)


def schema_state(settings: Settings) -> tuple[str, str, str]:
    """Whether a running server and its schema will do: (ok, warn or fail), what is so, what to do."""
    server = embedded_server(settings)
    address = (
        own_url(settings.database_url)
        if server is None
        else make_url(sqlalchemy_url(server.url(STORE_DATABASE)))
    )
    engine = make_engine(address, settings.connect_timeout)
    try:
        with engine.connect() as connection:
            check_server(connection)
            known = connection.scalar(text("SELECT to_regclass('schema_version') IS NOT NULL"))
            found = connection.scalar(text("SELECT version_num FROM schema_version")) if known else None
    except StoreError as problem:
        return "fail", str(problem), ""
    finally:
        engine.dispose()
    if found is None:
        return "ok", "no schema yet; the next command makes it", ""
    try:
        check_version(str(found), "The database's schema")
    except StoreError as problem:
        return "fail", str(problem), "Install the newer aitia."
    newest = head_revision()
    if found != newest:
        return "warn", f"schema {found}; this program brings it to {newest} when it is next opened", ""
    return "ok", f"schema {found}, up to date", ""


def store_status(settings: Settings) -> StoreStatus:
    """Ask the embedded server, or the user's own, whether it answers. Never starts one."""
    server = embedded_server(settings)
    if server is not None:
        found = server.status()
        place = f"127.0.0.1:{found.port}, data in {found.home}" if found.running else f"data in {found.home}"
        return StoreStatus(found.running, "embedded", place, found.version, found.pid)
    address = own_url(settings.database_url)
    place = address.render_as_string(hide_password=True)
    engine = make_engine(address, settings.connect_timeout)
    try:
        with engine.connect() as connection:
            version = connection.scalar(text("SHOW server_version"))
        return StoreStatus(True, "own server", place, str(version))
    except StoreError as problem:
        return StoreStatus(False, "own server", place, problem=str(problem))
    finally:
        engine.dispose()
