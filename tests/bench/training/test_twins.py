"""Twins as labelled abstracts: their own sentences, the question's words, and the answer's name."""

from __future__ import annotations

from aitia.reading.trained.layout import AskedOutcome
from bench.training.reader.own_passages import HELD_TWINS, Passage, PassageQuestion
from bench.training.reader.twins import held_twins, labelled


def test_a_twin_is_an_abstract_of_its_topic() -> None:
    text = Passage("Yoga for pain", {0: "We treated 200.", 1: "Pain was lower."})
    asked = AskedOutcome("yoga", "stretching", "pain", "adults")
    item = labelled("V00-12", text, [PassageQuestion((1,), asked, 2, ""), PassageQuestion((), asked, 0, "")])
    assert item.paper.abstract == "We treated 200. Pain was lower."
    assert item.row["id"] == "V00-1"
    assert [q["answer"] for q in item.row["questions"]] == ["lower", "not reported"]
    assert item.row["questions"][0]["population"] == "adults"


def test_those_measured_are_the_twins_that_are_held() -> None:
    items = held_twins()
    assert len(items) == 64
    assert all(item.paper.paper_id.startswith(HELD_TWINS) for item in items)
    assert len({item.row["id"] for item in items}) == 16
    assert sum(len(item.row["questions"]) for item in items) == 576
