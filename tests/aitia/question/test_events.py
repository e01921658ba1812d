"""Abductive questions: how options are told apart, and what is refused by name."""

from __future__ import annotations

import pytest

from aitia.model.scales import QuestionKind
from aitia.question import QuestionError, read_question
from aitia.question.options import merged_options, says_none


def test_options_without_a_mark_behind_the_letter_are_read() -> None:
    question = read_question("Why did the mill burn? A A spark fell. B A vat leaked. C It rained.")
    assert question.kind is QuestionKind.ABDUCTIVE
    assert question.outcome == "the mill burn"
    assert question.options == ("A spark fell", "A vat leaked", "It rained")


def test_a_letter_inside_an_option_is_no_label() -> None:
    question = read_question("What caused the fire? A) A spark B) Rain, says George B. Adams C) A leak")
    assert question.options == ("A spark", "Rain, says George B. Adams", "A leak")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Why did the mill burn? A) a spark", "one option only"),
        ("Why did the mill burn? A) a spark B) C) a leak", "option B is empty"),
        ("Why did the mill burn? A) a spark B) a leak C)", "option C is empty"),
        ("Why did the mill burn? A) none of the others B) None of the others.", "none names an event"),
        ("A) a spark B) a leak", "names no event"),
        ("Why did it burn? A) a B) b C) c D) d E) e F) f G) g H) h I) i", "more than 8"),
    ],
)
def test_options_that_cannot_be_judged_are_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        read_question(text)


def test_a_letter_in_an_effect_question_makes_no_options() -> None:
    assert read_question("Does (vitamin A) supplementation reduce stroke?").kind is QuestionKind.EFFECT


def test_options_that_repeat_are_one_and_none_of_the_others_is_no_event() -> None:
    options, none = merged_options(["A spark fell.", "a spark  fell", "It rained", "None of the others"])
    assert [(o.letters, o.text) for o in options] == [("AB", "A spark fell."), ("C", "It rained")]
    assert none == "D"


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("None of the others are correct causes.", True),
        ("None of the above", True),
        ("Neither of them", True),
        ("None of the guards was on duty.", False),
        ("No option to buy was left.", False),
    ],
)
def test_what_says_none_is_told_from_an_event_that_begins_alike(text: str, none: bool) -> None:
    assert says_none(text) is none
