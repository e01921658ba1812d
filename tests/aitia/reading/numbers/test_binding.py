"""Each number goes with the outcome that it is printed behind."""

from __future__ import annotations

import pytest

from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates

TWO = (
    "Major bleeding was more frequent with the drug (odds ratio 1.83, 95% CI 1.43 to 2.35), and so was "
    "haemorrhagic stroke (odds ratio 1.29, 95% CI 1.06 to 1.56)."
)
MODELS = (
    "Mortality was lower (crude HR 0.70, 95% CI 0.55 to 0.90; adjusted HR 0.81, 95% CI 0.66 to 0.98) "
    "than with placebo."
)


def bound(text: str, outcome: str) -> list[float | None]:
    start = text.index(outcome)
    return [e.point for e in bound_estimates(text, (start, start + len(outcome)), read_estimates(text))]


@pytest.mark.parametrize(("outcome", "points"), [("Major bleeding", [1.83]), ("haemorrhagic stroke", [1.29])])
def test_two_outcomes_of_one_sentence_keep_their_own_numbers(outcome: str, points: list[float]) -> None:
    assert bound(TWO, outcome) == points


def test_two_models_of_one_outcome_stay_together() -> None:
    assert bound(MODELS, "Mortality") == [0.70, 0.81]


def test_a_number_of_an_earlier_clause_goes_with_no_later_outcome() -> None:
    text = "Mortality was higher (hazard ratio 1.14, 95% CI 1.01 to 1.29), and cancer was the main reason."
    assert bound(text, "cancer") == []
    assert bound(text, "Mortality") == [1.14]


def test_a_number_before_the_only_outcome_of_its_clause_is_kept() -> None:
    text = "An odds ratio of 0.81 (95% CI 0.66 to 0.98) was found for stroke with the drug."
    assert bound(text, "stroke") == [0.81]


def test_without_a_place_for_the_outcome_nothing_is_dropped() -> None:
    found = read_estimates(TWO)
    assert bound_estimates(TWO, None, found) == tuple(found)


RESPECTIVE = (
    "Nausea, headache and tiredness were rarer with the drug (RR (95% CI) 0.71 (0.59, 0.84); "
    "0.53 (0.38, 0.74) and 0.88 (0.83, 0.94), respectively)."
)
BEHIND = (
    "Hazard ratios were 0.70 (95% CI 0.55 to 0.90) and 1.20 (95% CI 0.90 to 1.60) for death and stroke, "
    "respectively."
)


@pytest.mark.parametrize(
    ("text", "outcome", "points"),
    [
        (RESPECTIVE, "Nausea", [0.71]),
        (RESPECTIVE, "headache", [0.53]),
        (RESPECTIVE, "tiredness", [0.88]),
        (RESPECTIVE, "headache and tiredness", []),
        (BEHIND, "death", [0.70]),
        (BEHIND, "stroke", [1.20]),
    ],
)
def test_numbers_told_respectively_go_with_the_names_in_their_order(
    text: str, outcome: str, points: list[float]
) -> None:
    assert bound(text, outcome) == points


def test_numbers_told_respectively_of_two_groups_are_no_ones() -> None:
    text = (
        "The risk of stroke was higher in women and men (RR 1.98, 95% CI 1.60 to 2.44, and RR 1.28, "
        "95% CI 1.06 to 1.56, respectively)."
    )
    assert bound(text, "stroke") == []


def test_numbers_told_respectively_of_two_models_are_both_kept() -> None:
    text = (
        "Death was rarer with the drug (unadjusted HR 0.70, 95% CI 0.55 to 0.90; adjusted HR 0.81, "
        "95% CI 0.66 to 0.98, respectively)."
    )
    assert bound(text, "Death") == [0.70, 0.81]
