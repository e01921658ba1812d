"""How a page is asked: a severe course also as death, intensive care and the like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from aitia.model.passage import Passage
from aitia.question.reader import read_question
from aitia.reading.answers import page
from aitia.reading.statements.matching import severe_courses
from aitia.reading.trained import AskedOutcome, LocalModels, PaperReading, read_with_network
from aitia.text.passages import make_passages
from tests.aitia.reading.answers.aspirin import paper_of

QUESTION = read_question("Does vitamin D prevent severe COVID-19?")
TRIAL = (
    "METHODS: 400 adults with COVID-19 took vitamin D or placebo. RESULTS: Admission to the intensive care "
    "unit was less frequent with vitamin D than with placebo (P = 0.01). Two patients died."
)


@pytest.mark.parametrize(
    ("asked", "text", "courses"),
    [
        ("severe COVID-19", TRIAL, ("death", "admission to intensive care")),
        ("severity of the disease", "Few were intubated.", ("mechanical ventilation",)),
        ("severe influenza", "Hospitalisation for flu was rarer.", ("admission to hospital",)),
        ("severe influenza", TRIAL, ()),
        ("severe COVID-19", "Of those with influenza and pneumonia few died.", ()),
        ("severe COVID-19", "Few with SARS-CoV-2 pneumonia died.", ("death",)),
        ("severe COVID-19", "Few with SARS\u2011CoV\u20112 died.", ("death",)),
        ("severe COVID-19 pneumonia", "Few with COVID-19 died.", ("death",)),
        ("severe COVID-19", "Cough was rarer.", ()),
        ("severe skin rash", TRIAL, ()),
        ("serious adverse events", TRIAL, ()),
        ("pain severity", TRIAL, ()),
        ("death", TRIAL, ()),
    ],
)
def test_courses_are_those_of_which_the_paper_speaks(asked: str, text: str, courses: tuple[str, ...]) -> None:
    assert severe_courses(asked, text) == courses


def test_a_title_that_names_the_illness_lets_a_severe_course_be_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def read(title: str, passages: Sequence[Passage], one: AskedOutcome, models: LocalModels) -> PaperReading:
        asked.append(one.outcome)
        reading = read_with_network(title, passages, one, models)
        return replace(reading, answer=replace(reading.answer, reported=0.1))

    monkeypatch.setattr(page, "read_with_network", read)
    for title, courses in (("Vitamin D for COVID-19", ["death"]), ("Vitamin D for asthma", [])):
        asked.clear()
        paper = paper_of("Fewer of 400 adults died with vitamin D than with placebo.", title)
        page.read_page(QUESTION, paper, make_passages(paper))
        assert asked == ["severe COVID-19", *courses]


def _asked(monkeypatch: pytest.MonkeyPatch, reported: dict[str, float]) -> tuple[str, list[str]]:
    """The outcome by which the page is read in the end, and all that it was asked."""
    told: list[str] = []

    def read(
        title: str, passages: Sequence[Passage], asked: AskedOutcome, models: LocalModels
    ) -> PaperReading:
        told.append(asked.outcome)
        reading = read_with_network(title, passages, asked, models)
        return replace(reading, answer=replace(reading.answer, reported=reported[asked.outcome]))

    monkeypatch.setattr(page, "read_with_network", read)
    paper = paper_of(TRIAL, "Vitamin D for COVID-19")
    chosen = page.read_page(QUESTION, paper, make_passages(paper)).answer.reported
    return next(outcome for outcome, sure in reported.items() if sure == chosen), told


def test_the_gravest_of_a_severe_course_that_is_reported_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"severe COVID-19": 0.2, "admission to intensive care": 0.9, "death": 0.6}
    assert _asked(monkeypatch, both) == ("death", ["severe COVID-19", "death"])
    chosen, told = _asked(monkeypatch, both | {"death": 0.3})
    assert chosen == "admission to intensive care"
    assert told == ["severe COVID-19", "death", "admission to intensive care"]
    none = {"severe COVID-19": 0.2, "admission to intensive care": 0.1, "death": 0.3}
    assert _asked(monkeypatch, none)[0] == "death"


def test_what_is_reported_by_the_asked_name_is_asked_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, told = _asked(
        monkeypatch, {"severe COVID-19": 0.7, "admission to intensive care": 0.9, "death": 0.6}
    )
    assert chosen == "severe COVID-19"
    assert told == ["severe COVID-19"]
