"""Every limit of grading, asked on both of its sides."""

from __future__ import annotations

import pytest

from aitia.evidence.grading import grade_body, grade_study
from aitia.evidence.grading.down import shares
from aitia.evidence.grading.thresholds import excludes_importance, excludes_null, important_limits, is_wide
from aitia.evidence.grading.up import large_effect
from aitia.model.claim import ArmCounts, RiskOfBias
from aitia.model.scales import Certainty, Direction, EffectMeasure, StudyDesign

RATIO, OR = EffectMeasure.RISK_RATIO, EffectMeasure.ODDS_RATIO
SMD, RD = EffectMeasure.STANDARDISED_MEAN_DIFFERENCE, EffectMeasure.RISK_DIFFERENCE
CORRELATION, PERCENT = EffectMeasure.CORRELATION, EffectMeasure.PERCENT_CHANGE


def change_of(grade, domain):
    (step,) = [step for step in grade.steps if step.domain == domain]
    return step.change


@pytest.mark.parametrize(
    ("measure", "low", "high", "wide"),
    [
        (RATIO, 0.5, 1.5, False),
        (RATIO, 0.5, 1.51, True),
        (RATIO, 0.0, 0.5, True),
        (SMD, -0.5, 0.5, False),
        (SMD, -0.5, 0.51, True),
        (RD, -0.125, 0.0625, False),
        (RD, -0.1, 0.11, True),
        (CORRELATION, 0.0, 0.5, False),
        (CORRELATION, 0.0, 0.51, True),
        (PERCENT, 0.0, 50.0, False),
        (PERCENT, 0.0, 51.0, True),
        (EffectMeasure.MEAN_DIFFERENCE, 0.0, 1e6, None),
    ],
)
def test_an_interval_is_wide_from_a_width_of_its_measure(measure, low, high, wide):
    assert is_wide(measure, low, high) is wide


@pytest.mark.parametrize(
    ("measure", "limits"),
    [
        (RATIO, (0.75, 1.25)),
        (SMD, (-0.5, 0.5)),
        (RD, (-0.05, 0.05)),
        (CORRELATION, (-0.3, 0.3)),
        (PERCENT, (-25.0, 25.0)),
        (EffectMeasure.MEAN_DIFFERENCE, None),
    ],
)
def test_an_important_effect_has_limits_of_its_measure(measure, limits):
    assert important_limits(measure) == limits


@pytest.mark.parametrize(
    ("low", "high", "excluded"),
    [(1.0, 1.2, False), (0.8, 1.0, False), (1.001, 1.2, True), (0.8, 0.999, True), (0.9, 1.1, False)],
)
def test_an_interval_that_touches_none_does_not_exclude_it(low, high, excluded):
    assert excludes_null(RATIO, low, high) is excluded


@pytest.mark.parametrize(
    ("low", "high", "excluded"), [(0.76, 1.24, True), (0.75, 1.24, False), (0.76, 1.25, False)]
)
def test_an_interval_that_touches_an_important_effect_does_not_exclude_it(low, high, excluded):
    assert excludes_importance(RATIO, low, high) is excluded


@pytest.mark.parametrize(
    ("given", "domain", "change"),
    [
        ({"sample_size": 100}, "sample_size", 0),
        ({"sample_size": 99}, "sample_size", -1),
        ({"sample_size": None}, "sample_size", -1),
        ({"estimate": None}, "interval", -1),
        ({"significant": False, "estimate": None}, "significance", -1),
        ({"significant": None, "estimate": None}, "significance", -1),
        ({"significant": True, "estimate": None}, "significance", 0),
        ({"risk_of_bias": RiskOfBias.UNKNOWN}, "risk_of_bias", 0),
        ({"risk_of_bias": RiskOfBias.SOME_CONCERNS}, "risk_of_bias", -1),
        ({"risk_of_bias": RiskOfBias.HIGH}, "risk_of_bias", -2),
        ({"is_animal": True}, "design", 2),
        ({"design": StudyDesign.COHORT}, "design", 2),
        ({"design": StudyDesign.CASE_CONTROL}, "design", 2),
        ({"design": StudyDesign.MODELLING}, "design", 1),
        ({"design": StudyDesign.IN_VITRO}, "design", 1),
        ({"design": StudyDesign.CASE_REPORT}, "design", 1),
        ({"design": StudyDesign.CASE_SERIES}, "design", 1),
        ({"design": StudyDesign.META_ANALYSIS}, "design", 4),
        ({"design": StudyDesign.META_ANALYSIS, "evidence_base": StudyDesign.RANDOMISED_TRIAL}, "design", 4),
        ({"design": StudyDesign.META_ANALYSIS, "evidence_base": StudyDesign.COHORT}, "design", 2),
    ],
)
def test_a_study_s_steps(make, given, domain, change):
    assert change_of(grade_study(make.study(**given)), domain) == change


