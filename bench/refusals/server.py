"""A local service that sends hostile bodies: `http://127.0.0.1:PORT/KIND/NUMBER/…` for `bench.refusals`."""

from __future__ import annotations

import gzip
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

from bench.refusals.attacks import GIGABYTE, JSON, Payload, xml

TYPES = {"json": "application/json", "xml": "application/xml"}
BODIES: dict[str, dict[str, Payload]] = {"json": JSON, "xml": xml(b"PubmedArticleSet")}
_packed: dict[tuple[str, int], bytes] = {}
"""Packed before the first request, so that no client waits for it."""
_FOUND = b"<eSearchResult><Count>1</Count><IdList><Id>1</Id></IdList></eSearchResult>"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", "0")))
        self._answer()

    def _answer(self) -> None:
        """`plain`: the body as it is, of unknown length; `packed`: as gzip; `fetch`: only to efetch.

        `tail`: a whole answer as gzip, and then a gigabyte.
        """
        _, kind, how, number, *rest = urlsplit(self.path).path.split("/")
        self.send_response(200)
        self.send_header("Content-Type", TYPES[kind])
        if how in ("packed", "tail"):
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        searched = how == "fetch" and rest[-1] == "esearch.fcgi"
        body = iter([_FOUND]) if searched else _body(kind, int(number), how)
        try:
            for piece in body:
                self.wfile.write(piece)
        except OSError:
            self.close_connection = True

    def log_message(self, *_ignored: object) -> None:
        return


def _body(kind: str, number: int, how: str) -> Iterator[bytes]:
    if how == "tail":
        return chain([gzip.compress(b"{}")], Payload(b"", b"\0", GIGABYTE).pieces())
    return iter([_packed[kind, number]]) if how == "packed" else list(BODIES[kind].values())[number].pieces()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_ignored: object) -> None:
        return


def _serve(told: Connection) -> None:
    for kind, attacks in BODIES.items():
        for number, payload in enumerate(attacks.values()):
            _packed[kind, number] = payload.packed()
    server = _Quiet(("127.0.0.1", 0), _Handler)
    told.send(server.server_port)
    server.serve_forever()


@contextmanager
def hostile_service() -> Iterator[str]:
    """The address of a running server in a process of its own."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()
