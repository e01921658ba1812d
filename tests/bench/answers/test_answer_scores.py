"""The figures of the answers benchmark on a hand-made confusion."""

from __future__ import annotations

import pytest

from aitia.model.evidence import PooledEffect, PoolingModel
from aitia.model.scales import Certainty, ComparisonAnswer, EffectMeasure
from bench.answers.judge import effect_right
from bench.answers.questions import KnownEffect
from bench.answers.score import (
    Scored,
    accuracy,
    calibration_gap,
    class_figures,
    confusion,
    constant,
    macro_f1,
    majority_answer,
    measure,
    opposite_share,
    weighted_kappa,
)

HIGHER, LOWER = ComparisonAnswer.HIGHER, ComparisonAnswer.LOWER
NONE, UNCERTAIN = ComparisonAnswer.NO_DIFFERENCE, ComparisonAnswer.UNCERTAIN_EFFECT
PAIRS = [(HIGHER, HIGHER), (HIGHER, LOWER), (LOWER, LOWER), (NONE, NONE), (NONE, HIGHER), (NONE, None)]


def row(answer, given, number=0, **more) -> Scored:
    return Scored(str(number), f"review {number % 3}", answer, given, **more)


ROWS = [row(answer, given, number) for number, (answer, given) in enumerate(PAIRS)]


def test_a_failed_question_counts_as_wrong():
    assert accuracy(ROWS) == pytest.approx(3 / 6)
    assert confusion(ROWS)[NONE, None] == 1


def test_macro_f1_is_the_mean_over_the_answers_that_occur():
    assert class_figures(ROWS, HIGHER) == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert class_figures(ROWS, LOWER) == pytest.approx((1 / 2, 1, 2 / 3))
    assert class_figures(ROWS, NONE) == pytest.approx((1, 1 / 3, 1 / 2))
    assert macro_f1(ROWS) == pytest.approx((1 / 2 + 2 / 3 + 1 / 2) / 3)


def test_only_the_other_direction_is_opposite():
    assert opposite_share(ROWS) == pytest.approx(1 / 4)
    assert opposite_share([row(NONE, NONE)]) is None


def test_the_baseline_gives_every_question_the_commonest_answer():
    assert majority_answer(ROWS) is NONE
    assert accuracy(constant(ROWS, NONE)) == pytest.approx(1 / 2)


def test_weighted_kappa_is_one_for_equal_grades_and_nothing_without_any():
    levels = list(Certainty)
    assert weighted_kappa([row(NONE, NONE, certainty=c, graded=c) for c in levels]) == pytest.approx(1)
    assert weighted_kappa(ROWS) is None
    far = [row(NONE, NONE, certainty=c, graded=g) for c, g in zip(levels, reversed(levels), strict=True)]
    assert weighted_kappa(far) == pytest.approx(-1)


def test_weighted_kappa_agrees_with_the_formula_on_a_small_table():
    high, low = Certainty.HIGH, Certainty.LOW
    rows = [row(NONE, NONE, certainty=c, graded=g) for c, g in [(high, high), (high, low), (low, low)]]
    # One of three differs by two levels; chance expects 2/3 · 2/3 + 1/3 · 1/3 of the pairs to.
    assert weighted_kappa(rows) == pytest.approx(1 - (1 / 3) / (5 / 9))


def test_the_gap_compares_the_surer_half_with_the_rest_and_ties_share_their_accuracy():
    good = [row(NONE, NONE, confidence=0.9), row(NONE, NONE, confidence=0.8)]
    bad = [row(NONE, LOWER, confidence=0.3), row(NONE, LOWER, confidence=0.2)]
    assert calibration_gap(good + bad) == pytest.approx(1)
    tied = [row(NONE, given, confidence=0.5) for given in (NONE, NONE, LOWER, LOWER)]
    assert calibration_gap(tied) == pytest.approx(0)
    assert calibration_gap(list(reversed(tied))) == pytest.approx(0)


def test_a_figure_has_an_interval_by_review_that_holds_it():
    found = measure("accuracy", ROWS, accuracy, 0.5)
    low, high = found.ci
    assert low is not None
    assert high is not None
    assert low <= 0.5 <= high
    assert (found.value, found.n, found.baseline) == (pytest.approx(0.5), 6, 0.5)
    assert measure("accuracy", [], accuracy).value is None
    assert measure("accuracy", ROWS[:1], accuracy).ci == (None, None)


def pooled(measure_name, point) -> PooledEffect:
    return PooledEffect(
        measure=measure_name, model=PoolingModel.REML, k=1, point=point, low=point / 2, high=point * 2
    )


RR, MD = EffectMeasure.RISK_RATIO, EffectMeasure.MEAN_DIFFERENCE


@pytest.mark.parametrize(
    ("known", "found", "right"),
    [
        (KnownEffect(RR, 0.8, 0.6, 1.0), pooled(RR, 0.7), True),
        (KnownEffect(RR, 0.8, 0.7, 0.9), pooled(RR, 1.2), False),
        (KnownEffect(RR, 0.8), pooled(RR, 0.82), True),
        (KnownEffect(MD, -2.0), pooled(MD, -2.5), False),
        (KnownEffect(MD, -2.0), pooled(RR, 0.8), None),
        (KnownEffect(RR, 0.8), None, None),
        (None, pooled(RR, 0.8), None),
    ],
)
def test_an_effect_is_right_within_the_reviews_interval_or_near_its_point(known, found, right):
    assert effect_right(known, found) is right