@pytest.mark.parametrize(
    ("i2", "other", "change"),
    [
        (49.9, (1.3, 1.2, 1.4), -1),
        (49.9, (0.5, 0.4, 0.6), 0),
        (50.0, (0.5, 0.4, 0.6), -1),
        (74.9, (0.75, 0.65, 0.88), 0),
        (75.0, (0.75, 0.65, 0.88), -1),
        (75.0, (1.3, 1.2, 1.4), -2),
        (74.9, (1.3, 1.2, 1.4), -1),
    ],
)
def test_inconsistency_reads_i2_with_directions_and_overlap(make, i2, other, change):
    """Against 0.8 (0.7 to 0.9): significant the other way, apart, or overlapping."""
    up = other[0] > 1
    direction = {"direction": Direction.INCREASES} if up else {}
    rows = [make.study("a"), make.study("b", estimate=make.estimate(*other), **direction)]
    assert change_of(grade_body(make.question(), rows, make.pooled(i2=i2)), "inconsistency") == change


@pytest.mark.parametrize(
    ("low", "high", "change"),
    [
        (0.76, 1.24, 0),
        (0.75, 1.2, -1),
        (0.72, 1.2, -1),
        (0.8, 1.25, -1),
        (0.8, 1.28, -1),
        (0.7, 1.3, -2),
        (0.8, 0.99, 0),
    ],
)
def test_a_ratio_s_interval_against_important_effects(make, low, high, change):
    """With too few participants for an optimal information size both limits count, otherwise one."""
    pooled = make.pooled(point=(low * high) ** 0.5, low=low, high=high)
    rows = [make.study(sample_size=399)]
    few = change_of(grade_body(make.question(), rows, pooled), "imprecision")
    assert few == min(change, -1)
    enough = change_of(grade_body(make.question(), [make.study(sample_size=400)], pooled), "imprecision")
    assert enough == max(change, -1)


@pytest.mark.parametrize(
    ("people", "happened", "change"),
    [
        (None, None, -1),
        (400, None, 0),
        (399, None, -1),
        (100, None, -1),
        (99, None, -2),
        (5000, 300, 0),
        (5000, 299, -1),
        (5000, 50, -1),
        (5000, 49, -2),
    ],
)
def test_the_optimal_information_size(make, people, happened, change):
    rows = [make.study(sample_size=people, events=happened)]
    assert change_of(grade_body(make.question(), rows, make.pooled()), "imprecision") == change


@pytest.mark.parametrize(("p", "change"), [(0.099, -1), (0.1, 0), (0.06, -1)])
def test_small_study_effects_are_suspected_below_a_tenth(make, p, change):
    pooled = make.pooled(k=10, egger_p_value=p)
    assert change_of(grade_body(make.question(), [make.study()], pooled), "publication_bias") == change
    nine = make.pooled(k=9, egger_p_value=p)
    assert change_of(grade_body(make.question(), [make.study()], nine), "publication_bias") == 0


@pytest.mark.parametrize(("sizes", "change"), [((499, 500), -1), ((500, 500), 0), ((600, 350), -1)])
def test_an_unknown_risk_of_bias_costs_nothing_from_a_thousand_participants(make, sizes, change):
    rows = [
        make.study(name, sample_size=size, risk_of_bias=RiskOfBias.UNKNOWN)
        for name, size in zip("ab", sizes, strict=True)
    ]
    assert change_of(grade_body(make.question(), rows, None), "risk_of_bias") == change


