"""Standard errors from what papers print: an interval of any level, or a p value."""

from __future__ import annotations

import math

from scipy.special import ndtr, ndtri

from aitia.model.errors import StatisticsError

SMALLEST_P = 1e-300


def normal_quantile(level: float) -> float:
    """z of a two-sided interval at `level` (a fraction): 1.96 at 0.95."""
    if not 0 < level < 1:
        raise StatisticsError(f"Confidence level {level} is no fraction between 0 and 1; give 0.95 for 95%.")
    return float(ndtri(0.5 + level / 2))


def standard_error_from_interval(low: float, high: float, level: float = 0.95) -> float:
    """(high − low) / (2 z), on the scale that `low` and `high` are on. Raises for a reversed interval."""
    if not (math.isfinite(low) and math.isfinite(high)):
        raise StatisticsError(f"Interval {low} to {high} is not finite.")
    if high <= low:
        raise StatisticsError(f"Interval {low} to {high} is reversed or empty; the lower limit comes first.")
    return (high - low) / (2 * normal_quantile(level))


def standard_error_from_p(effect: float, p_value: float) -> float:
    """|effect| / z of a two-sided p value. Raises where p or the effect leaves it undefined."""
    if not 0 <= p_value < 1:
        raise StatisticsError(f"p = {p_value} gives no standard error; it must be at least 0 and below 1.")
    z = float(-ndtri(max(p_value, SMALLEST_P) / 2))
    if effect == 0 or z <= 0:
        raise StatisticsError("An effect of exactly none has no standard error that p could tell.")
    return abs(effect) / z


def p_from_z(z: float) -> float:
    """Two-sided p value of a standard normal deviate."""
    return float(2 * ndtr(-abs(z)))
