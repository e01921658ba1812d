"""One entry point: studies with standard estimates in, a `PooledEffect` out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aitia.evidence.effects.tables import Tables, tables
from aitia.evidence.pooling.bias import MINIMUM_STUDIES, begg, egger
from aitia.evidence.pooling.fit import Fit, fit
from aitia.evidence.pooling.heterogeneity import EXACT, Convergence, TauMethod
from aitia.evidence.pooling.tabular import mantel_haenszel, peto
from aitia.model.claim import ArmCounts
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate
from aitia.model.keys import StudyId
from aitia.model.scales import EffectMeasure

LARGEST_LOG = 600.0
_TAU = {
    PoolingModel.FIXED: TauMethod.EE,
    PoolingModel.DERSIMONIAN_LAIRD: TauMethod.DL,
    PoolingModel.PAULE_MANDEL: TauMethod.PM,
    PoolingModel.REML: TauMethod.REML,
}


@dataclass(frozen=True)
class PoolStudy:
    """One study's estimate on its way into a pool, with what the pool sums up."""

    study_id: StudyId
    estimate: StandardEstimate
    participants: int | None = None
    events: int | None = None


def pool(
    studies: Sequence[PoolStudy],
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
    level: float = 0.95,
    convergence: Convergence = EXACT,
    limitations: Sequence[str] = (),
) -> PooledEffect:
    """Pool studies of one measure; the order of `studies` does not matter.

    `hartung_knapp` None means: with three studies or more and τ² above 0, as Cochrane now advises.
    Mantel–Haenszel and Peto use the arms' events and leave out, and name, studies without them. Raises
    StatisticsError for no study, a study twice, mixed measures, or numbers beyond computation.
    """
    ordered = sorted(studies, key=lambda s: s.study_id)
    _check(ordered)
    notes = list(limitations)
    if model in (PoolingModel.MANTEL_HAENSZEL, PoolingModel.PETO):
        return _pool_tables(ordered, model, level, notes)
    y = [s.estimate.effect for s in ordered]
    v = [s.estimate.variance for s in ordered]
    result, knapp = _fitted(y, v, model, hartung_knapp, level, convergence)
    if result.k == 1:
        notes.append("one study: heterogeneity cannot be judged")
    shown = result.k > 2 and model is not PoolingModel.FIXED
    asymmetry = result.k >= MINIMUM_STUDIES
    regression, ranks = (egger(y, v), begg(y, v)) if asymmetry else (None, None)
    measure = ordered[0].estimate.measure
    return PooledEffect(
        measure=measure,
        model=model,
        k=result.k,
        point=_natural(measure, result.beta),
        low=_natural(measure, result.low),
        high=_natural(measure, result.high),
        level=level,
        se=result.se,
        p_value=result.p,
        q=result.q if result.k > 1 else None,
        q_p_value=result.q_p,
        i2=result.i2,
        tau2=result.tau2 if result.k > 1 else None,
        h2=result.h2,
        prediction_low=_natural(measure, result.prediction_low) if shown else None,
        prediction_high=_natural(measure, result.prediction_high) if shown else None,
        egger_p_value=regression.p if regression else None,
        begg_p_value=ranks.p if ranks else None,
        hartung_knapp=knapp,
        participants=_total([s.participants for s in ordered]),
        events=_total([s.events for s in ordered]),
        weights={str(s.study_id): float(w) for s, w in zip(ordered, result.weights, strict=True)},
        limitations=tuple(notes),
    )


def _fitted(
    y: Sequence[float],
    v: Sequence[float],
    model: PoolingModel,
    hartung_knapp: bool | None,
    level: float,
    convergence: Convergence,
) -> tuple[Fit, bool]:
    """The fit, and whether its interval is Hartung–Knapp's."""
    result = fit(y, v, _TAU[model], hartung_knapp is True, level, convergence)
    if hartung_knapp is None and model is not PoolingModel.FIXED and result.k > 2 and result.tau2 > 0:
        return fit(y, v, _TAU[model], True, level, convergence), True
    return result, result.k > 1 and hartung_knapp is True


def leave_one_out(
    studies: Sequence[PoolStudy],
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
    level: float = 0.95,
) -> tuple[tuple[StudyId, PooledEffect], ...]:
    """The pool without each study in turn; empty below two studies. What cannot be pooled is left out."""
    if len(studies) < 2:
        return ()
    results = []
    for left in sorted(studies, key=lambda s: s.study_id):
        rest = [s for s in studies if s.study_id != left.study_id]
        try:
            results.append((left.study_id, pool(rest, model, hartung_knapp, level)))
        except StatisticsError:
            continue
    return tuple(results)


def _check(studies: Sequence[PoolStudy]) -> None:
    if not studies:
        raise StatisticsError("No study to pool; at least one with an effect and a variance is needed.")
    ids = [s.study_id for s in studies]
    if len(set(ids)) != len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise StatisticsError(f"Study {twice} stands twice in one pool; choose one estimate per study.")
    measures = sorted({s.estimate.measure.value for s in studies})
    if len(measures) > 1:
        raise StatisticsError(
            f"Measures {', '.join(measures)} cannot share a pool; convert or leave out first."
        )


def _pool_tables(
    studies: Sequence[PoolStudy], model: PoolingModel, level: float, notes: list[str]
) -> PooledEffect:
    known = [s for s in studies if s.estimate.counts is not None]
    if len(known) < len(studies):
        notes.append(
            f"{len(studies) - len(known)} studies without events and totals left out of {model.value}"
        )
    if not known:
        raise StatisticsError(
            f"{model.value} needs events and totals, and no study gives them; use {PoolingModel.REML}."
        )
    cells = _cells([s.estimate.counts for s in known if s.estimate.counts is not None])
    empty = int(np.sum(cells.uninformative))
    measure = EffectMeasure.ODDS_RATIO if model is PoolingModel.PETO else known[0].estimate.measure
    if empty and measure.is_ratio:
        notes.append(
            f"{empty} studies without events in either arm (or with nothing else) tell nothing of a ratio"
        )
    result = peto(cells, level) if model is PoolingModel.PETO else mantel_haenszel(cells, measure, level)
    return PooledEffect(
        measure=measure,
        model=model,
        k=result.k,
        point=_natural(measure, result.beta),
        low=_natural(measure, result.low),
        high=_natural(measure, result.high),
        level=level,
        se=result.se,
        p_value=result.p,
        q=result.q,
        q_p_value=result.q_p,
        i2=result.i2,
        h2=result.h2,
        participants=int(np.sum(cells.n1 + cells.n2)),
        events=int(np.sum(cells.a + cells.c)),
        weights={str(s.study_id): float(w) for s, w in zip(known, result.weights, strict=True)},
        limitations=tuple(notes),
    )


def _cells(counts: Sequence[ArmCounts]) -> Tables:
    return tables(
        [c.events_intervention for c in counts],
        [c.total_intervention for c in counts],
        [c.events_comparator for c in counts],
        [c.total_comparator for c in counts],
    )


def _natural(measure: EffectMeasure, value: float | None) -> float:
    """Back from the log scale, within what a float can hold."""
    if value is None:
        raise StatisticsError("A value that the model should give is missing.")
    if not measure.is_ratio:
        return value
    return math.exp(min(LARGEST_LOG, max(-LARGEST_LOG, value)))


def _total(values: Sequence[int | None]) -> int | None:
    known = [v for v in values if v is not None]
    return sum(known) if known else None
