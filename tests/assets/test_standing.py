"""Papers that are read are asked for at Crossref, where the question is: a second origin for a retraction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import World

DOIS = {"first": "10.1234/first", "second": "10.1234/second"}


class Registry:
    """A Crossref without papers to find; `retracted` maps a DOI to the day of its notice."""

    def __init__(self) -> None:
        self.retracted: dict[str, tuple[int, int, int]] = {}
        self.down = False
        self.asked: list[str] = []
        self.url = ""

    def answer(self, path: str, params: Mapping[str, list[str]]) -> tuple[int, str, bytes]:
        """What a request finds."""
        doi = params.get("filter", [""])[0].removeprefix("updates:")
        if doi and self.down:
            return 403, "application/json", b""
        if doi:
            self.asked.append(doi)
        items = []
        if doi in self.retracted:
            update = {"DOI": doi, "type": "retraction", "updated": {"date-parts": [self.retracted[doi]]}}
            items = [{"DOI": f"{doi}.notice", "title": ["A notice"], "update-to": [update]}]
        body = {"message": {"total-results": len(items), "items": items}}
        return 200, "application/json", json.dumps(body).encode()


@pytest.fixture
def registry(serve: Any) -> Registry:
    held = Registry()
    held.url = serve(held.answer)
    return held


@pytest.fixture
def world(make_world: Any, papers: Mapping[str, dict[str, Any]], registry: Registry) -> World:
    made: World = make_world([{**papers[name], "doi": doi} for name, doi in DOIS.items()])
    update = {"source_urls": {"crossref": registry.url}, "cache_home": made.folder.parent}
    made.bench.settings = made.bench.settings.model_copy(update=update)
    return made


def ask(world: World, *sources: str) -> Any:
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig

    world.asked += 1
    config = RoundConfig(sources=["documents", *sources], documents=[str(world.folder)])
    return run_steps(world.bench, world.question, config, f"run-{world.asked}")


def standing(world: World) -> dict[str, tuple[str, str | None]]:
    rows = world.sql(
        "SELECT doi, retraction_status, (SELECT max(noticed_on)::text FROM retraction_signals s "
        "WHERE s.paper_id = p.paper_id AND s.origin LIKE 'crossref%') AS day FROM papers p"
    )
    return {row["doi"]: (row["retraction_status"], row["day"]) for row in rows}


def test_a_notice_at_crossref_takes_a_paper_out_of_the_verdict(world: World, registry: Registry) -> None:
    ask(world)
    assert registry.asked == []
    before = world.verdict()
    registry.retracted = {DOIS["first"]: (2021, 4, 30)}
    report = ask(world, "crossref")["retraction_notices"]
    assert sorted(set(registry.asked)) == sorted(DOIS.values())
    assert report.counts["notices_asked"] == 2
    assert sorted(report.content) == ["pmid:91000001 retracted", "pmid:91000002 none"]
    assert standing(world) == {
        DOIS["first"]: ("retracted", "2021-04-30"),
        DOIS["second"]: ("none", None),
    }
    after = world.verdict()
    assert before["point"] != after["point"]
    assert (after["version"], after["point"], after["low"]) == (2, 0.78, 0.62)
    rows = world.rows()
    ask(world, "crossref")
    assert {k: v for k, v in world.rows().items() if k == "retraction_signals"} == {
        "retraction_signals": rows["retraction_signals"]
    }


def test_a_refresh_finds_a_notice_that_only_crossref_has_though_no_search_finds_anything_new(
    world: World, registry: Registry
) -> None:
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig

    def refreshed(number: int) -> list[str]:
        return list(run_steps(world.bench, world.question, RoundConfig(refresh=True), f"refresh-{number}"))

    ask(world, "crossref")
    assert refreshed(1)[-1] == "candidate_papers"
    registry.retracted = {DOIS["first"]: (2021, 4, 30)}
    assert refreshed(2)[-1] == "report"
    after = world.verdict()
    assert (after["version"], after["point"]) == (2, 0.78)
    assert any("Retracted since" in line for line in after["changes"])
    assert refreshed(3)[-1] == "candidate_papers"


def test_a_crossref_that_refuses_changes_no_standing_and_is_noted(world: World, registry: Registry) -> None:
    registry.down = True
    said: list[str] = []
    world.bench.progress = said.append
    world.bench.at("retraction_notices", world.question.question_id, "run-1")
    report = ask(world, "crossref")["retraction_notices"]
    log = world.bench.settings.run_log
    assert log is not None
    logged = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {line["paper_id"] for line in logged if line["level"] == "warning" and "paper_id" in line} == {
        "pmid:91000001",
        "pmid:91000002",
    }
    assert report.counts["notices_failed"] == 2
    assert "retracted" not in {status for status, _ in standing(world).values()}
    assert world.value("SELECT count(*) FROM retraction_signals WHERE origin LIKE 'crossref%'") == 0
    assert any("no notices of" in line for line in said)
    assert report.tables["could not be asked"].count("pmid:9100000") == 2
    (changed,) = world.sql("SELECT changed FROM rounds")
    assert len(changed["changed"]["notices"]["failed"]) == 2