@pytest.mark.parametrize(
    ("weights", "risk", "change"),
    [
        ((0.5, 0.5), RiskOfBias.HIGH, -2),
        ((0.51, 0.49), RiskOfBias.HIGH, -1),
        ((0.7, 0.3), RiskOfBias.HIGH, -1),
        ((0.75, 0.25), RiskOfBias.HIGH, -1),
        ((0.76, 0.24), RiskOfBias.HIGH, 0),
        ((0.5, 0.5), RiskOfBias.SOME_CONCERNS, -1),
        ((0.51, 0.49), RiskOfBias.SOME_CONCERNS, 0),
    ],
)
def test_risk_of_bias_by_the_pool_s_weight(make, weights, risk, change):
    rows = [make.study("a"), make.study("b", risk_of_bias=risk)]
    pooled = make.pooled(weights=dict(zip("ab", weights, strict=True)))
    assert change_of(grade_body(make.question(), rows, pooled), "risk_of_bias") == change


def test_a_study_of_unstated_size_weighs_as_sixty(make):
    rows = [make.study("a", sample_size=None, estimate=None), make.study("b", sample_size=180)]
    assert shares(rows, None) == {"a": 0.25, "b": 0.75}


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ({"outcome_score": 0.35}, 0),
        ({"outcome_score": 0.34}, -1),
        ({"outcome_score": 0.3, "indirectness": ("other patients",)}, -2),
        ({"outcome_score": 0.3, "indirectness": ("other patients", "another dose")}, -2),
        ({"is_animal": True}, -2),
    ],
)
def test_indirectness_counts_what_differs(make, given, change):
    grade = grade_body(make.question(), [make.study(**given)], make.pooled(k=1))
    assert change_of(grade, "indirectness") == change


@pytest.mark.parametrize(
    ("point", "change"), [(2.0, 0), (2.01, 1), (0.5, 0), (0.49, 1), (5.0, 1), (5.01, 2), (0.2, 1), (0.19, 2)]
)
def test_a_large_effect_begins_beyond_two_and_a_very_large_one_beyond_five(make, point, change):
    pooled = make.pooled(point=point, low=point * 0.9, high=point * 1.1)
    grade = grade_body(make.question(), [make.study(design=StudyDesign.COHORT)], pooled)
    assert change_of(grade, "large_effect") == change


def test_a_large_effect_whose_interval_includes_none_adds_nothing(make):
    step = large_effect([make.study(design=StudyDesign.COHORT)], make.pooled(point=3.0, low=0.9, high=10.0))
    assert (step.change, step.reason) == (0, "RR 3.00: the interval includes no effect")


@pytest.mark.parametrize(("events", "change"), [(100, 1), (101, 0)])
def test_an_odds_ratio_is_read_as_a_risk_ratio_where_events_are_rare(make, events, change):
    """Up to a comparator risk of a tenth; above it √3 = 1.7 is not large."""
    counts = ArmCounts(
        events_intervention=250, total_intervention=1000, events_comparator=events, total_comparator=1000
    )
    estimate = make.estimate(3.0, 2.5, 3.6, OR).model_copy(update={"counts": counts})
    study = make.study(design=StudyDesign.COHORT, estimate=estimate)
    pooled = make.pooled(measure=OR, point=3.0, low=2.5, high=3.6)
    assert change_of(grade_body(make.question(), [study], pooled), "large_effect") == change


def test_steps_up_are_void_after_a_step_down(make):
    pooled = make.pooled(point=3.0, low=2.5, high=3.6)
    study = make.study(design=StudyDesign.COHORT, risk_of_bias=RiskOfBias.HIGH)
    grade = grade_body(make.question(), [study], pooled)
    assert change_of(grade, "large_effect") == 0
    assert grade.certainty is Certainty.VERY_LOW


def test_a_body_starts_where_its_weakest_study_does(make):
    rows = [make.study("a"), make.study("b", design=StudyDesign.COHORT)]
    assert grade_body(make.question(), rows, make.pooled()).start is Certainty.LOW
