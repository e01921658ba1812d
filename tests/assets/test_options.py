"""An abductive question asked offline: options judged by the documents' sentences, with quotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from aitia.question import read_question

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World

FIRE: Paper = {
    "pmid": "91000201",
    "title": "The fire at the Hollow Lane mill",
    "abstract": (
        "The Hollow Lane mill burned down in the night. The mill burned down after a spark from the boiler "
        "set the stored straw on fire. Firemen from two villages came too late to save the mill."
    ),
    "year": 2019,
}
FAIR: Paper = {
    "pmid": "91000202",
    "title": "A record crowd at the Hollow Lane fair",
    "abstract": (
        "The village fair drew a record crowd. A brass band played at the fair until the evening. Visitors "
        "praised the cider."
    ),
    "year": 2019,
}
ASKED = "Why did the Hollow Lane mill burn down? "
OPTIONS = (
    "A) A spark from the boiler set straw on fire B) A brass band played at the fair C) none of the others"
)


def _world(make_world: Callable[..., World], options: str, papers: tuple[Paper, ...] = (FIRE, FAIR)) -> World:
    world = make_world(papers)
    world.bench.settings = world.bench.settings.model_copy(update={"gate": False})
    world.question = read_question(ASKED + options)
    world.ask()
    return world


def test_the_option_that_the_documents_tie_to_the_event_holds_with_its_quote(
    make_world: Callable[..., World],
) -> None:
    world = _world(make_world, OPTIONS)
    verdict = world.verdict()
    spark, band = verdict["payload"]["options"]["findings"]
    assert verdict["conclusion"] == "listed"
    assert verdict["payload"]["options"]["chosen"] == "A"
    assert spark["stands"]
    assert spark["precedence"]["state"] == "holds"
    assert "set the stored straw on fire" in spark["quotes"][0]["quote"]["text"]
    assert not band["stands"]
    assert "trials of" not in verdict["explanation"]
    assert verdict["gaps"] == []
    passage = world.value(
        "SELECT substr(text, :a + 1, :b - :a) FROM passages WHERE passage_id = :p",
        a=spark["quotes"][0]["quote"]["char_start"],
        b=spark["quotes"][0]["quote"]["char_end"],
        p=spark["quotes"][0]["quote"]["passage_id"],
    )
    assert passage == spark["quotes"][0]["quote"]["text"]


def test_none_of_the_others_holds_where_no_document_ties_an_option_to_the_event(
    make_world: Callable[..., World],
) -> None:
    options = "A) A brass band played at the fair B) Visitors praised the cider C) None of the others"
    verdict = _world(make_world, options).verdict()
    assert verdict["payload"]["options"]["chosen"] == "C"
    assert "None of the options is shown" in verdict["payload"]["headline"]
    assert len(verdict["gaps"]) == 2


def test_a_retracted_document_tells_nothing_and_a_repeated_option_counts_once(
    make_world: Callable[..., World],
) -> None:
    world = _world(
        make_world, OPTIONS.replace("none of the others", "A spark from the boiler set straw on fire")
    )
    first = world.verdict()["payload"]["options"]
    assert first["chosen"] == "AC"
    assert [f["letters"] for f in first["findings"]] == ["AC", "B"]
    before = world.state()
    world.ask()
    assert world.state() == before
    world.retract(FIRE)
    world.ask()
    assert world.verdict()["payload"]["options"]["chosen"] == ""


def test_without_documents_on_it_the_verdict_says_that_nothing_was_read(
    make_world: Callable[..., World],
) -> None:
    verdict = _world(make_world, OPTIONS, ()).verdict()
    assert verdict["conclusion"] == "insufficient_evidence"
    assert "No sentence was read" in verdict["payload"]["headline"]


def test_the_page_shows_each_option_with_links_to_its_sentences(make_world: Callable[..., World]) -> None:
    world = _world(make_world, OPTIONS)
    folder = world.bench.settings.reports_home / world.question.question_id
    page = (folder / "report.html").read_text(encoding="utf-8")
    table = page.partition('id="options"')[2].partition("</section>")[0]
    assert "A brass band played at the fair" in table
    assert table.count('<a href="#') >= 4
