"""Votes where numbers are missing: what a study weighs, and how its vote divides."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.grading.study import grade_study
from aitia.evidence.relations import voting
from aitia.evidence.relations.voting import count_votes, vote_weight
from aitia.model.evidence import StudyEvidence
from aitia.model.scales import Direction

UP, DOWN, NONE = Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE


def weight(make: Any, **given: Any) -> float:
    """A study's weight by its size and fit alone, whatever its grade."""
    study = make.study(**given)
    grade = grade_study(study)
    return vote_weight(study, grade) / (grade.grade.level / 4)


@pytest.mark.parametrize(
    ("participants", "expected"),
    [
        (100, 1.0),
        (400, 2.0),
        (2_500, 5.0),
        (1_000_000, 5.0),
        (9, 0.3),
        (4, 0.3),
        (None, 0.5),
    ],
)
def test_a_vote_weighs_by_the_root_of_the_size_within_limits(
    make: Any, participants: int | None, expected: float
) -> None:
    given = {"sample_size": participants, "estimate": None, "outcome_score": 1.0}
    assert weight(make, **given) == pytest.approx(expected)


@pytest.mark.parametrize(("score", "expected"), [(1.0, 1.0), (0.4, 0.4), (0.01, 0.05)])
def test_a_vote_weighs_by_its_fit_to_the_outcome_and_never_nothing(
    make: Any, score: float, expected: float
) -> None:
    assert weight(make, sample_size=100, estimate=None, outcome_score=score) == pytest.approx(expected)


def test_a_vote_weighs_by_the_studys_grade(make: Any) -> None:
    study = make.study(sample_size=100, outcome_score=1.0)
    grade = grade_study(study)
    assert vote_weight(study, grade) == pytest.approx(grade.grade.level / 4)


def shares(make: Any, *studies: StudyEvidence) -> tuple[float, float, float, float]:
    votes = count_votes(studies, {study.study_id: grade_study(study) for study in studies})
    return votes.higher, votes.lower, votes.none, votes.unclear


def test_votes_are_shares_of_each_direction(make: Any) -> None:
    rows = [make.study(str(i), direction=d) for i, d in enumerate([UP, UP, DOWN, Direction.UNCLEAR])]
    assert shares(make, *rows) == (0.5, 0.25, 0.0, 0.25)


def test_a_vote_divides_as_its_reader_believes_unless_the_direction_is_unclear(make: Any) -> None:
    divided = make.study(direction=DOWN, direction_shares=(0.1, 0.6, 0.3))
    assert shares(make, divided) == (0.1, 0.6, 0.3, 0.0)
    unclear = make.study(direction=Direction.UNCLEAR, direction_shares=(0.1, 0.6, 0.3))
    assert shares(make, unclear) == (0.0, 0.0, 0.0, 1.0)


def test_no_study_is_no_vote(make: Any) -> None:
    assert shares(make) == (0.0, 0.0, 0.0, 0.0)
    assert shares(make, make.study(direction=NONE)) == (0.0, 0.0, 1.0, 0.0)


def test_half_of_what_is_expected_is_the_vote_unless_the_pool_is_known() -> None:
    pool, vote = (0.2, 0.2, 0.6), (0.6, 0.0, 0.2)
    assert voting.expected(pool, vote, whole=False) == pytest.approx((0.475, 0.1, 0.425))
    assert voting.expected(pool, vote, whole=True) == pool
    assert voting.expected(pool, (0.0, 0.0, 0.0), whole=False) == pool
    assert sum(voting.expected(pool, vote, whole=False)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("shares", "whole", "direction"),
    [
        ((0.0, 0.56, 0.43), False, NONE),
        ((0.0, 0.58, 0.42), False, DOWN),
        ((0.6, 0.0, 0.4), False, UP),
        ((0.0, 0.51, 0.49), True, DOWN),
        ((0.0, 0.49, 0.51), True, NONE),
        ((0.4, 0.4, 0.2), False, DOWN),
        ((0.0, 0.0, 0.0), True, NONE),
    ],
)
def test_a_direction_leads_by_more_than_one_study_unless_the_pool_is_known(
    shares: tuple[float, float, float], whole: bool, direction: Direction
) -> None:
    assert voting.leading(shares, whole) is direction
