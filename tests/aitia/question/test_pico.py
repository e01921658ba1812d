"""Parts that carry the letters of PICO are read by them."""

from __future__ import annotations

import pytest

from aitia.question import QuestionError, read_question
from aitia.question.pico import without_labels


@pytest.mark.parametrize(
    "text",
    [
        "P: adults with asthma; I: yoga; C: rest; O: pain",
        "Population: adults with asthma. Intervention: yoga. Comparator: rest. Outcome: pain.",
        "patients = adults with asthma, intervention = yoga, comparison = rest, outcomes = pain",
        "In adults with asthma (P), does yoga (I) compared with rest (C) reduce pain (O)?",
    ],
)
def test_labelled_parts_are_those_of_the_question(text: str) -> None:
    question = read_question(text)
    assert (question.intervention, question.comparator, question.outcome) == ("yoga", "rest", "pain")
    assert question.population == "adults with asthma"
    assert question.text == text


def test_a_comparator_and_a_population_may_be_missing() -> None:
    question = read_question("I: yoga; O: pain")
    assert (question.intervention, question.comparator, question.population) == ("yoga", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "P: adults; C: rest; O: pain",
        "I: yoga; I: rest; O: pain",
        "I: ; O: pain",
    ],
)
def test_without_one_intervention_and_an_outcome_nothing_is_put_together(text: str) -> None:
    assert without_labels(text) == text
    with pytest.raises(QuestionError):
        read_question(text)


def test_other_questions_keep_their_words() -> None:
    plain = "Does vitamin C: a review prevent colds, and control: pain?"
    assert without_labels(plain) == plain
