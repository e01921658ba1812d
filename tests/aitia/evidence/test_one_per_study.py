"""Which of a study's estimates counts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.evidence.effects import standardise
from aitia.evidence.independence import (
    one_per_study,
)
from aitia.model.claim import EffectEstimate
from aitia.model.evidence import StandardEstimate, StudyEvidence
from aitia.model.keys import EdgeId, PaperId, StudyId
from aitia.model.scales import Direction, EffectMeasure, StudyDesign


def finding(
    edge: str,
    study: str,
    adjusted: bool | None,
    design: StudyDesign,
    point: float | None = 0.5,
    score: float = 1.0,
) -> StudyEvidence:
    estimate = None
    if point is not None:
        found = standardise(
            EffectEstimate(
                measure=EffectMeasure.RISK_RATIO,
                point=point,
                low=point / 2,
                high=point * 2,
                adjusted=adjusted,
            )
        )
        assert isinstance(found, StandardEstimate)
        estimate = found
    return StudyEvidence(
        study_id=StudyId(study),
        label=study,
        paper_ids=(PaperId(edge),),
        edge_ids=(EdgeId(edge),),
        design=design,
        direction=Direction.DECREASES,
        estimate=estimate,
        outcome_score=score,
    )


def test_a_cohort_counts_with_its_adjusted_estimate_and_a_trial_with_its_plain_one() -> None:
    rows = [finding("1", "cohort", adjusted, StudyDesign.COHORT) for adjusted in (False, True)] + [
        finding("2", "trial", adjusted, StudyDesign.RANDOMISED_TRIAL) for adjusted in (True, False)
    ]
    kept, notes = one_per_study(rows)
    assert [(r.study_id, r.estimate.adjusted) for r in kept if r.estimate] == [
        ("cohort", True),
        ("trial", False),
    ]
    assert notes[0] == "cohort: 1 of 2 findings counts, its adjustment suits the design"


def test_the_finding_that_answers_the_question_counts_before_one_with_numbers() -> None:
    rows = [
        finding("1", "s", None, StudyDesign.COHORT, point=None, score=0.9),
        finding("2", "s", True, StudyDesign.COHORT, score=0.2),
    ]
    assert one_per_study(rows)[0][0].edge_ids == ("1",)


@given(
    st.permutations(
        [
            finding(str(i), f"s{i % 3}", [None, True, False][i % 3], StudyDesign.COHORT, 0.2 + i / 10)
            for i in range(7)
        ]
    )
)
def test_the_choice_does_not_depend_on_order(rows: list[StudyEvidence]) -> None:
    kept, notes = one_per_study(rows)
    again, notes_again = one_per_study(sorted(rows, key=lambda r: r.edge_ids))
    assert (kept, notes) == (again, notes_again)
    assert len({row.study_id for row in kept}) == len(kept) == 3


def row(edge: str, **given: Any) -> StudyEvidence:
    return finding(edge, "s", None, StudyDesign.COHORT).model_copy(update=given)


def estimated(**given: Any) -> StandardEstimate:
    estimate = finding("0", "s", None, StudyDesign.COHORT).estimate
    assert estimate is not None
    return estimate.model_copy(update=given)


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ({"outcome_score": 0.9}, {"outcome_score": 0.7}, "it answers the question best"),
        ({}, {"estimate": None}, "the others give no effect"),
        (
            {"estimate": estimated(adjusted=None)},
            {"estimate": estimated(adjusted=False)},
            "its adjustment suits the design",
        ),
        (
            {"estimate": estimated(measure=EffectMeasure.RISK_RATIO)},
            {"estimate": estimated(measure=EffectMeasure.ODDS_RATIO)},
            "its measure is preferred",
        ),
        ({"sample_size": 900}, {"sample_size": 400}, "it has the larger sample"),
        ({"sample_size": 1}, {"sample_size": None}, "it has the larger sample"),
        (
            {"estimate": estimated(variance=0.01)},
            {"estimate": estimated(variance=0.04)},
            "it is the most precise",
        ),
        ({"year": 2021}, {"year": 2019}, "it is the latest report"),
        ({"year": 1990}, {"year": None}, "it is the latest report"),
    ],
)
def test_what_counts_of_two_findings_of_a_study(
    better: dict[str, Any], worse: dict[str, Any], why: str
) -> None:
    best = row("2", **better)
    kept, notes = one_per_study([row("1", **worse), best])
    assert kept == (best,)
    assert notes == (f"s: 1 of 2 findings counts, {why}",)


def test_scores_that_are_one_to_a_tenth_are_alike() -> None:
    numbered = row("2", outcome_score=0.91)
    assert one_per_study([row("1", outcome_score=0.94, estimate=None), numbered])[0] == (numbered,)


def test_of_findings_that_are_alike_the_smaller_edge_id_counts() -> None:
    assert one_per_study([row("2"), row("1")])[0] == (row("1"),)
