"""The Gemini embedder through its real client, against a local server that speaks the protocol."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from aitia.model.errors import EngineOutputInvalid, EngineUnavailable, SettingsError
from resources.embedders.catalogue import embedder_named, make_embedder
from resources.embedders.gemini import GeminiEmbedder
from resources.embedders.short import short_vectors
from resources.settings import Settings


@dataclass
class Service:
    """A server on this machine; `failures` are answered first, `lost` vectors are left out."""

    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    failures: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    lost: int = 0
    size: int | None = None

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, Any], dict[str, str]]:
        self.requests.append(body)
        if self.failures:
            code, headers = self.failures.pop(0)
            return code, {"error": {"code": code, "message": "later", "status": "UNAVAILABLE"}}, headers
        wanted = body["requests"][self.lost :]
        return 200, {"embeddings": [{"values": self._vector(item)} for item in wanted]}, {}

    def _vector(self, item: dict[str, Any]) -> list[float]:
        text = item["content"]["parts"][0]["text"]
        rng = np.random.default_rng(len(text))
        return [float(x) for x in rng.normal(size=self.size or item["outputDimensionality"])]


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            return

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            assert self.path.endswith("gemini-embedding-001:batchEmbedContents")
            code, answer, headers = state.answer(body)
            raw = json.dumps(answer).encode()
            self.send_response(code)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def embedder(service: Service, waits: list[float] | None = None) -> GeminiEmbedder:
    return GeminiEmbedder("key", base_url=service.url, wait=(waits if waits is not None else []).append)


def test_vectors_come_in_the_order_of_the_texts(service: Service) -> None:
    texts = ["a" * n for n in range(1, 131)]
    vectors = embedder(service).embed(texts)
    assert vectors.shape == (130, 3072)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(vectors[120], embedder(service).embed([texts[120]])[0], atol=1e-6)
    assert [len(body["requests"]) for body in service.requests] == [100, 30, 1]


def test_blank_texts_are_not_sent(service: Service) -> None:
    vectors = embedder(service).embed(["", "text"])
    assert not vectors[0].any()
    assert len(service.requests[0]["requests"]) == 1


def test_it_waits_as_long_as_the_service_asks(service: Service) -> None:
    service.failures = [(429, {"Retry-After": "7"}), (503, {})]
    waits: list[float] = []
    assert embedder(service, waits).embed(["text"]).any()
    assert waits == [7.0, 2.0]


def test_a_service_that_stays_away_is_an_error(service: Service) -> None:
    service.failures = [(503, {})] * 5
    with pytest.raises(EngineUnavailable, match="5 attempts"):
        embedder(service).embed(["text"])


def test_a_refused_key_is_not_tried_again(service: Service) -> None:
    service.failures = [(403, {})]
    with pytest.raises(EngineUnavailable, match="403"):
        embedder(service).embed(["text"])
    assert len(service.requests) == 1


def test_fewer_vectors_than_texts_are_an_error(service: Service) -> None:
    service.lost = 1
    with pytest.raises(EngineOutputInvalid, match="1 vectors for 2 texts"):
        embedder(service).embed(["one", "two"])


def test_vectors_of_another_size_are_an_error(service: Service) -> None:
    service.size = 768
    with pytest.raises(EngineOutputInvalid, match="3072"):
        embedder(service).embed(["one"])


def test_an_unreachable_service_is_an_error() -> None:
    gone = GeminiEmbedder("key", base_url="http://127.0.0.1:9", attempts=2, wait=lambda _: None)
    with pytest.raises(EngineUnavailable, match="no answer"):
        gone.embed(["text"])


def test_short_vectors_are_the_first_numbers_at_length_one(service: Service) -> None:
    raw = embedder(service).embed(["text", ""])
    short = short_vectors(raw, 768)
    assert short.shape == (2, 768)
    np.testing.assert_allclose(short[0], raw[0, :768] / np.linalg.norm(raw[0, :768]), atol=1e-6)
    assert not short[1].any()


def test_embedders_are_made_by_name(service: Service, tmp_path: Any) -> None:
    assert embedder_named("local", tmp_path).name == "all-MiniLM-L6-v2"
    made = embedder_named("gemini-embedding-001", tmp_path, gemini_key="key", gemini_url=service.url)
    assert made.embed(["text"]).shape == (1, 3072)


def test_the_settings_choose_the_embedder(service: Service, tmp_path: Any) -> None:
    urls = {"gemini": service.url}
    chosen = Settings(embedder="gemini", gemini_api_key="key", cache_home=tmp_path, source_urls=urls)
    assert make_embedder(chosen).embed(["text"]).shape == (1, 3072)
    assert make_embedder(Settings(cache_home=tmp_path)).name == "all-MiniLM-L6-v2"


def test_an_unknown_name_or_a_missing_key_is_told(tmp_path: Any) -> None:
    with pytest.raises(SettingsError, match="choose"):
        embedder_named("word2vec", tmp_path)
    with pytest.raises(EngineUnavailable, match="AITIA_GEMINI_API_KEY"):
        embedder_named("gemini", tmp_path)
