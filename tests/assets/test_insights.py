"""The step `insights`: chains over things that are cause here and effect there, shown with the verdict."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]


def cohort(number: int, title: str, told: str) -> Paper:
    """A cohort; every figure is made up."""
    return {
        "pmid": str(92000000 + number),
        "title": f"{title}: cohort number {number}",
        "abstract": (
            "Background: Data are scarce. Methods: In this prospective cohort study we followed "
            f"9000 adults for five years. Results: {told} Conclusions: More studies are needed."
        ),
        "publication_types": ["Observational Study"],
        "year": 2015 + number,
    }


LOWERS = "Zeltamine reduced the risk of atrial fibrillation (HR 0.70, 95% CI 0.60 to 0.82)."
RAISES = "Atrial fibrillation increased the risk of stroke (HR 2.10, 95% CI 1.60 to 2.80)."
FIRST_STEP = cohort(1, "Zeltamine and atrial fibrillation", LOWERS)
LAST_STEPS = [cohort(number, "Atrial fibrillation and stroke", RAISES) for number in (2, 3)]


@pytest.fixture
def chained(make_world: Callable[..., World], papers: dict[str, Paper]) -> World:
    """Trials of zeltamine and stroke beside cohorts that speak of atrial fibrillation on the way."""
    from aitia.question import read_question

    world = make_world([papers["first"], papers["second"], FIRST_STEP, *LAST_STEPS])
    world.ask(read_question("Does atrial fibrillation increase stroke risk?"))
    world.ask(read_question("Does zeltamine reduce atrial fibrillation?"))
    world.ask()
    return world


def test_what_one_paper_calls_an_effect_and_another_a_cause_makes_a_chain(chained: World) -> None:
    from assets.steps.wordings import further_words
    from resources.store.reasoning import current_verdict
    from resources.store.standing import current_insights

    asked = chained.question.question_id
    with chained.bench.store.session() as session:
        best = current_insights(session, asked)[0]
        verdict = current_verdict(session, asked)
        assert verdict is not None
        said = further_words(session, verdict)["paths"]
    assert (best.kind, len(best.path)) == ("path", 2)
    assert "atrial fibrillation" in best.text.lower()
    assert best.why is not None
    assert "2 steps" in best.why
    quotes = [
        row["evidence"]
        for row in chained.sql("SELECT evidence FROM edges WHERE id = ANY(:ids)", ids=best.path)
    ]
    assert len(quotes) == 2
    assert all(quote in said for quote in quotes), "the command line shows both sentences"
    folder = chained.bench.settings.reports_home / asked
    page = html.unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert "atrial fibrillation" in page[page.index("How it may come about") :].lower()


def test_insights_go_with_the_paper_that_made_them_and_edges_left_out_are_counted(chained: World) -> None:
    from resources.store import graph

    nodes = [row["id"] for row in chained.sql("SELECT id FROM nodes")]
    with chained.bench.store.session() as session:
        everything = graph.edges_around(session, nodes)
        one = graph.edges_around(session, nodes, limit=1)
    assert everything.left_out == 0
    assert one.left_out == len(everything.edges) - 1 > 0
    chained.retract(FIRST_STEP)
    assert chained.ask()["insights"].counts["paths"] == 0
