"""Unknown is a value: a source that fails makes the search incomplete, visibly, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World


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


def ask_of(world: World, address: str, *sources: str) -> World:
    """The question asked again of these sources, the live service among them at this address."""
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig
    from resources.workbench import Workbench

    settings = world.bench.settings.model_copy(
        update={"source_urls": {"europe_pmc": address}, "cache_home": world.bench.settings.data_home}
    )
    bench = Workbench(settings, world.bench.store)
    bench.__dict__["embedder"] = world.bench.embedder
    documents = [str(world.folder)] if "documents" in sources else []
    config = RoundConfig(sources=list(sources), documents=documents)
    run_steps(bench, world.question, config, "with a live service")
    return world


@pytest.fixture
def asked(world: World, broken_service: str) -> World:
    """The question asked again, of the papers and of a live service that fails."""
    return ask_of(world, broken_service, "documents", "EuropePMC")


NOTHING_FOUND = b'{"hitCount": 0, "nextCursorMark": "*", "resultList": {"result": []}}'


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


def test_a_service_asked_instead_that_fails_takes_no_evidence_away_and_the_verdict_says_so(
    world: World, broken_service: str, serve: Callable[..., str]
) -> None:
    before = world.verdict()
    assert before["conclusion"] == "established_causal"
    ask_of(world, broken_service, "europe_pmc")
    after = world.verdict()
    assert (after["conclusion"], after["point"]) == (before["conclusion"], before["point"])
    assert after["version"] == 2
    said = "europe_pmc did not answer in full: the papers that documents gave before still count"
    assert any(said in note for note in after["payload"]["limitations"])
    assert said in after["explanation"]
    counts = world.sql("SELECT * FROM prisma_counts")[0]
    assert counts["papers_found"] == 6
    assert counts["searches_incomplete"] > 0
    assert world.value("SELECT kept_sources FROM questions") == ["documents"]

    # Once the service answers, it alone is what the question is asked of.
    ask_of(world, serve(lambda path, query: (200, "application/json", NOTHING_FOUND)), "europe_pmc")
    assert world.value("SELECT kept_sources FROM questions") == []
    assert world.verdict()["conclusion"] == "insufficient_evidence"


def test_a_failed_search_is_owed_until_it_succeeds(world: World, broken_service: str) -> None:
    from assets.steps.rounds import is_settled

    ask_of(world, broken_service, "documents", "europe_pmc")
    folder = [str(world.folder)]
    assert not is_settled(world.bench, world.question, ["documents", "europe_pmc"], folder)
    world.sql("UPDATE searches SET status = 'complete', error = NULL, sent_at = now()")
    assert is_settled(world.bench, world.question, ["documents", "europe_pmc"], folder)


def test_a_second_round_keeps_the_words_of_what_changed(world: World, papers: dict[str, Paper]) -> None:
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig

    world.write(papers["first"])
    world.ask()
    lost = world.verdict()["changes"]
    assert any(line.startswith(("The ", "No longer used")) for line in lost), lost
    config = RoundConfig(documents=[str(world.folder)], next_round=True)
    run_steps(world.bench, world.question, config, "round 2")
    assert world.value("SELECT max(round_no) FROM rounds") == 2
    last = world.verdict()
    assert last["version"] == 3
    for line in lost:
        if line.startswith(("The ", "No longer used")):
            assert line in last["changes"]
    assert "## What changed" in last["explanation"]
