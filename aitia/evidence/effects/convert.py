"""Conversions between measures, each with the assumption it makes, and absolute effects."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from aitia.evidence.effects.intervals import standard_error_from_interval
from aitia.evidence.effects.standard import Unusable, from_counts
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PooledEffect, StandardEstimate
from aitia.model.scales import EffectMeasure, Polarity

RARE = 0.10
_RISK_LIKE = frozenset({EffectMeasure.RISK_RATIO, EffectMeasure.HAZARD_RATIO, EffectMeasure.RATE_RATIO})


@dataclass(frozen=True)
class AbsoluteEffect:
    """Events per 1,000 with the comparator, and how many more (+) or fewer (−) with the intervention."""

    baseline_per_1000: float
    difference: float
    low: float
    high: float
    assumptions: tuple[str, ...] = ()


def baseline_risk(estimate: StandardEstimate) -> float | None:
    """The comparator arm's risk, where the arms are known."""
    c = estimate.counts
    return c.events_comparator / c.total_comparator if c is not None and c.total_comparator > 0 else None


def convert(
    estimate: StandardEstimate, measure: EffectMeasure, baseline: float | None = None
) -> StandardEstimate | Unusable:
    """The estimate as another measure, or why it cannot be. Never between means, correlations and risks.

    Unadjusted arms are recomputed exactly. OR to RR: RR = OR / (1 − b + b·OR) with baseline risk b (Zhang &
    Yu 1998), `baseline` or else the comparator's own; without one an OR stays. HR and IRR are read as RR,
    and so is a relative change of p per cent (an efficacy of 60 is -60): RR = 1 + p/100.
    """
    if estimate.measure is measure:
        return estimate
    if estimate.counts is not None and estimate.adjusted is not True and measure in _FROM_TABLE:
        try:
            return from_counts(estimate.counts, measure, estimate.level)
        except StatisticsError as error:
            return Unusable(str(error))
    risk = baseline if baseline is not None else baseline_risk(estimate)
    if risk is not None and not 0 < risk < 1:
        risk = None
    if estimate.measure in _RISK_LIKE and measure in _RISK_LIKE:
        return _renamed(estimate, measure, f"{estimate.measure.value} read as {measure.value}")
    if estimate.measure is EffectMeasure.ODDS_RATIO and measure in _RISK_LIKE:
        return _odds_to_risk(estimate, measure, risk)
    if estimate.measure in _RISK_LIKE and measure is EffectMeasure.ODDS_RATIO:
        return _risk_to_odds(estimate, risk)
    if estimate.measure is EffectMeasure.PERCENT_CHANGE and measure in _RISK_LIKE:
        return _change_to_ratio(estimate, measure)
    return Unusable(f"{estimate.measure.value} cannot be turned into {measure.value}.")


def absolute_effect(estimate: StandardEstimate | PooledEffect, baseline: float) -> AbsoluteEffect | None:
    """Events more or fewer per 1,000 at a baseline risk; None for measures that are no risks.

    Ratios: baseline · (RR − 1) (GRADE); OR through the odds; HR through 1 − (1 − b)^HR.
    """
    if not 0 < baseline < 1 or estimate.measure not in _ABSOLUTE:
        return None
    turn, note = _ABSOLUTE[estimate.measure]
    point, low, high = (
        1000 * (turn(x, baseline) - baseline) for x in (estimate.point, estimate.low, estimate.high)
    )
    notes = (f"baseline risk {1000 * baseline:.3g} per 1,000", note)
    return AbsoluteEffect(1000 * baseline, point, low, high, notes)


def favours_intervention(effect: float, polarity: Polarity) -> bool | None:
    """Whether an effect (positive: more of the outcome) is good for the person; None when not known."""
    if polarity is Polarity.UNKNOWN or effect == 0:
        return None
    return (effect < 0) == (polarity is Polarity.HARMFUL)


def turn_outcome(estimate: StandardEstimate) -> StandardEstimate | Unusable:
    """The effect on the opposite outcome (dead for alive).

    Exact for OR, RD, MD and SMD; an RR needs its arms; a hazard or rate ratio has no counterpart.
    """
    note = "turned to the opposite outcome"
    c = estimate.counts
    flipped = c and c.model_copy(
        update={
            "events_intervention": c.total_intervention - c.events_intervention,
            "events_comparator": c.total_comparator - c.events_comparator,
        }
    )
    if estimate.measure in _RISK_LIKE:
        if flipped is None or estimate.measure is not EffectMeasure.RISK_RATIO or estimate.adjusted:
            return Unusable(f"{estimate.measure.value} of the opposite outcome needs unadjusted arms.")
        try:
            result = from_counts(flipped, estimate.measure, estimate.level)
        except StatisticsError as error:
            return Unusable(str(error))
        return result.model_copy(update={"assumptions": (*result.assumptions, note)})
    ratio = estimate.measure.is_ratio
    return estimate.model_copy(
        update={
            "effect": -estimate.effect,
            "point": 1 / estimate.point if ratio else -estimate.point,
            "low": 1 / estimate.high if ratio else -estimate.high,
            "high": 1 / estimate.low if ratio else -estimate.low,
            "counts": flipped,
            "assumptions": (*estimate.assumptions, note),
        }
    )


