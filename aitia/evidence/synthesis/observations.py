"""What each study contributes to the likelihood: a value with its error, or shares of belief in directions.

An estimate is a normal observation; a p value with a direction is the estimate that it implies at the
study's size; a stated direction says only on which side of 1.96 standard errors, or of none, the study's
estimate lies (Bushman & Wang 1995, 1996; Cochrane Handbook, chapter 12). A direction whose test is not told
is mostly a significant one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scipy.special import ndtri

from aitia.evidence.grading.study import study_size
from aitia.evidence.synthesis.priors import TYPICAL_SIZE
from aitia.model.evidence import StandardEstimate, StudyEvidence
from aitia.model.keys import StudyId
from aitia.model.scales import Direction
from aitia.model.synthesis import EntryKind

TEST = 1.959963984540054
SURE = 0.94
"""Belief in a direction that was read without shares; the rest is divided over the other two."""
UNTESTED = 0.75
"""How often a difference that is told without its test is significant. Where labelled abstracts tell the test
of a difference, it is significant in 2,252 of 2,254: what is not counts as no difference there."""
FACTORS = (0.6, 0.8, 1.0, 1.4, 2.2)
"""How far an error inferred from size alone is off: fifths of the log odds ratios of the Cochrane tables."""
_LARGEST, _SMALLEST = 10_000_000, 4
_SIGNS = {Direction.INCREASES: 1.0, Direction.DECREASES: -1.0}

Window = tuple[float, float]


@dataclass(frozen=True)
class Observation:
    """One study on the body's scale.

    `value` is None for a direction: then `windows` give, for each way to read the study, its share of
    belief and the range of its test statistic. `error` is the standard error; where it is only inferred from
    the study's size it may be off by any of `factors`. `weight` (0 to 1) is how surely the study reports
    the outcome at all.
    """

    study_id: StudyId
    kind: EntryKind
    error: float
    weight: float
    value: float | None = None
    windows: tuple[tuple[float, Window], ...] = ()
    factors: tuple[float, ...] = (1.0,)


def observe(
    row: StudyEvidence, estimate: StandardEstimate | None, unit: float, least: float = 0.0
) -> Observation | None:
    """The study's contribution; None where it gives neither a number nor a direction.

    `estimate` is its estimate on the body's scale; `unit` is standard error times √n on that scale. `least`
    is the smallest error that is printed on it: words never weigh more than the most precise number, since
    size does not say how rare the events are (a million people, of whom few have any).
    """
    weight = min(1.0, max(0.0, row.outcome_score))
    if estimate is not None:
        return Observation(
            row.study_id, EntryKind.ESTIMATE, math.sqrt(estimate.variance), weight, estimate.effect
        )
    error = max(least, unit / math.sqrt(size_of(row)[0]))
    told = _implied(row)
    if told is not None:
        return Observation(row.study_id, EntryKind.P_VALUE, error, weight, told * error, (), FACTORS)
    if row.direction is Direction.UNCLEAR:
        return None
    tested = row.significant is not None or row.direction is Direction.NO_DIFFERENCE
    kind = EntryKind.TESTED_DIRECTION if tested else EntryKind.DIRECTION
    return Observation(row.study_id, kind, error, weight, None, _windows(row), FACTORS)


def size_of(row: StudyEvidence) -> tuple[int, bool]:
    """Participants as used, kept within 4 and ten million, and whether they are assumed."""
    size = study_size(row)
    if size is None or size <= 0:
        return TYPICAL_SIZE, True
    return min(_LARGEST, max(_SMALLEST, size)), False


def _implied(row: StudyEvidence) -> float | None:
    """The test statistic of an exact p value, or of an estimate on another scale, with a known sign."""
    if row.estimate is not None:
        return row.estimate.effect / math.sqrt(row.estimate.variance)
    sign = _SIGNS.get(row.direction)
    if sign is None or row.p_value is None or not 1e-12 < row.p_value < 1:
        return None
    if (row.p_value < 0.05) is not (row.significant is not False):
        return None  # the p value says otherwise than the words: the words stand
    return sign * float(-ndtri(row.p_value / 2))


def _windows(row: StudyEvidence) -> tuple[tuple[float, Window], ...]:
    """Shares of belief in what the test statistic may be. Of a difference whose test is not told a part of
    the share goes to values that are not significant."""
    inf = math.inf
    up, down, none = row.direction_shares or _sure(row.direction)
    if row.significant is None:
        tested, rest = UNTESTED, 1 - UNTESTED
        return (
            (up * tested, (TEST, inf)),
            (up * rest, (0.0, TEST)),
            (down * tested, (-inf, -TEST)),
            (down * rest, (-TEST, 0.0)),
            (none, (-TEST, TEST)),
        )
    more, less = ((TEST, inf), (-inf, -TEST)) if row.significant else ((0.0, TEST), (-TEST, 0.0))
    return (up, more), (down, less), (none, (-TEST, TEST))


def _sure(direction: Direction) -> tuple[float, float, float]:
    rest = (1 - SURE) / 2
    held: Mapping[Direction, tuple[float, float, float]] = {
        Direction.INCREASES: (SURE, rest, rest),
        Direction.DECREASES: (rest, SURE, rest),
    }
    return held.get(direction, (rest, rest, SURE))
