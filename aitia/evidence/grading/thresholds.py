"""The limits that grading and verdicts use, each with where it comes from."""

from __future__ import annotations

from aitia.model.scales import EffectMeasure

MINIMAL_SAMPLE = 100
"""Algorithm 3: a study with fewer participants loses one level."""

WIDE_RATIO = 3.0
"""Algorithm 3's "wide interval" for ratios: the upper limit is over three times the lower one."""

WIDE_DIFFERENCE = {
    EffectMeasure.STANDARDISED_MEAN_DIFFERENCE: 1.0,
    EffectMeasure.RISK_DIFFERENCE: 0.2,
    EffectMeasure.CORRELATION: 0.5,
    EffectMeasure.PERCENT_CHANGE: 50.0,
}
"""The same for differences: width of the whole interval. A mean difference has no scale of its own."""

IMPORTANT_RATIO = (0.75, 1.25)
"""GRADE's default limits of an important benefit or harm (Guyatt 2011, J Clin Epidemiol 64:1283)."""

IMPORTANT_DIFFERENCE = {
    EffectMeasure.STANDARDISED_MEAN_DIFFERENCE: 0.5,
    EffectMeasure.RISK_DIFFERENCE: 0.05,
    EffectMeasure.CORRELATION: 0.3,
    EffectMeasure.PERCENT_CHANGE: 25.0,
}
"""An important difference: half a standard deviation (GRADE, same source); the others by convention."""

OPTIMAL_PARTICIPANTS = 400
OPTIMAL_EVENTS = 300
"""Rules of thumb for the optimal information size (Cochrane Handbook 14.2; GRADE guideline 6)."""

AMPLE_PARTICIPANTS = 1000
"""From here on an unknown risk of bias alone takes nothing off (Dechartres 2013, BMJ 346:f2304)."""

UNSTATED_PARTICIPANTS = 60
"""What a study that does not state its size weighs as."""

FEW_PARTICIPANTS = 100
FEW_EVENTS = 50
"""Below these a body is very imprecise whatever its interval says."""

SUBSTANTIAL_I2 = 50.0
CONSIDERABLE_I2 = 75.0
"""I² limits of the Cochrane Handbook 10.10.2, in percent."""

MINIMAL_STUDIES_FOR_BIAS_TEST = 10
SMALL_STUDY_P = 0.10
"""Egger's test is read from ten studies up and at p < 0.10 (Sterne 2011, BMJ 343:d4002)."""

LARGE_EFFECT = 2.0
VERY_LARGE_EFFECT = 5.0
"""GRADE guideline 9: one level up beyond 2 (or 0.5), two beyond 5 (or 0.2)."""


def figure(value: float) -> str:
    """A number as reasons print it: two decimals, or three significant digits below 0.1."""
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"


def important_limits(measure: EffectMeasure) -> tuple[float, float] | None:
    """The smallest important decrease and increase on the natural scale; None where no limit is agreed."""
    if measure.is_ratio:
        return IMPORTANT_RATIO
    size = IMPORTANT_DIFFERENCE.get(measure)
    return None if size is None else (-size, size)


def is_wide(measure: EffectMeasure, low: float, high: float) -> bool | None:
    """Whether an interval is wide; None for a measure without an agreed width (mean difference)."""
    if measure.is_ratio:
        return low <= 0 or high / low > WIDE_RATIO
    width = WIDE_DIFFERENCE.get(measure)
    return None if width is None else high - low > width


def excludes_null(measure: EffectMeasure, low: float, high: float) -> bool:
    """Whether the interval lies on one side of no effect."""
    return low > measure.null_value or high < measure.null_value


def excludes_importance(measure: EffectMeasure, low: float, high: float) -> bool:
    """Whether the interval rules out an important effect in either direction."""
    limits = important_limits(measure)
    return limits is not None and low > limits[0] and high < limits[1]
