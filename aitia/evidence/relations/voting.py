"""What studies say where numbers are missing: a vote weighted by size, grade and fit to the outcome.

A vote is a way to read directions, not an effect: it has no size and no interval, and it is never shown
as a pooled effect. The weight of a study is (grade level / 4) · size · outcome score, where size is
√(n / 100) kept within 0.3 and 5 (a study of 100 counts one, of 2,500 or more five) and 0.5 when n is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from aitia.evidence.grading.study import study_size
from aitia.evidence.relations.models import Votes
from aitia.model.evidence import StudyEvidence, StudyGrade
from aitia.model.keys import StudyId
from aitia.model.scales import Direction

VOTE = 0.5
"""The share of the vote in what is expected where not every study prints an estimate."""
LEAD = 0.15
"""By how much a direction has to be more probable than no difference: nearer together, one study more or
fewer would decide."""
Shares = tuple[float, float, float]
"""Of an increase, a reduction and no difference."""
_UNKNOWN_SIZE = 0.5
_SMALLEST, _LARGEST = 0.3, 5.0


def vote_weight(study: StudyEvidence, grade: StudyGrade) -> float:
    """A study's weight in a vote; positive."""
    size = study_size(study)
    by_size = _UNKNOWN_SIZE if size is None else min(_LARGEST, max(_SMALLEST, math.sqrt(size / 100)))
    return grade.grade.level / 4 * by_size * max(0.05, study.outcome_score)


def count_votes(studies: Sequence[StudyEvidence], grades: Mapping[StudyId, StudyGrade]) -> Votes:
    """Weighted shares of each direction, rounded to six digits so that the order of studies never shows."""
    weights = dict.fromkeys(Direction, 0.0)
    for study in sorted(studies, key=lambda row: row.study_id):
        weight = vote_weight(study, grades[study.study_id])
        for direction, part in _belief(study).items():
            weights[direction] += weight * part
    total = math.fsum(weights.values())
    if total == 0:
        return Votes()
    share = {direction: round(weight / total, 6) for direction, weight in weights.items()}
    return Votes(
        higher=share[Direction.INCREASES],
        lower=share[Direction.DECREASES],
        none=share[Direction.NO_DIFFERENCE],
        unclear=share[Direction.UNCLEAR],
    )


def expected(pool: Shares, votes: Shares, whole: bool) -> Shares:
    """How probable an increase, a reduction and no difference are, of a body of evidence.

    `whole`: every study prints an estimate; then it is what their pool shows. Else half of it is what a pool
    of everybody's numbers would show, which knows each study's size and test, and half the vote, which knows
    whom to believe.
    """
    voted = math.fsum(votes)
    if whole or not voted:
        return pool
    more, less, none = ((1 - VOTE) * p + VOTE * v / voted for p, v in zip(pool, votes, strict=True))
    return more, less, none


def leading(shares: Shares, whole: bool) -> Direction:
    """The direction that leads no difference, by `LEAD` where not every study prints an estimate, or none."""
    more, less, none = shares
    if max(more, less) - none <= (0 if whole else LEAD):
        return Direction.NO_DIFFERENCE
    return Direction.INCREASES if more > less else Direction.DECREASES


def _belief(study: StudyEvidence) -> dict[Direction, float]:
    """How a study's vote divides: as its reader's belief does, else all of it goes to its direction."""
    if study.direction_shares is None or study.direction is Direction.UNCLEAR:
        return {study.direction: 1.0}
    ways = (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)
    return dict(zip(ways, study.direction_shares, strict=True))
