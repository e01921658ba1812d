"""Algorithm 3: one study's grade."""

from __future__ import annotations

from itertools import product

import pytest

from aitia.evidence.grading import grade_study
from aitia.model.claim import RiskOfBias
from aitia.model.scales import Certainty, StudyDesign


def test_a_large_precise_significant_trial_at_low_risk_is_high(make):
    assert grade_study(make.study()).grade is Certainty.HIGH


def test_a_cohort_starts_at_two(make):
    assert grade_study(make.study(design=StudyDesign.COHORT)).grade is Certainty.LOW


def test_a_meta_analysis_starts_at_four_unless_it_is_of_observational_studies(make):
    of_trials = make.study(design=StudyDesign.META_ANALYSIS)
    of_cohorts = make.study(design=StudyDesign.META_ANALYSIS, evidence_base=StudyDesign.COHORT)
    assert grade_study(of_trials).grade is Certainty.HIGH
    assert grade_study(of_cohorts).grade is Certainty.LOW


@pytest.mark.parametrize(
    ("changed", "domain"),
    [
        ({"sample_size": 99}, "sample_size"),
        ({"sample_size": None}, "sample_size"),
        ({"estimate": None}, "interval"),
        ({"risk_of_bias": RiskOfBias.SOME_CONCERNS}, "risk_of_bias"),
    ],
)
def test_each_weakness_takes_one_level_with_its_reason(make, changed, domain):
    grade = grade_study(make.study(**changed))
    assert grade.grade is Certainty.MODERATE
    (step,) = [step for step in grade.steps if step.change < 0]
    assert step.domain == domain
    assert step.reason
    assert step.study_ids == ("s1",)


def test_a_wide_interval_that_includes_none_takes_two_levels(make):
    study = make.study(estimate=make.estimate(0.8, 0.3, 2.1))
    assert grade_study(study).grade is Certainty.LOW


def test_the_grade_never_leaves_one_to_four(make):
    worst = make.study(
        design=StudyDesign.CASE_SERIES,
        sample_size=5,
        estimate=None,
        significant=False,
        risk_of_bias=RiskOfBias.HIGH,
    )
    assert grade_study(worst).grade is Certainty.VERY_LOW


def test_truth_table_no_worse_input_gives_a_better_grade(make):
    """All combinations of design, size, interval, significance and bias, each axis ordered best to worst."""
    axes = {
        "design": [StudyDesign.RANDOMISED_TRIAL, StudyDesign.COHORT, StudyDesign.CASE_SERIES],
        "sample_size": [100, 99, None],
        "estimate": [make.estimate(), make.estimate(0.8, 0.3, 0.95), make.estimate(0.8, 0.3, 2.1), None],
        "risk_of_bias": [RiskOfBias.LOW, RiskOfBias.UNKNOWN, RiskOfBias.SOME_CONCERNS, RiskOfBias.HIGH],
    }
    names = list(axes)
    table = {
        place: grade_study(
            make.study(
                significant=None,
                **{name: axes[name][index] for name, index in zip(names, place, strict=True)},
            )
        ).grade.level
        for place in product(*(range(len(axes[name])) for name in names))
    }
    assert len(table) == 3 * 3 * 4 * 4
    for place, level in table.items():
        for position in range(len(place)):
            worse = (*place[:position], place[position] + 1, *place[position + 1 :])
            assert table.get(worse, 0) <= level, (place, worse)
