"""A throw-away place to run in: a server, a data home and a folder of papers of a measurement's own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from resources.settings import Settings, get_settings
from resources.store.server import EmbeddedServer


@contextmanager
def throw_away_place(**overrides: object) -> Iterator[Settings]:
    """Settings of an embedded server with a data home of its own; both go afterwards."""
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        home.chmod(0o755)
        settings = get_settings(data_home=home, database_url=None, durable=False, **overrides)
        try:
            yield settings
        finally:
            EmbeddedServer(settings.server_home, settings.durable).stop()


def environment_of(settings: Settings) -> dict[str, str]:
    """What names the place to a process of its own."""
    return {
        "AITIA_DATA_HOME": str(settings.data_home),
        "AITIA_DATABASE_URL": "",
        "AITIA_DURABLE": str(settings.durable).lower(),
        "AITIA_SOURCES": ",".join(settings.sources),
        "AITIA_DOCUMENTS": ":".join(map(str, settings.documents)),
    }