def turn_event(estimate: StandardEstimate) -> StandardEstimate:
    """A hazard or rate ratio of an event as one of the time until it, or of living on without it: 1/ratio."""
    return estimate.model_copy(
        update={
            "effect": -estimate.effect,
            "point": 1 / estimate.point,
            "low": 1 / estimate.high,
            "high": 1 / estimate.low,
            "counts": None,
            "assumptions": (*estimate.assumptions, "turned from the event that ends it to the outcome"),
        }
    )


def _renamed(estimate: StandardEstimate, measure: EffectMeasure, note: str) -> StandardEstimate:
    return estimate.model_copy(update={"measure": measure, "assumptions": (*estimate.assumptions, note)})


def _change_to_ratio(estimate: StandardEstimate, measure: EffectMeasure) -> StandardEstimate | Unusable:
    if estimate.low <= -100:
        return Unusable(f"A relative change of {estimate.low:g}% has no ratio.")
    point, low, high = (1 + value / 100 for value in (estimate.point, estimate.low, estimate.high))
    error = standard_error_from_interval(math.log(low), math.log(high), estimate.level)
    note = f"relative change read as {measure.value}"
    return estimate.model_copy(
        update={
            "measure": measure,
            "effect": math.log(point),
            "variance": error**2,
            "point": point,
            "low": low,
            "high": high,
            "assumptions": (*estimate.assumptions, note),
        }
    )


def _odds_to_risk(
    estimate: StandardEstimate, measure: EffectMeasure, risk: float | None
) -> StandardEstimate | Unusable:
    if risk is None:
        return Unusable("OR without the comparator's risk cannot be turned into RR.")
    note = f"OR turned into RR at a baseline risk of {risk:.3g}"
    return _mapped(estimate, measure, lambda x: x / (1 - risk + risk * x), note)


def _risk_to_odds(estimate: StandardEstimate, risk: float | None) -> StandardEstimate | Unusable:
    if risk is None:
        return Unusable(f"{estimate.measure.value} without the comparator's risk cannot be turned into OR.")
    if risk * estimate.high >= 1:
        return Unusable(
            f"{estimate.measure.value} up to {estimate.high:g} exceeds certainty at a risk of {risk:.3g}."
        )
    note = f"{estimate.measure.value} turned into OR at a baseline risk of {risk:.3g}"
    return _mapped(estimate, EffectMeasure.ODDS_RATIO, lambda x: x * (1 - risk) / (1 - risk * x), note)


def _mapped(
    estimate: StandardEstimate, measure: EffectMeasure, change: Callable[[float], float], note: str
) -> StandardEstimate:
    point, low, high = change(estimate.point), change(estimate.low), change(estimate.high)
    # The width on the log scale shrinks with the interval, and the variance with its square.
    before = math.log(estimate.high / estimate.low)
    scale = math.log(high / low) / before if before > 0 else 1.0
    return estimate.model_copy(
        update={
            "measure": measure,
            "effect": math.log(point),
            "variance": estimate.variance * scale**2,
            "point": point,
            "low": low,
            "high": high,
            "assumptions": (*estimate.assumptions, note),
        }
    )


def _odds_risk(odds_ratio: float, baseline: float) -> float:
    return odds_ratio * baseline / (1 - baseline + odds_ratio * baseline)


_FROM_TABLE = frozenset({EffectMeasure.RISK_RATIO, EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_DIFFERENCE})
_ABSOLUTE: dict[EffectMeasure, tuple[Callable[[float, float], float], str]] = {
    EffectMeasure.RISK_RATIO: (lambda x, b: min(1.0, x * b), "risk ratio constant over baseline risks"),
    EffectMeasure.RATE_RATIO: (lambda x, b: min(1.0, x * b), "rate ratio read as risk ratio"),
    EffectMeasure.ODDS_RATIO: (_odds_risk, "odds ratio constant over baseline risks"),
    EffectMeasure.HAZARD_RATIO: (lambda x, b: 1 - (1 - b) ** x, "proportional hazards"),
    EffectMeasure.RISK_DIFFERENCE: (lambda x, b: b + x, "risk difference as observed"),
}
