"""Worlds of a small question for the tests of the assets, and a local service for their sources."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.assets.scenes import (
    COHORT,
    FIRST,
    FOURTH,
    HARM,
    OFF_TOPIC,
    PAPERS,
    SECOND,
    THIRD,
    Answered,
    Paper,
    World,
    worlds,
)

if TYPE_CHECKING:
    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The local embedder, loaded once for every world of this test process."""
    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings

    return make_embedder(get_settings())


@pytest.fixture
def make_world(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path: Path
) -> Iterator[Callable[..., World]]:
    """A maker of worlds, each with a database of its own; all are dropped when the test ends."""
    with worlds(store_server, embedder, tmp_path) as make:
        yield make


@pytest.fixture(scope="session")
def answered(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world like `world` that every test shares: for tests that only look."""
    with worlds(store_server, embedder, tmp_path_factory.mktemp("answered")) as make:
        made = make()
        made.ask()
        yield made


@pytest.fixture(scope="session")
def put_away(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Answered]:
    """The question answered once from the six papers, to be copied: to answer it takes seconds."""
    with worlds(store_server, embedder, tmp_path_factory.mktemp("put_away")) as make:
        made = make()
        made.ask()
        yield Answered.of(made)


@pytest.fixture
def world(put_away: Answered, make_world: Callable[..., World]) -> World:
    """The question answered once from the six papers."""
    return put_away.copy(make_world)


@pytest.fixture
def papers() -> dict[str, Paper]:
    """The papers by name, one more than the question is first asked of."""
    return {
        "first": FIRST,
        "second": SECOND,
        "third": THIRD,
        "cohort": COHORT,
        "harm": HARM,
        "off_topic": OFF_TOPIC,
        "fourth": FOURTH,
    }


@pytest.fixture
def first_papers() -> list[Paper]:
    """The papers that `world` was answered from."""
    return list(PAPERS)


Answer = tuple[int, str, bytes]


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[str, dict[str, list[str]]], Answer]], str]]:
    """Starts a local service that answers (path, parameters) with (status, type, body); gives its address."""
    running: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def start(answer: Callable[[str, dict[str, list[str]]], Answer]) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                status, kind, body = answer(parts.path, parse_qs(parts.query))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                return None

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server, thread in running:
        server.shutdown()
        thread.join()
        server.server_close()
