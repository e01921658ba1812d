"""Pages whose arms both got a further treatment: the old questions keep their answers, the new has none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from bench.training.close.background import with_background
from bench.training.close.beside import BACKGROUND, BOTH_ARMS
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page
from bench.training.reader.lines import as_lines

LINES = [
    "Colds are common.",
    "We assigned 240 adults with a cold to zinc or to honey.",
    "The cold was significantly shorter with zinc than with honey (p < 0.001).",
]


def _finding(key: str, asked: AskedOutcome, lines: list[str] = LINES) -> Example:
    encoder = network().encoder
    page = make_page(encoder, f"{asked.intervention} for the cold", as_lines(lines))
    place = page.context.kept.index(len(lines) - 1)
    told = make_asked(encoder, page, "finding", asked, ANSWERS["lower"], (place,))
    return Example(key, page, (told,))


def _pages() -> list[Example]:
    told = ["Depression was treated with paroxetine.", "It was rarer with paroxetine than with placebo."]
    return [
        _finding("zinc", AskedOutcome("zinc", "honey", "length of the cold")),
        _finding("drug", AskedOutcome("paroxetine", "placebo", "depression"), told),
    ]


def test_both_arms_have_the_further_treatment_wherever_they_are_named() -> None:
    made = with_background(_pages(), network().encoder, random.Random(2))
    told = next(e for e in made if e.key == "zinc").page.text
    assert told.whole.count("paroxetine") >= 4
    assert "paroxetine" in told.title
    for name in ("zinc", "honey"):
        assert name in told.whole
    assert told.lines[0].startswith(LINES[0]), "what names no arm stays as it is"


def test_what_was_asked_keeps_its_answer_and_its_sentence_and_the_further_one_is_not_reported() -> None:
    made = [e for seed in range(8) for e in with_background(_pages(), network().encoder, random.Random(seed))]
    ours = [example for example in made if example.key == "zinc"]
    assert ours
    for example in ours:
        kept = [q for q in example.questions if q.kind == BACKGROUND]
        assert [(q.asked.intervention, q.answer) for q in kept] == [("zinc", ANSWERS["lower"])]
        assert [example.page.context.kept[place] for place in kept[0].evidence] == [2]
        new = [q for q in example.questions if q.kind == BOTH_ARMS]
        assert new
        assert {(q.asked.intervention, q.asked.outcome, q.answer) for q in new} == {
            ("paroxetine", "length of the cold", ANSWERS["not reported"])
        }


@pytest.mark.parametrize(
    "asked",
    [
        AskedOutcome("zinc", "baseline", "length of the cold"),
        AskedOutcome("zinc", "echinacea", "length of the cold"),
        AskedOutcome("zinc", "zinc and honey", "length of the cold"),
    ],
)
def test_pages_that_do_not_name_both_arms_apart_are_left_as_they_are(asked: AskedOutcome) -> None:
    pages = [_finding("zinc", asked), _pages()[1]]
    made = with_background(pages, network().encoder, random.Random(1))
    assert all(example.key != "zinc" for example in made)


def test_a_treatment_that_the_page_has_already_is_not_put_in() -> None:
    zinc = _pages()[0]
    assert (
        list(with_background([zinc, replace(zinc, key="again")], network().encoder, random.Random(1))) == []
    )
