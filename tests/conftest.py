"""Fixtures that every room shares. What opens a database is imported only where a test asks for one."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings as hypothesis_settings

if TYPE_CHECKING:
    from resources.settings import Settings
    from resources.store.server import EmbeddedServer
    from resources.store.session import Store

ROOT = Path(__file__).resolve().parents[1]
_TEMPLATE = "template_aitia"
_NAMED = 80

# To collect the tests loads everything: the search for garbage in what stays takes two thirds of that time.
gc.disable()

# How long an example takes depends on the machine; timing belongs into benchmarks.
hypothesis_settings.register_profile("aitia", deadline=None)
hypothesis_settings.load_profile("aitia")


def pytest_collection_finish() -> None:
    """What is loaded now is never looked through again, neither by a test nor when the process ends."""
    gc.freeze()
    gc.enable()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Texts of pages are cut short in the names of tests."""
    return f"{val[:_NAMED]!r}…" if isinstance(val, str) and len(val) > _NAMED else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of human-labelled data beside the project; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("AITIA_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"shared data not present at {folder}: set AITIA_SHARED to run this test")
    return folder


@pytest.fixture(scope="session")
def server_home() -> Iterator[Path]:
    """A temporary folder for a server. Not pytest's own: as root that is closed to the server's account."""
    home = Path(tempfile.mkdtemp(prefix="aitia-test-"))
    home.chmod(0o755)
    yield home
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def store_server(server_home: Path) -> Iterator[EmbeddedServer]:
    """An embedded server of this test run's own, with a migrated database to copy; stopped at the end."""
    from sqlalchemy import make_url

    from resources.store.migrate import upgrade
    from resources.store.server import EmbeddedServer, sqlalchemy_url
    from resources.store.session import make_engine

    server = EmbeddedServer(server_home / "postgres", durable=False)
    try:
        server.start()
        server.ensure_database(_TEMPLATE)
        engine = make_engine(make_url(sqlalchemy_url(server.url(_TEMPLATE))))
        upgrade(engine)
        engine.dispose()
        yield server
    finally:
        server.stop()


@pytest.fixture
def store_settings(store_server: EmbeddedServer, tmp_path: Path) -> Iterator[Settings]:
    """Settings that name a fresh, migrated, empty database, and a data home of the test's own."""
    from resources.settings import get_settings

    name = f"test_{uuid.uuid4().hex[:12]}"
    store_server.ensure_database(name, template=_TEMPLATE)
    yield get_settings(database_url=store_server.url(name), data_home=tmp_path, sources=("demonstration",))
    store_server.drop_database(name)


@pytest.fixture
def store(store_settings: Settings) -> Iterator[Store]:
    """An open store on a fresh, migrated, empty database."""
    from resources.store.session import open_store

    opened = open_store(store_settings)
    yield opened
    opened.close()
