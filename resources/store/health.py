"""Whether the store can be reached, and what it is made of, without starting anything."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import text

from aitia.model.errors import StoreError
from resources.settings import Settings
from resources.store.addresses import embedded_server, own_url
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
