"""The one place where grading calls the statistics of `aitia.effects` and `aitia.pooling`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from aitia.claim import EffectEstimate
from aitia.effects.intervals import normal_quantile, standard_error_from_interval
from aitia.errors import StatisticsError
from aitia.evidence import AcceptedClaim, PooledEffect, PoolingModel, StandardEstimate, StudyEvidence
from aitia.grading.study import study_size
from aitia.pooling.fit import fit


def standard_estimates(item: AcceptedClaim) -> tuple[tuple[StandardEstimate, ...], tuple[str, ...]]:
    """A claim's usable estimates, oriented to the question, and why the others are not usable."""
    usable: list[StandardEstimate] = []
    problems: list[str] = []
    for estimate in item.claim.estimates:
        try:
            usable.append(_standard(estimate, item.match.swapped))
        except StatisticsError as error:
            problems.append(str(error))
    return tuple(usable), tuple(problems)


def _standard(e: EffectEstimate, swapped: bool) -> StandardEstimate:
    if e.point is None or e.low is None or e.high is None:
        raise StatisticsError("an estimate states no interval")
    if not e.low <= e.point <= e.high or (e.measure.is_ratio and e.low <= 0):
        raise StatisticsError(f"the interval {e.low} to {e.high} does not hold its point {e.point}")
    f = math.log if e.measure.is_ratio else float
    y, lo, hi = f(e.point), f(e.low), f(e.high)
    se = standard_error_from_interval(lo, hi, e.level)
    if swapped:
        y, lo, hi = -y, -hi, -lo
    g = math.exp if e.measure.is_ratio else float
    return StandardEstimate(
        measure=e.measure,
        effect=y,
        variance=se**2,
        point=g(y),
        low=g(lo),
        high=g(hi),
        level=e.level,
        adjusted=e.adjusted,
        counts=e.counts,
    )


def pool_studies(studies: Sequence[StudyEvidence]) -> tuple[PooledEffect | None, tuple[str, ...]]:
    """Pool the studies that share the most common measure; names what was left out."""
    rows = [s for s in studies if s.estimate is not None]
    if not rows:
        return None, ()
    measures = sorted({s.estimate.measure for s in rows if s.estimate}, key=lambda m: m.value)
    measure = max(measures, key=lambda m: sum(1 for s in rows if s.estimate and s.estimate.measure is m))
    part = [(s, s.estimate) for s in rows if s.estimate and s.estimate.measure is measure]
    out = [s.label for s in rows if s.estimate and s.estimate.measure is not measure]
    result = fit([e.effect for _, e in part], [e.variance for _, e in part])
    g = math.exp if measure.is_ratio else float
    z = normal_quantile(0.95)
    sizes = [n for s, _ in part if (n := study_size(s)) is not None]
    pooled = PooledEffect(
        measure=measure,
        model=PoolingModel.REML,
        k=len(part),
        point=g(result.beta),
        low=g(result.beta - z * result.se),
        high=g(result.beta + z * result.se),
        p_value=result.p,
        i2=result.i2,
        participants=sum(sizes) if sizes else None,
        weights={s.study_id: float(w) for (s, _), w in zip(part, result.weights, strict=True)},
    )
    return pooled, tuple(f"{label}: in another measure than {measure.value}, not pooled" for label in out)
