"""GRADE's three reasons to add certainty. Each returns one step with a change of 0, 1 or 2."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from aitia.evidence.grading.thresholds import LARGE_EFFECT, VERY_LARGE_EFFECT, excludes_null, figure
from aitia.model.evidence import GradeStep, PooledEffect, StudyEvidence
from aitia.model.keys import StudyId
from aitia.model.scales import EffectMeasure

_RARE = 0.10


def large_effect(rows: Sequence[StudyEvidence], pooled: PooledEffect | None) -> GradeStep:
    """One level for a risk ratio beyond 2 or 0.5, two beyond 5 or 0.2, when the interval excludes none."""
    ids = tuple(sorted(row.study_id for row in rows))
    if pooled is None or not pooled.measure.is_ratio or pooled.point <= 0:
        return GradeStep(domain="large_effect", change=0, reason="no pooled ratio to judge", study_ids=ids)
    ratio, how = _as_risk_ratio(pooled, rows)
    size = max(ratio, 1 / ratio)
    if not excludes_null(pooled.measure, pooled.low, pooled.high):
        change, words = 0, "the interval includes no effect"
    else:
        change = 2 if size > VERY_LARGE_EFFECT else 1 if size > LARGE_EFFECT else 0
        words = ("not large", "large", "very large")[change]
    reason = f"{pooled.measure.value} {figure(pooled.point)}{how}: {words}"
    return GradeStep(domain="large_effect", change=change, reason=reason, study_ids=ids)


def dose_response(reported_in: Collection[StudyId]) -> GradeStep:
    """One level when studies of the body report that more of the cause gives more of the effect."""
    return _reported("dose_response", reported_in, "a dose–response gradient")


def opposing_confounding(reported_in: Collection[StudyId]) -> GradeStep:
    """One level when all plausible confounding would have worked against the effect that was found."""
    return _reported("opposing_confounding", reported_in, "plausible confounding against the effect")


def _reported(domain: str, reported_in: Collection[StudyId], what: str) -> GradeStep:
    ids = tuple(sorted(reported_in))
    reason = f"{len(ids)} of the studies report {what}" if ids else f"no study reports {what}"
    return GradeStep(domain=domain, change=1 if ids else 0, reason=reason, study_ids=ids)


def _as_risk_ratio(pooled: PooledEffect, rows: Sequence[StudyEvidence]) -> tuple[float, str]:
    """An odds ratio overstates a risk ratio unless events are rare; √OR is then the safe reading.

    VanderWeele 2017, Epidemiology 28:e58.
    """
    if pooled.measure is not EffectMeasure.ODDS_RATIO:
        return pooled.point, ""
    risk = _comparator_risk(rows)
    if risk is not None and risk <= _RARE:
        return pooled.point, " with rare events"
    return math.sqrt(pooled.point), f" (read as a risk ratio of {figure(math.sqrt(pooled.point))})"


def _comparator_risk(rows: Sequence[StudyEvidence]) -> float | None:
    counts = [
        row.estimate.counts for row in rows if row.estimate is not None and row.estimate.counts is not None
    ]
    total = sum(count.total_comparator for count in counts)
    return sum(count.events_comparator for count in counts) / total if total else None
