"""From what a paper prints to an effect that can be pooled: scale, standard error, orientation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from aitia.evidence.effects.intervals import (
    normal_quantile,
    standard_error_from_interval,
    standard_error_from_p,
)
from aitia.evidence.effects.means import Groups, mean_difference, standardised_mean_difference
from aitia.evidence.effects.printed import as_difference
from aitia.evidence.effects.tables import log_odds_ratio, log_risk_ratio, risk_difference, tables
from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.errors import StatisticsError
from aitia.model.evidence import StandardEstimate
from aitia.model.scales import EffectMeasure

LARGEST_COUNT = 10**9
LARGEST_VALUE = 1e12
SMALLEST_ERROR = 1e-15
_RATIO_TOLERANCE = 0.15


@dataclass(frozen=True)
class Unusable:
    """Why an estimate cannot be pooled, in a sentence for the verdict's limitations."""

    reason: str


def standardise(estimate: EffectEstimate, swapped: bool = False) -> StandardEstimate | Unusable:
    """The estimate on its pooling scale, or why it has none. `swapped` exchanges the arms.

    A risk reduction is a negative difference, and per cent are hundredths.

    Preference: printed point with interval; printed point with p; computed from the arms' events or means.
    Numbers that contradict each other are not repaired: the arms are used where they are given, else nothing.
    """
    estimate = as_difference(estimate)
    reasons: list[str] = []
    for attempt in (_from_print, _from_counts, _from_means):
        try:
            result = attempt(estimate)
        except StatisticsError as error:
            reasons.append(str(error))
            continue
        if result is None:
            continue
        if reasons:
            note = f"printed numbers not used ({reasons[0]}); recomputed from the arms"
            result = result.model_copy(update={"assumptions": (*result.assumptions, note)})
        return swap_arms(result) if swapped else result
    return Unusable(
        reasons[0] if reasons else f"{estimate.measure.value} without a point or without any precision."
    )


def from_counts(counts: ArmCounts, measure: EffectMeasure, level: float = 0.95) -> StandardEstimate:
    """RR, OR or RD of a 2×2 table. Raises StatisticsError for impossible or uninformative tables."""
    numbers = (
        counts.events_intervention,
        counts.total_intervention,
        counts.events_comparator,
        counts.total_comparator,
    )
    if max(numbers) > LARGEST_COUNT:
        raise StatisticsError(
            f"Counts {numbers} are above {LARGEST_COUNT}; no study has so many participants."
        )
    cells = tables(*numbers)
    if measure is EffectMeasure.RISK_DIFFERENCE:
        effect, variance = risk_difference(cells)
    elif measure is EffectMeasure.ODDS_RATIO:
        effect, variance = log_odds_ratio(cells)
    else:
        measure = EffectMeasure.RISK_RATIO
        effect, variance = log_risk_ratio(cells)
    if not (np.isfinite(effect[0]) and np.isfinite(variance[0]) and variance[0] > 0):
        why = "no event in either arm, or only events" if bool(cells.uninformative[0]) else "an empty arm"
        raise StatisticsError(
            f"No {measure.value} from {numbers[0]}/{numbers[1]} and {numbers[2]}/{numbers[3]}: {why}."
        )
    notes = [f"computed from events and totals ({numbers[0]}/{numbers[1]} and {numbers[2]}/{numbers[3]})"]
    if bool(np.any(cells.corrected().a != cells.a)):
        notes.append("0.5 added to each cell because one is zero")
    return _build(measure, float(effect[0]), float(variance[0]), level, tuple(notes), counts=counts)


def from_means(means: ArmMeans, measure: EffectMeasure, level: float = 0.95) -> StandardEstimate:
    """MD, or SMD (Hedges' g), of two groups. Raises StatisticsError for impossible numbers."""
    values = (means.mean_intervention, means.sd_intervention, means.mean_comparator, means.sd_comparator)
    if not all(math.isfinite(x) and abs(x) < LARGEST_VALUE for x in values):
        raise StatisticsError("A mean or standard deviation is not a finite number.")
    if means.sd_intervention < 0 or means.sd_comparator < 0:
        raise StatisticsError("A standard deviation is negative.")
    if min(means.n_intervention, means.n_comparator) < 2:
        raise StatisticsError("A group of fewer than two gives no standard error.")
    if means.sd_intervention + means.sd_comparator == 0:
        raise StatisticsError("Both standard deviations are zero.")
    g = Groups(
        *(
            np.array([float(x)])
            for x in (
                means.mean_intervention,
                means.sd_intervention,
                means.n_intervention,
                means.mean_comparator,
                means.sd_comparator,
                means.n_comparator,
            )
        )
    )
    standardised = measure is EffectMeasure.STANDARDISED_MEAN_DIFFERENCE
    measure = measure if standardised else EffectMeasure.MEAN_DIFFERENCE
    effect, variance = standardised_mean_difference(g) if standardised else mean_difference(g)
    note = "Hedges' g from means, SDs and n" if standardised else "computed from means, SDs and n"
    return _build(measure, float(effect[0]), float(variance[0]), level, (note,))


