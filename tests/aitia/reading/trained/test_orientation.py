"""How a question lies beside a paper's words: exchanging its arms turns the order, nothing else."""

from __future__ import annotations

import math

import pytest

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from aitia.reading.trained.orientation import Oriented, Told

TOLD = Told(
    "Early feeding after bowel surgery: a randomised trial",
    "early oral feeding",
    "fasting",
    "length of stay",
    "Length of stay was shorter with early oral feeding than with fasting.",
)
ASKED = AskedOutcome("food on the day of the operation", "nothing by mouth", "days in hospital")


def _read(asked: AskedOutcome, told: Told = TOLD) -> Oriented:
    own = network().orientation
    assert own is not None
    return own.read(asked, told)


def test_exchanged_arms_turn_the_order_exactly_and_leave_the_outcome() -> None:
    straight, turned = _read(ASKED), _read(ASKED.turned())
    assert straight.order == pytest.approx(-turned.order, abs=1e-5)
    assert straight.way == pytest.approx(turned.way, abs=1e-5)


ARMS = [
    ("early oral feeding", "fasting", "eating soon after surgery", "nil by mouth"),
    ("sertraline", "placebo", "SSRI", "dummy pill"),
    ("laparoscopic colectomy", "open colectomy", "keyhole surgery", "conventional operation"),
    ("vitamin D3 2,000 IU daily", "placebo", "cholecalciferol supplement", "inactive tablets"),
    ("supervised exercise", "usual care", "physical training", "no special programme"),
    ("metformin", "control", "biguanide", "untreated patients"),
    ("warfarin", "apixaban", "vitamin K antagonist", "factor Xa inhibitor"),
    ("high-dose dexamethasone", "low-dose dexamethasone", "larger steroid dose", "smaller steroid dose"),
]


def test_arms_in_other_words_are_mostly_put_in_order() -> None:
    right = 0
    for intervention, comparator, first, second in ARMS:
        told = Told(f"{intervention} in adults", intervention, comparator, "pain", "Pain was measured.")
        right += _read(AskedOutcome(first, second, "pain"), told).order > 0
    assert right >= 6  # about four in five are right; by chance four of the eight


def test_an_outcome_worded_the_other_way_round_scores_below_the_same_outcome() -> None:
    told = Told("Drug A in sepsis", "drug A", "placebo", "mortality", "Mortality was 12% and 18%.")
    same, other = (_read(AskedOutcome("drug A", "placebo", o), told).way for o in ("death", "survival"))
    assert same > other


def test_a_paper_that_names_no_outcome_says_nothing_of_its_way() -> None:
    assert _read(ASKED, Told("A trial", "feeding", "fasting", "", "")).way == 0.0


def test_whatever_the_names_scores_are_finite() -> None:
    for text in ("", " ", "x" * 5_000, "\u202e\x00 🜁", "placebo " * 300):
        found = _read(AskedOutcome(text, text[::-1], text), Told(text, text, text, text, text))
        assert all(math.isfinite(v) for v in (found.order, found.way))
