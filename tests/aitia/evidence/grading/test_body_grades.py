"""GRADE for a body of evidence: reasons, truth table and monotonicity."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.evidence.grading import grade_body
from aitia.evidence.grading.body import DOMAINS, assemble
from aitia.model.claim import RiskOfBias
from aitia.model.evidence import GradeStep
from aitia.model.scales import Certainty, EffectMeasure, StudyDesign


def steps_of(grade):
    return {step.domain: step for step in grade.steps}


def test_good_trials_that_agree_are_of_high_certainty_and_all_eight_domains_are_shown(make):
    grade = grade_body(make.question(), [make.study("a"), make.study("b")], make.pooled())
    assert grade.certainty is Certainty.HIGH
    assert tuple(step.domain for step in grade.steps) == DOMAINS
    assert all(step.reason for step in grade.steps)


def test_no_study_is_very_low_and_says_so(make):
    assert grade_body(make.question(), [], None).certainty is Certainty.VERY_LOW


@pytest.mark.parametrize(
    ("risks", "change"),
    [
        ((RiskOfBias.LOW, RiskOfBias.LOW, RiskOfBias.LOW, RiskOfBias.LOW), 0),
        ((RiskOfBias.HIGH, RiskOfBias.LOW, RiskOfBias.LOW, RiskOfBias.LOW), -1),
        ((RiskOfBias.SOME_CONCERNS, RiskOfBias.SOME_CONCERNS, RiskOfBias.LOW, RiskOfBias.LOW), -1),
        ((RiskOfBias.UNKNOWN, RiskOfBias.UNKNOWN, RiskOfBias.LOW, RiskOfBias.LOW), 0),
        ((RiskOfBias.HIGH, RiskOfBias.HIGH, RiskOfBias.LOW, RiskOfBias.LOW), -2),
    ],
)
def test_risk_of_bias_counts_by_share_of_the_weight(make, risks, change):
    rows = [make.study(f"s{i}", risk_of_bias=risk) for i, risk in enumerate(risks)]
    assert steps_of(grade_body(make.question(), rows, None))["risk_of_bias"].change == change


@pytest.mark.parametrize(("size", "change"), [(100, -1), (499, -1), (500, 0)])
def test_an_unknown_risk_of_bias_counts_in_small_bodies_only_and_some_concerns_in_all(make, size, change):
    unknown, concerns = (
        [make.study(f"s{i}", risk_of_bias=risk, sample_size=size) for i in range(2)]
        for risk in (RiskOfBias.UNKNOWN, RiskOfBias.SOME_CONCERNS)
    )
    assert steps_of(grade_body(make.question(), unknown, None))["risk_of_bias"].change == change
    assert steps_of(grade_body(make.question(), concerns, None))["risk_of_bias"].change == -1


def test_an_unknown_risk_of_bias_is_not_counted_twice_where_the_design_starts_lower(make):
    cohort, trial = (
        [make.study("s", design=design, risk_of_bias=RiskOfBias.UNKNOWN, sample_size=200)]
        for design in (StudyDesign.COHORT, StudyDesign.RANDOMISED_TRIAL)
    )
    lower, higher = (grade_body(make.question(), rows, None) for rows in (cohort, trial))
    assert steps_of(lower)["risk_of_bias"].change == 0
    assert steps_of(higher)["risk_of_bias"].change == -1
    assert lower.certainty.level < higher.certainty.level
    judged = [row.model_copy(update={"risk_of_bias": RiskOfBias.SOME_CONCERNS}) for row in cohort]
    assert steps_of(grade_body(make.question(), judged, None))["risk_of_bias"].change == -1


def test_participants_outside_the_pool_count_for_the_information_size(make):
    rows = [make.study("a", sample_size=61), make.study("b", sample_size=900, estimate=None)]
    step = steps_of(grade_body(make.question(), rows, make.pooled(participants=61, events=None)))[
        "imprecision"
    ]
    assert step.change == 0
    assert "961 participants" in step.reason


def test_a_light_study_at_high_risk_does_not_count(make):
    rows = [make.study("a"), make.study("b", risk_of_bias=RiskOfBias.HIGH)]
    pooled = make.pooled(weights={"a": 0.9, "b": 0.1})
    assert steps_of(grade_body(make.question(), rows, pooled))["risk_of_bias"].change == 0


def test_opposite_significant_effects_are_inconsistent(make):
    rows = [make.study("a"), make.study("b", estimate=make.estimate(1.5, 1.2, 1.9))]
    question = make.question()
    assert steps_of(grade_body(question, rows, make.pooled(i2=40.0)))["inconsistency"].change == -1
    assert steps_of(grade_body(question, rows, make.pooled(i2=90.0)))["inconsistency"].change == -2


def test_high_i2_among_agreeing_overlapping_studies_is_no_inconsistency_below_75(make):
    rows = [make.study("a"), make.study("b", estimate=make.estimate(0.75, 0.65, 0.88))]
    assert steps_of(grade_body(make.question(), rows, make.pooled(i2=60.0)))["inconsistency"].change == 0


def test_animals_are_very_indirect(make):
    grade = grade_body(make.question(), [make.study(is_animal=True)], make.pooled(k=1))
    assert steps_of(grade)["indirectness"].change == -2


def test_a_surrogate_outcome_in_another_population_takes_two_levels(make):
    notes = ("The population differs: children.", "The outcome is a surrogate of the event.")
    step = steps_of(grade_body(make.question(), [make.study(indirectness=notes)], make.pooled()))[
        "indirectness"
    ]
    assert step.change == -2
    assert "surrogate" in step.reason


@pytest.mark.parametrize(
    ("low", "high", "change"), [(0.7, 0.9, 0), (0.9, 1.1, 0), (0.7, 1.1, -1), (0.6, 1.6, -1), (0.9, 1.3, -1)]
)
def test_imprecision_reads_the_interval_against_none_and_an_important_effect(make, low, high, change):
    pooled = make.pooled(point=(low * high) ** 0.5, low=low, high=high)
    assert steps_of(grade_body(make.question(), [make.study()], pooled))["imprecision"].change == change


def test_an_interval_that_spans_important_effects_both_ways_takes_two_levels_below_the_information_size(make):
    pooled = make.pooled(point=1.0, low=0.6, high=1.6)
    step = steps_of(grade_body(make.question(), [make.study(sample_size=300)], pooled))["imprecision"]
    assert step.change == -2


@pytest.mark.parametrize(
    ("design", "change"),
    [(StudyDesign.SYSTEMATIC_REVIEW, -1), (StudyDesign.META_ANALYSIS, -1), (StudyDesign.RANDOMISED_TRIAL, 0)],
)
def test_a_review_without_an_effect_is_not_precise_by_the_people_of_all_its_outcomes(make, design, change):
    row = make.study(design=design, sample_size=50_000).model_copy(update={"estimate": None})
    step = steps_of(grade_body(make.question(), [row], make.pooled(low=0.5, high=0.7)))["imprecision"]
    assert step.change == change


@pytest.mark.parametrize(
    ("participants", "events", "change"),
    [(5000, 900, 0), (5000, 299, -1), (399, None, -1), (99, None, -2), (5000, 49, -2)],
)
def test_imprecision_reads_participants_and_events_against_an_optimal_information_size(
    make, participants, events, change
):
    rows = [make.study(sample_size=participants, events=events)]
    assert steps_of(grade_body(make.question(), rows, make.pooled()))["imprecision"].change == change


def test_publication_bias_is_tested_from_ten_studies_up(make):
    rows = [make.study()]
    few, many = make.pooled(k=9, egger_p_value=0.01), make.pooled(k=10, egger_p_value=0.01)
    assert steps_of(grade_body(make.question(), rows, few))["publication_bias"].change == 0
    assert steps_of(grade_body(make.question(), rows, many))["publication_bias"].change == -1


@pytest.mark.parametrize(("point", "change"), [(0.6, 0), (0.45, 1), (0.15, 2), (2.5, 1), (6.0, 2)])
def test_large_effects_of_cohorts_are_rated_up(make, point, change):
    pooled = make.pooled(point=point, low=point * 0.9, high=point * 1.1)
    grade = grade_body(make.question(), [make.study(design=StudyDesign.COHORT)], pooled)
    assert steps_of(grade)["large_effect"].change == change
    assert grade.certainty.level == 2 + change


def test_an_odds_ratio_with_frequent_or_unknown_risk_is_read_as_its_root(make):
    pooled = make.pooled(measure=EffectMeasure.ODDS_RATIO, point=3.0, low=2.5, high=3.6)
    step = steps_of(grade_body(make.question(), [make.study(design=StudyDesign.COHORT)], pooled))[
        "large_effect"
    ]
    assert step.change == 0
    assert "1.73" in step.reason


def test_nothing_is_rated_up_after_anything_was_taken_off(make):
    rows = [make.study(design=StudyDesign.COHORT, risk_of_bias=RiskOfBias.HIGH)]
    grade = grade_body(
        make.question(), rows, make.pooled(point=0.1, low=0.05, high=0.2), dose_response_in=["s1"]
    )
    assert all(step.change <= 0 for step in grade.steps)
    assert "not counted" in steps_of(grade)["large_effect"].reason


def test_a_dose_response_gradient_rates_cohorts_up(make):
    rows = [make.study(design=StudyDesign.COHORT)]
    assert (
        grade_body(make.question(), rows, make.pooled(), dose_response_in=["s1"]).certainty
        is Certainty.MODERATE
    )


def test_truth_table_of_all_steps_is_complete_and_monotone():
    """3^4 · 2 combinations down, 3 · 2 · 2 up, four starts: each worse step never raises the certainty."""
    downs = [range(3), range(3), range(3), range(3), range(2)]
    ups = [range(3), range(2), range(2)]

    def level(start, down, up):
        lowered = [
            GradeStep(domain=name, change=-n, reason="r") for name, n in zip(DOMAINS, down, strict=False)
        ]
        raised = [
            GradeStep(domain=name, change=n, reason="r") for name, n in zip(DOMAINS[5:], up, strict=True)
        ]
        return assemble(start, lowered, raised).certainty.level

    table = {
        (start, *down, *up): level(start, down, up)
        for start in range(1, 5)
        for down in product(*downs)
        for up in product(*ups)
    }
    assert len(table) == 4 * 3**4 * 2 * 3 * 2 * 2
    assert set(table.values()) == {1, 2, 3, 4}
    for place, value in table.items():
        for position, step in enumerate((-1, 1, 1, 1, 1, 1, -1, -1, -1)):
            worse = (*place[:position], place[position] + step, *place[position + 1 :])
            assert table.get(worse, 0) <= value, (place, worse)


RISKS = [RiskOfBias.LOW, RiskOfBias.UNKNOWN, RiskOfBias.SOME_CONCERNS, RiskOfBias.HIGH]
DESIGNS = [StudyDesign.RANDOMISED_TRIAL, StudyDesign.COHORT, StudyDesign.CASE_SERIES]
NOTES = ["The population differs.", "The comparator differs.", "The outcome is a surrogate."]

facts = st.fixed_dictionaries(
    {
        "risk": st.integers(0, 3),
        "design": st.integers(0, 2),
        "size": st.sampled_from([10, 99, 100, 350, 450, 5000]),
        "notes": st.integers(0, 3),
        "animal": st.booleans(),
        "score": st.sampled_from([0.2, 0.9]),
    }
)
bodies = st.fixed_dictionaries(
    {
        "studies": st.lists(facts, min_size=1, max_size=4),
        "width": st.sampled_from([0.05, 0.15, 0.3, 0.8]),
        "i2": st.sampled_from([0.0, 49.0, 55.0, 80.0]),
        "point": st.sampled_from([0.1, 0.4, 0.8, 1.0]),
        "events": st.sampled_from([10, 60, 250, 900]),
        "k": st.sampled_from([2, 12]),
        "egger": st.sampled_from([0.01, 0.5]),
        "gradient": st.booleans(),
    }
)


def level_of(make, body):
    rows = [
        make.study(
            f"s{i}",
            risk_of_bias=RISKS[fact["risk"]],
            design=DESIGNS[fact["design"]],
            sample_size=fact["size"],
            indirectness=tuple(NOTES[: fact["notes"]]),
            is_animal=fact["animal"],
            outcome_score=fact["score"],
            events=body["events"],
        )
        for i, fact in enumerate(body["studies"])
    ]
    pooled = make.pooled(
        point=body["point"],
        low=body["point"] / (1 + body["width"]),
        high=body["point"] * (1 + body["width"]),
        i2=body["i2"],
        k=body["k"],
        egger_p_value=body["egger"],
    )
    gradient = ["s0"] if body["gradient"] else []
    return grade_body(make.question(), rows, pooled, dose_response_in=gradient).certainty.level


WORSE_STUDY = {
    "risk": lambda value: min(3, value + 1),
    "design": lambda value: min(2, value + 1),
    "notes": lambda value: min(3, value + 1),
    "animal": lambda value: True,
    "score": lambda value: 0.2,
}
WORSE_BODY = {
    "width": lambda value: value * 3,
    "i2": lambda value: value + 26,
    "events": lambda value: value // 4,
    "egger": lambda value: 0.01,
    "gradient": lambda value: False,
}


@given(bodies, st.sampled_from(sorted(WORSE_STUDY)), st.integers(0, 3))
def test_a_worse_study_never_yields_a_better_body(make, body, name, index):
    studies = [dict(fact) for fact in body["studies"]]
    chosen = studies[index % len(studies)]
    chosen[name] = WORSE_STUDY[name](chosen[name])
    assert level_of(make, {**body, "studies": studies}) <= level_of(make, body)


@given(bodies)
def test_the_same_studies_with_half_the_people_never_yield_a_better_body(make, body):
    """All of them: studies count by their people, so that halving the one that is indirect or at risk rightly
    takes away from what speaks against the body."""
    halved = [{**fact, "size": fact["size"] // 2} for fact in body["studies"]]
    assert level_of(make, {**body, "studies": halved}) <= level_of(make, body)


@given(bodies, st.sampled_from(sorted(WORSE_BODY)))
def test_a_worse_pool_never_yields_a_better_body(make, body, name):
    assert level_of(make, {**body, name: WORSE_BODY[name](body[name])}) <= level_of(make, body)


@given(bodies, st.randoms())
def test_the_order_of_studies_does_not_matter(make, body, random):
    rows = [make.study(f"s{i}", risk_of_bias=RISKS[fact["risk"]]) for i, fact in enumerate(body["studies"])]
    shuffled = rows[:]
    random.shuffle(shuffled)
    assert grade_body(make.question(), rows, None) == grade_body(make.question(), shuffled, None)