def swap_arms(estimate: StandardEstimate) -> StandardEstimate:
    """The same comparison seen from the other arm; twice gives the original back."""
    ratio = estimate.measure.is_ratio
    c = estimate.counts
    counts = c and ArmCounts(
        events_intervention=c.events_comparator,
        total_intervention=c.total_comparator,
        events_comparator=c.events_intervention,
        total_comparator=c.total_intervention,
    )
    note = "arms swapped to the question's order"
    notes = estimate.assumptions
    notes = notes[:-1] if notes and notes[-1] == note else (*notes, note)
    return estimate.model_copy(
        update={
            "effect": -estimate.effect,
            "point": 1 / estimate.point if ratio else -estimate.point,
            "low": 1 / estimate.high if ratio else -estimate.high,
            "high": 1 / estimate.low if ratio else -estimate.low,
            "counts": counts,
            "assumptions": notes,
        }
    )


def _from_print(estimate: EffectEstimate) -> StandardEstimate | None:
    measure, point = estimate.measure, estimate.point
    if point is None:
        return None
    _plausible(estimate)
    if measure is EffectMeasure.CORRELATION and abs(point) >= 1:
        raise StatisticsError(f"Correlation {point} lies outside -1 to 1.")
    effect = math.log(point) if measure.is_ratio else point
    if estimate.low is not None and estimate.high is not None:
        return _with_interval(estimate, point, effect, estimate.low, estimate.high)
    if estimate.p_value is not None and not _arms_known(estimate):
        return _with_p(estimate, effect)
    return None


def _arms_known(estimate: EffectEstimate) -> bool:
    """Unadjusted arms tell more than a p value does."""
    return estimate.adjusted is not True and (estimate.counts is not None or estimate.means is not None)


def _plausible(estimate: EffectEstimate) -> None:
    values = [v for v in (estimate.point, estimate.low, estimate.high) if v is not None]
    known = [*values, estimate.p_value] if estimate.p_value is not None else values
    if not all(math.isfinite(v) and abs(v) < LARGEST_VALUE for v in known):
        raise StatisticsError(f"{estimate.measure.value} with a value that is no finite number.")
    if estimate.measure.is_ratio and min(values) <= 0:
        raise StatisticsError(f"{estimate.measure.value} {min(values):g}: a ratio is above 0.")


def _checked_variance(error: float) -> float:
    """The square of a standard error. Raises where it is too small or too large to be one."""
    if not SMALLEST_ERROR < error < 1 / SMALLEST_ERROR:
        raise StatisticsError(f"A standard error of {error:.3g} cannot be right.")
    return error**2


def _with_interval(
    estimate: EffectEstimate, point: float, effect: float, low: float, high: float
) -> StandardEstimate:
    name = estimate.measure.value
    if low > high:
        raise StatisticsError(f"{name}: interval {low:g} to {high:g} is reversed.")
    slack = 1e-9 * max(1.0, abs(point))
    if not low - slack <= point <= high + slack:
        raise StatisticsError(f"{name} {point:g} lies outside its own interval {low:g} to {high:g}.")
    ratio = estimate.measure.is_ratio
    bounds = (math.log(low), math.log(high)) if ratio else (low, high)
    variance = _checked_variance(standard_error_from_interval(*bounds, estimate.level))
    notes: list[str] = []
    if abs(sum(bounds) / 2 - effect) > _RATIO_TOLERANCE * (bounds[1] - bounds[0]):
        notes.append("the interval is not symmetric about the point; its width gave the standard error")
    if estimate.derived:
        notes.append(estimate.derived)
    return StandardEstimate(
        measure=estimate.measure,
        effect=effect,
        variance=variance,
        point=point,
        low=low,
        high=high,
        level=estimate.level,
        adjusted=estimate.adjusted,
        counts=estimate.counts,
        assumptions=tuple(notes),
    )


def _with_p(estimate: EffectEstimate, effect: float) -> StandardEstimate:
    p, operator = estimate.p_value, estimate.p_operator or "="
    if p is None or operator in {">", "≥", ">="}:
        raise StatisticsError(
            f"{estimate.measure.value} without interval, and p {operator} {p} sets no standard error."
        )
    variance = _checked_variance(standard_error_from_p(effect, p))
    note = f"standard error from p {operator} {p:g}"
    notes = [note + " taken as equality, so at most this precise" if operator != "=" else note]
    if estimate.derived:
        notes.append(estimate.derived)
    return _build(
        estimate.measure, effect, variance, estimate.level, tuple(notes), estimate.counts, estimate.adjusted
    )


def _from_counts(estimate: EffectEstimate) -> StandardEstimate | None:
    if estimate.counts is None:
        return None
    result = from_counts(estimate.counts, estimate.measure, estimate.level)
    return result.model_copy(update={"adjusted": False})


def _from_means(estimate: EffectEstimate) -> StandardEstimate | None:
    if estimate.means is None:
        return None
    result = from_means(estimate.means, estimate.measure, estimate.level)
    return result.model_copy(update={"adjusted": False})


def _build(
    measure: EffectMeasure,
    effect: float,
    variance: float,
    level: float,
    assumptions: tuple[str, ...],
    counts: ArmCounts | None = None,
    adjusted: bool | None = None,
) -> StandardEstimate:
    reach = normal_quantile(level) * math.sqrt(variance)
    values = (effect, effect - reach, effect + reach)
    if measure.is_ratio:
        if max(abs(x) for x in values) > 600:
            raise StatisticsError(
                f"{measure.value} so large or so imprecise that it cannot be written as a number."
            )
        values = (math.exp(values[0]), math.exp(values[1]), math.exp(values[2]))
    point, low, high = values
    return StandardEstimate(
        measure=measure,
        effect=effect,
        variance=variance,
        point=point,
        low=low,
        high=high,
        level=level,
        adjusted=adjusted,
        counts=counts,
        assumptions=assumptions,
    )
