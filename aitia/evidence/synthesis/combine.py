"""From the rows of one body of evidence to the synthesis of all that they report."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from aitia.evidence.grading.study import study_size
from aitia.evidence.grading.thresholds import excludes_importance, excludes_null, important_limits
from aitia.evidence.synthesis.observations import Observation, observe, size_of
from aitia.evidence.synthesis.posterior import Posterior, fit_posterior, foresee_pool
from aitia.evidence.synthesis.priors import DIFFERENCE_UNIT, Priors, shipped_priors
from aitia.model.evidence import PooledEffect, StudyEvidence
from aitia.model.keys import StudyId
from aitia.model.scales import EffectMeasure
from aitia.model.synthesis import EntryKind, FullPool, Synthesis, SynthesisEntry

IMPORTANT_SD = 0.5
"""An important difference in standard deviations, where nothing else tells the scale (GRADE)."""


_NONE = 1e-3


class Scale(NamedTuple):
    """The scale that a body is combined on: its measure, units, prior spreads and important limits.

    `limits` are on the pooled scale (log for ratios); `unit` is standard error times √n.
    """

    measure: EffectMeasure | None
    unit: float
    effect: float
    heterogeneity: float
    limits: tuple[float, float]


def synthesise(
    rows: Sequence[StudyEvidence],
    pooled: PooledEffect | None = None,
    used: Sequence[StudyEvidence] = (),
    priors: Priors | None = None,
) -> Synthesis | None:
    """The synthesis of one body; None where no study gives a number or a direction.

    `used` are the rows inside `pooled`, with their estimates as pooled. The order of rows does not matter;
    a study that stands twice counts once.
    """
    studies = sorted({row.study_id: row for row in rows}.values(), key=lambda row: row.study_id)
    inside = {row.study_id: row.estimate for row in used if row.estimate is not None}
    least = min((math.sqrt(estimate.variance) for estimate in inside.values()), default=0.0)
    scale = scale_of(pooled, used, priors or shipped_priors())
    seen = [
        (row, found)
        for row in studies
        if (found := observe(row, inside.get(row.study_id), scale.unit, least)) is not None
    ]
    if not seen:
        return None
    observations = [found for _, found in seen]
    # Of one study heterogeneity cannot be judged; as the classic pool, its synthesis speaks of that study.
    heterogeneity = scale.heterogeneity if len(observations) > 1 else _NONE * scale.effect
    posterior = fit_posterior(observations, scale.effect, heterogeneity)
    whole = pooled is not None and all(o.kind is EntryKind.ESTIMATE for o in observations)
    sizes = [size for row, _ in seen if (size := study_size(row)) is not None]
    return Synthesis.model_validate(
        {
            "entries": tuple(_entry(row, found) for row, found in seen),
            "participants": sum(sizes) if sizes else None,
            "measure": pooled.measure if pooled else None,
            "equals_pool": whole,
            **_numbers(pooled, posterior, whole),
            **_probabilities(posterior, scale),
            "excludes_importance": _excludes(pooled, posterior, scale, whole),
            "full_pool": _full_pool(pooled, observations, posterior, whole),
        }
    )


def scale_of(pooled: PooledEffect | None, used: Sequence[StudyEvidence], priors: Priors) -> Scale:
    """The scale of the pool and, for studies without an estimate, the error that their size implies on it."""
    if pooled is None:
        limits = (-IMPORTANT_SD, IMPORTANT_SD)
        return Scale(None, DIFFERENCE_UNIT, priors.difference_effect, priors.difference_heterogeneity, limits)
    known = [
        math.sqrt(row.estimate.variance * size)
        for row in used
        if row.estimate is not None and (size := study_size(row))
    ]
    if pooled.measure.is_ratio:
        low, high = important_limits(pooled.measure) or (0.75, 1.25)
        unit = statistics.median(known) if known else priors.ratio_unit
        limits = (math.log(low), math.log(high))
        return Scale(pooled.measure, unit, priors.ratio_effect, priors.ratio_heterogeneity, limits)
    unit = statistics.median(known) if known else _unit_without_sizes(used)
    deviation = unit / DIFFERENCE_UNIT
    agreed = important_limits(pooled.measure)
    limits = agreed if agreed else (-IMPORTANT_SD * deviation, IMPORTANT_SD * deviation)
    effect, heterogeneity = priors.difference_effect, priors.difference_heterogeneity
    return Scale(pooled.measure, unit, effect * deviation, heterogeneity * deviation, limits)


def _unit_without_sizes(used: Sequence[StudyEvidence]) -> float:
    errors = [math.sqrt(row.estimate.variance * size_of(row)[0]) for row in used if row.estimate is not None]
    return statistics.median(errors) if errors else DIFFERENCE_UNIT


def _entry(row: StudyEvidence, found: Observation) -> SynthesisEntry:
    size, assumed = size_of(row)
    return SynthesisEntry(
        study_id=StudyId(row.study_id),
        label=row.label,
        kind=found.kind,
        direction=row.direction,
        size=size,
        assumed=assumed,
    )


def _numbers(pooled: PooledEffect | None, posterior: Posterior, whole: bool) -> dict[str, float | None]:
    if pooled is None:
        return {}
    numbers: tuple[float | None, ...]
    if whole:
        numbers = pooled.point, pooled.low, pooled.high, pooled.prediction_low, pooled.prediction_high
    else:
        asked = (posterior.quantile(0.5), posterior.quantile(0.025), posterior.quantile(0.975))
        new = (posterior.prediction(0.025), posterior.prediction(0.975))
        numbers = tuple(_natural(pooled.measure, value) for value in (*asked, *new))
    names = ("point", "low", "high", "prediction_low", "prediction_high")
    return dict(zip(names, numbers, strict=True))


def _probabilities(posterior: Posterior, scale: Scale) -> dict[str, float]:
    low, high = scale.limits
    less, more = 1 - posterior.above(low), posterior.above(high)
    return {
        "more": round(posterior.above(0.0), 6),
        "important_more": round(more, 6),
        "important_less": round(less, 6),
        "unimportant": round(max(0.0, 1 - more - less), 6),
    }


def _excludes(pooled: PooledEffect | None, posterior: Posterior, scale: Scale, whole: bool) -> bool:
    if whole and pooled is not None and important_limits(pooled.measure) is not None:
        return excludes_importance(pooled.measure, pooled.low, pooled.high)
    low, high = scale.limits
    return low < posterior.quantile(0.025) and posterior.quantile(0.975) < high


def _full_pool(
    pooled: PooledEffect | None, observations: Sequence[Observation], posterior: Posterior, whole: bool
) -> FullPool:
    """Known where everybody gave an estimate; else foreseen."""
    if not whole or pooled is None:
        return foresee_pool(observations, posterior)
    if not excludes_null(pooled.measure, pooled.low, pooled.high):
        return FullPool(higher=0.0, lower=0.0, neither=1.0)
    more = pooled.point > pooled.measure.null_value
    return FullPool(higher=float(more), lower=float(not more), neither=0.0)


def _natural(measure: EffectMeasure, value: float) -> float:
    return math.exp(value) if measure.is_ratio else value
