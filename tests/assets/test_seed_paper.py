"""A landscape question that names its seed paper is asked by its authors too, and papers like it pass."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.assets.scenes import World

QUESTION = "Which papers improve on 3D Gaussian Splatting (arXiv:2308.04079)?"
SEED: dict[str, Any] = {
    "arxiv_id": "2308.04079",
    "title": "3D Gaussian Splatting for Real-Time Radiance Field Rendering",
    "abstract": "We describe a scene by many small blobs.",
    "authors": ["Ada Berg", "Bo Carl"],
    "year": 2023,
}


def test_authors_of_a_stored_seed_paper_become_searches_once(make_world: Callable[..., World]) -> None:
    from assets.steps.candidate_papers import collect_papers
    from assets.steps.search_plan import RoundConfig, plan_round

    world = make_world([SEED], QUESTION)
    folder = RoundConfig(documents=[str(world.folder)])
    plan_round(world.bench, world.question, folder, "first")
    collect_papers(world.bench, world.question, "first")
    for run in ("second", "third"):
        plan_round(world.bench, world.question, RoundConfig(sources=["arxiv"]), run)
    sent = world.sql(
        "SELECT query FROM searches WHERE reason LIKE '%author of the seed paper%' ORDER BY query"
    )
    assert [row["query"] for row in sent] == ['au:"Ada Berg"', 'au:"Bo Carl"']


def test_a_look_up_that_fails_costs_only_the_searches_by_author(make_world: Callable[..., World]) -> None:
    from assets.steps.seed_paper import seed_authors

    world = make_world([SEED], QUESTION)
    # This handler knows no method and refuses every request.
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        urls = {"semantic_scholar": f"http://127.0.0.1:{server.server_address[1]}"}
        world.bench.settings = world.bench.settings.model_copy(update={"source_urls": urls})
        said: list[str] = []
        world.bench.progress = said.append
        assert seed_authors(world.bench, world.question, ["arxiv", "semantic_scholar"]) == ()
    assert len(said) == 1
    assert "seed paper ARXIV:2308.04079 could not be looked up" in said[0]


def test_a_paper_like_the_seed_paper_is_read_whatever_words_it_uses(make_world: Callable[..., World]) -> None:
    like_it = {"arxiv_id": "2401.00001", "title": "Scenes of many blobs, rendered at once", "year": 2024}
    like_it["abstract"] = "A scene is described by many small blobs of 3D light, rendered in real time."
    other = {
        "arxiv_id": "2401.00002",
        "title": "Sleep of adults in 3D",
        "abstract": "Adults slept.",
        "year": 2024,
    }
    world = make_world([SEED, like_it, other], QUESTION)
    world.ask()
    rows = world.sql("SELECT arxiv_id, decision, reason FROM question_papers JOIN papers USING (paper_id)")
    found = {row["arxiv_id"]: row for row in rows}
    assert "similarity to the seed paper" in found["2401.00002"]["reason"]
    assert found["2401.00002"]["decision"] == "excluded"
    assert found["2308.04079"]["decision"] == "included"
    assert found["2401.00001"]["decision"] == "included"
