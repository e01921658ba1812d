"""A local web server that plays literature services, well-behaved or not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchOutcome, SearchRequest


@dataclass
class Asked:
    """One request as the server saw it; `params` holds the query and the form."""

    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]


@dataclass
class Answer:
    """What the server sends. `broken`: it closes the connection after the body, whatever was promised."""

    body: bytes = b""
    status: int = 200
    content_type: str | None = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    delay: threading.Event | None = None
    endless: bytes = b""


Behaviour = Callable[[Asked], Answer]


class Fake:
    """The server: set `behaviour`, read `asked`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.behaviour: Behaviour = lambda asked: Answer(status=404)
        self.url = ""
        self.closing = threading.Event()

    def answer(self, body: bytes | str = b"", **how: Any) -> Answer:
        """An answer to give from a behaviour."""
        return Answer(body.encode() if isinstance(body, str) else body, **how)

    def always(self, body: bytes | str = b"", **how: Any) -> None:
        """Answer every request alike."""
        self.behaviour = lambda asked: self.answer(body, **how)

    def ask(self, source: Any, limit: int = 10, query: str = "fish oil", **filters: str) -> SearchOutcome:
        """Run one search to its end."""
        request = SearchRequest(
            source=source.name,
            evidence_type=EvidenceType.RANDOMISED_TRIAL,
            query=query,
            limit=limit,
            filters=filters,
        )
        outcome: SearchOutcome = asyncio.run(source.search(request))
        return outcome


@pytest.fixture
def service() -> Iterator[Fake]:
    """A running server on a free local port."""
    with serving() as fake:
        yield fake


@pytest.fixture
def stranger() -> Iterator[Fake]:
    """Another running server, which is no host of the service."""
    with serving() as fake:
        yield fake


@contextmanager
def serving() -> Iterator[Fake]:
    """A server on a free local port until the block ends."""
    fake = Fake()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer("")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("content-length", "0"))).decode())

        def _answer(self, form: str) -> None:
            parts = urlsplit(self.path)
            params = {
                k: v[0] for k, v in parse_qs(f"{parts.query}&{form}", keep_blank_values=True).items() if k
            }
            asked = Asked(self.command, parts.path, params, {k.lower(): v for k, v in self.headers.items()})
            fake.asked.append(asked)
            answer = fake.behaviour(asked)
            if answer.delay:
                answer.delay.wait(20)
            try:
                self._send(answer)
            except OSError:
                self.close_connection = True

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            if answer.content_type:
                self.send_header("Content-Type", answer.content_type)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if not answer.endless:
                length = len(answer.body) if answer.promised is None else answer.promised
                self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(answer.body)
            while answer.endless and not fake.closing.is_set():
                self.wfile.write(answer.endless)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            return

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, request: object, client_address: object) -> None:
            return

    server = Quiet(("127.0.0.1", 0), Handler)
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield fake
    fake.closing.set()
    server.shutdown()
    server.server_close()
