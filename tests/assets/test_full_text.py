"""Papers that pass the gate are read in full where Europe PMC has their text and the settings ask for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import World

NOTHING = json.dumps({"hitCount": 0, "resultList": {"result": []}}).encode()
# Longer than a passage of 800 tokens, without a finding.
LONG = " ".join(f"Visit number {n} took place at the clinic as planned." for n in range(120))


def article(pmid: str) -> bytes:
    """Full text with a finding that its abstract leaves out."""
    return (
        '<article article-type="research-article"><front><article-meta>'
        f'<article-id pub-id-type="pmid">{pmid}</article-id>'
        "<title-group><article-title>Zeltamine trial</article-title></title-group></article-meta></front>"
        f"<body><sec><title>Methods</title><p>{LONG}</p></sec><sec><title>Results</title>"
        "<p>Compared with placebo, zeltamine reduced the risk of stroke in women (RR 0.61, 95% CI 0.45 to "
        "0.83).</p></sec></body></article>"
    ).encode()


class Shelf:
    """A Europe PMC with nothing to find and some full texts; `asked` are the full texts asked for."""

    def __init__(self) -> None:
        self.texts: dict[str, bytes | int] = {}
        self.asked: list[str] = []
        self.url = ""


@pytest.fixture
def shelf(serve: Any) -> Shelf:
    held = Shelf()

    def answer(path: str, params: object) -> tuple[int, str, bytes]:
        if path.endswith("/search"):
            return 200, "application/json", NOTHING
        pmcid = path.split("/")[-2]
        held.asked.append(pmcid)
        text = held.texts.get(pmcid, 404)
        return (text, "application/xml", b"") if isinstance(text, int) else (200, "application/xml", text)

    held.url = serve(answer)
    return held


@pytest.fixture
def open_world(make_world: Any, papers: Mapping[str, dict[str, Any]], shelf: Shelf) -> World:
    """Two trials, a cohort and a paper off the subject, all with a PMC id; full text asked for."""
    names = ("first", "second", "cohort", "off_topic")
    world: World = make_world([{**papers[n], "pmcid": f"PMC{papers[n]['pmid']}"} for n in names])
    update = {"source_urls": {"europe_pmc": shelf.url}, "full_text": True, "cache_home": world.folder.parent}
    world.bench.settings = world.bench.settings.model_copy(update=update)
    return world


def ask(world: World, *sources: str) -> Any:
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig

    world.asked += 1
    config = RoundConfig(sources=["documents", *sources], documents=[str(world.folder)])
    return run_steps(world.bench, world.question, config, f"run-{world.asked}")


def sections_read(world: World) -> set[tuple[str, str, int]]:
    rows = world.sql("SELECT paper_id, section_id, part_index FROM passages")
    return {
        (r["paper_id"], r["section_id"], r["part_index"])
        for r in rows
        if r["section_id"] not in ("title", "abstract")
    }


def test_included_papers_are_read_in_full_and_nothing_is_fetched_twice(
    open_world: World, shelf: Shelf
) -> None:
    shelf.texts = {"PMC91000001": article("91000001"), "PMC91000002": article("91000003"), "PMC91000011": 404}
    first = ask(open_world, "europe_pmc")
    # The paper that the gate turned away is not fetched; the one that came back as another paper is not kept.
    assert sorted(shelf.asked) == ["PMC91000001", "PMC91000002", "PMC91000011"]
    assert sections_read(open_world) == {
        ("pmid:91000001", "methods", 0),
        ("pmid:91000001", "methods", 1),
        ("pmid:91000001", "results", 0),
    }
    quoted = open_world.sql(
        "SELECT e.evidence FROM edges e JOIN passages p USING (passage_id) WHERE section_id = 'results'"
    )
    assert any("RR 0.61" in row["evidence"] for row in quoted)
    stored = open_world.value("SELECT sections->1->>'text' FROM papers WHERE pmid = '91000001'")
    assert stored.startswith("Compared with placebo")
    assert first["full_texts"].counts["full_texts_fetched"] == 1
    note = open_world.value("SELECT changed->'full_text' FROM rounds ORDER BY round_no LIMIT 1")
    assert sorted(note["absent"]) == ["pmid:91000002", "pmid:91000011"]
    assert "another paper" in note["absent"]["pmid:91000002"]
    again = ask(open_world, "europe_pmc")
    assert len(shelf.asked) == 3
    assert again["gated_papers"].content == first["gated_papers"].content
    assert again["full_texts"].content == first["full_texts"].content == ("pmid:91000001",)
    assert again["full_texts"].counts["full_texts_fetched"] == 0
    assert again["gated_papers"].counts["embedded"] == 0
    assert again["extracted_claims"].counts["newly_read"] == 0


def test_a_failed_fetch_is_noted_costs_nothing_else_and_is_tried_another_time(
    open_world: World, shelf: Shelf
) -> None:
    shelf.texts = {
        "PMC91000001": b"<article><body>",
        "PMC91000002": b"<html><p>Busy</p></html>",
        "PMC91000011": 403,
    }
    report = ask(open_world, "europe_pmc")["full_texts"]
    assert (report.counts["full_texts_fetched"], report.counts["full_texts_failed"]) == (0, 3)
    note = open_world.value("SELECT changed->'full_text'->'failed' FROM rounds ORDER BY round_no LIMIT 1")
    assert sorted(note) == ["pmid:91000001", "pmid:91000002", "pmid:91000011"]
    assert "holds no article" in note["pmid:91000002"]
    assert all(paper in report.tables["read from the abstract"] for paper in note)
    assert not sections_read(open_world)
    assert open_world.verdict()["version"] == 1
    shelf.texts = {"PMC91000001": article("91000001")}
    ask(open_world, "europe_pmc")
    assert {paper for paper, _, _ in sections_read(open_world)} == {"pmid:91000001"}


def test_no_full_text_without_the_setting_or_without_the_source(open_world: World, shelf: Shelf) -> None:
    shelf.texts = {"PMC91000001": article("91000001")}
    ask(open_world)
    open_world.bench.settings = open_world.bench.settings.model_copy(update={"full_text": False})
    ask(open_world, "europe_pmc")
    assert not shelf.asked
    assert not sections_read(open_world)


def looked_at(world: World, suite: str) -> Any:
    """What the asset check of that name finds."""
    from assets.checks import run_suite
    from validators.suites import SUITES, WORKER

    (wanted,) = (found for found in SUITES if found.name == suite)
    try:
        return run_suite(world.bench, wanted, world.question.question_id)
    finally:
        WORKER.close()


def test_the_checks_name_a_paper_whose_full_text_is_not_in_passages_or_that_has_no_reason(
    open_world: World, shelf: Shelf
) -> None:
    shelf.texts = {"PMC91000001": article("91000001")}
    ask(open_world, "europe_pmc")
    good = looked_at(open_world, "full_texts")
    assert (good.success, good.rows) == (True, 3)
    assert looked_at(open_world, "standing").success
    open_world.sql("UPDATE questions SET settled_inputs = NULL")  # as while a run is at work
    open_world.sql(
        "UPDATE papers SET sections = sections || CAST(:more AS jsonb) WHERE pmid = '91000001'",
        more=json.dumps([{"section_id": "harms", "title": "Harms", "text": "None."}]),
    )
    failed = {"full_text": {"failed": {"pmid:91000002": " "}}, "notices": {"failed": {"pmid:91000011": ""}}}
    noted = "UPDATE rounds SET changed = CAST(:noted AS jsonb), finished_at = now()"
    open_world.sql(noted, noted=json.dumps(failed))
    for suite, papers in (("full_texts", {"1", "2"}), ("standing", {"11"})):
        found = looked_at(open_world, suite)
        assert not found.success
        assert {str(row[0]).removeprefix("pmid:910000").lstrip("0") for row in found.failing} == papers
