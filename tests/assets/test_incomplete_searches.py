"""Unknown is a value: a source that fails makes the search incomplete, visibly, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.assets.conftest import World


class _Broken(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(500)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *arguments: object) -> None:
        return None


@pytest.fixture
def broken_service() -> Iterator[str]:
    """A local service that answers every request with 500."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Broken)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def asked(world: World, broken_service: str) -> World:
    """The question asked again, of the papers and of a live service that fails."""
    from assets.search_plan import RoundConfig
    from assets.steps import run_steps
    from resources.workbench import Workbench

    settings = world.bench.settings.model_copy(
        update={"source_urls": {"europe_pmc": broken_service}, "cache_home": world.bench.settings.data_home}
    )
    bench = Workbench(settings, world.bench.store)
    bench.__dict__["embedder"] = world.bench.embedder
    config = RoundConfig(sources=["documents", "EuropePMC"], documents=[str(world.folder)])
    run_steps(bench, world.question, config, "with a broken service")
    return world


def test_a_service_that_fails_makes_its_searches_incomplete_and_the_verdict_says_so(asked: World) -> None:
    searches = asked.sql("SELECT source, status, error FROM searches ORDER BY source")
    assert {row["status"] for row in searches if row["source"] == "documents"} == {"complete"}
    failed = [row for row in searches if row["source"] == "europe_pmc"]
    assert failed
    assert {row["status"] for row in failed} == {"incomplete"}
    assert all(row["error"] for row in failed)
    verdict = asked.verdict()
    assert verdict["version"] == 2
    assert any(
        gap["kind"] == "search_incomplete" and gap["source"] == "europe_pmc" for gap in verdict["gaps"]
    )
    assert any("europe_pmc did not answer in full" in note for note in verdict["payload"]["limitations"])
    assert "incomplete" in verdict["explanation"]
    assert (
        verdict["conclusion"]
        == asked.sql("SELECT conclusion FROM verdicts WHERE version = 1")[0]["conclusion"]
    )


def test_without_the_service_the_search_is_complete_again(asked: World) -> None:
    asked.ask()
    assert not any(gap["kind"] == "search_incomplete" for gap in asked.verdict()["gaps"])
    counts = asked.sql("SELECT * FROM prisma_counts")[0]
    assert counts["searches_incomplete"] == 0
