"""Which papers and numbers count: retracted ones, others' findings, mixed measures, odd numbers."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations import Basis, GradedRelation
from aitia.evidence.relations.exclusion import ExclusionReason
from aitia.model.scales import Direction, EffectMeasure, RetractionStatus, SentenceRole, StudyDesign
from tests.aitia.evidence.relations.conftest import main_of


def test_one_study_in_two_papers_counts_once(make: Any) -> None:
    twice = [
        make.claim("ames", (0.8, 0.7, 0.9), study="ames"),
        make.claim("ames_later", (0.82, 0.72, 0.93), study="ames", answers=0.5),
    ]
    relation = main_of(make, twice)
    assert len(relation.studies) == 1
    assert relation.studies[0].estimate.point == pytest.approx(0.8)
    assert relation.studies[0].edge_ids == ("edge_ames", "edge_ames_later")


def test_a_meta_analysis_is_not_pooled_with_trials_and_the_choice_is_explained(make: Any) -> None:
    claims = [
        make.claim("review", (0.85, 0.80, 0.90), design=StudyDesign.META_ANALYSIS, n=50000),
        make.claim("ames", (0.8, 0.7, 0.9)),
        make.claim("bell", (0.7, 0.5, 0.98)),
    ]
    relation = main_of(make, claims)
    assert relation.used_group is DesignGroup.SYNTHESES
    assert relation.pooled.k == 1
    assert "not pooled with them" in relation.used_reason
    assert next(g for g in relation.groups if g.group is DesignGroup.TRIALS).pooled.k == 2


def test_two_meta_analyses_are_not_pooled_with_each_other(make: Any) -> None:
    claims = [
        make.claim("review", (0.85, 0.80, 0.90), design=StudyDesign.META_ANALYSIS, n=50000),
        make.claim("older", (0.70, 0.60, 0.82), design=StudyDesign.META_ANALYSIS, n=8000),
    ]
    relation = main_of(make, claims)
    assert (relation.pooled.k, relation.pooled.point) == (1, pytest.approx(0.85))


def test_trials_are_used_when_the_review_covers_fewer_people(make: Any) -> None:
    claims = [
        make.claim("review", (0.85, 0.80, 0.90), design=StudyDesign.META_ANALYSIS, n=300),
        make.claim("ames", (0.8, 0.7, 0.9), n=9000),
    ]
    assert main_of(make, claims).used_group is DesignGroup.TRIALS


def test_a_meta_analysis_of_cohorts_stands_with_the_observational_evidence(make: Any) -> None:
    claim = make.claim(
        "review",
        (1.5, 1.1, 2.1),
        design=StudyDesign.META_ANALYSIS,
        title="Meta-analysis of observational studies",
    )
    assert main_of(make, [claim]).used_group is DesignGroup.OBSERVATIONAL_SYNTHESES


def test_retracted_papers_are_left_out_and_listed(make: Any) -> None:
    claims = [
        make.claim("ames", (0.8, 0.7, 0.9)),
        make.claim("bell", (0.2, 0.1, 0.4), retraction=RetractionStatus.RETRACTED),
    ]
    relation = main_of(make, claims)
    assert [study.label for study in relation.studies] == ["Ames 2020"]
    assert any("Retracted and left out: Bell 2020" in note for note in relation.limitations)


def test_when_all_are_retracted_nothing_is_left_to_grade(make: Any) -> None:
    relation = main_of(make, [make.claim("bell", (0.2, 0.1, 0.4), retraction=RetractionStatus.RETRACTED)])
    assert relation.studies == ()
    assert relation.used_group is None
    assert relation.certainty is None
    assert relation.direction is Direction.UNCLEAR


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (RetractionStatus.CONCERN, "expression of concern"),
        (RetractionStatus.CORRECTED, "Corrected"),
        (RetractionStatus.UNKNOWN, "not known"),
    ],
)
def test_any_other_standing_is_shown_and_is_no_retraction(make: Any, status: Any, words: Any) -> None:
    relation = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9), retraction=status)])
    assert len(relation.studies) == 1
    assert any(words in note for note in relation.limitations)


def test_protocols_and_other_peoples_findings_are_no_evidence(make: Any) -> None:
    claims = [
        make.claim("ames", (0.8, 0.7, 0.9), design=StudyDesign.PROTOCOL),
        make.claim("bell", (0.8, 0.7, 0.9), sentence_role=SentenceRole.BACKGROUND),
    ]
    assert main_of(make, claims).studies == ()


def test_mixed_measures_are_pooled_in_one_and_the_rest_is_named(make: Any) -> None:
    claims = [
        make.claim("ames", (0.8, 0.7, 0.9)),
        make.claim("bell", (0.75, 0.6, 0.93)),
        make.claim("cole", (-3.0, -5.0, -1.0), measure=EffectMeasure.MEAN_DIFFERENCE),
    ]
    relation = main_of(make, claims)
    assert relation.pooled.k == 2
    assert any("Cole 2020" in note for note in relation.limitations)


def test_without_numbers_directions_vote_and_no_effect_is_invented(make: Any) -> None:
    claims = [
        make.claim("ames", n=900),
        make.claim("bell", n=400),
        make.claim("cole", direction=Direction.NO_DIFFERENCE, n=50),
    ]
    relation = main_of(make, claims)
    assert relation.pooled is None
    assert relation.body.basis is Basis.DIRECTIONS
    assert relation.direction is Direction.DECREASES
    assert relation.body.votes.lower + relation.body.votes.none == pytest.approx(1.0, abs=1e-5)


def test_numbers_that_contradict_their_words_are_left_out_with_a_note(make: Any) -> None:
    relation = main_of(make, [make.claim("ames", (1.5, 1.2, 1.9), direction=Direction.DECREASES)])
    assert relation.studies[0].estimate is None
    assert relation.direction is Direction.DECREASES
    assert any("opposite directions" in note for note in relation.limitations)


def test_an_interval_that_excludes_its_point_is_a_limitation_not_a_crash(make: Any) -> None:
    relation = main_of(make, [make.claim("ames", (0.8, 0.9, 1.2))])
    assert relation.studies[0].estimate is None
    assert relation.limitations


def test_events_above_totals_are_a_limitation_not_a_crash(make: Any) -> None:
    relation = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9), counts=(30, 20, 5, 20))])
    assert isinstance(relation, GradedRelation)


def _against(item: Any, rival: str) -> Any:
    return item.model_copy(update={"match": item.match.model_copy(update={"rival": rival})})


def test_a_comparison_with_another_treatment_is_left_out_where_others_compare_with_nothing(make: Any) -> None:
    other = _against(make.claim("bell", (1.4, 1.1, 1.8), direction=Direction.INCREASES), "zeltamine")
    relation = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9)), other])
    assert [study.label for study in relation.studies] == ["Ames 2020"]
    (left,) = [source for source in relation.sources if not source.used]
    assert left.exclusion is ExclusionReason.OTHER_COMPARATOR
    assert left.note == "others compare with no other treatment, this one with zeltamine"
    alone = main_of(make, [other])
    assert [study.label for study in alone.studies] == ["Bell 2020"]
