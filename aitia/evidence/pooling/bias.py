"""Small-study effects: Egger's regression, Begg's rank test, trim and fill (as metafor's defaults)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, stdtr

from aitia.evidence.pooling.fit import Fit, checked, fit
from aitia.evidence.pooling.heterogeneity import EXACT, Convergence, TauMethod

Array = NDArray[np.float64]
MINIMUM_STUDIES = 10


@dataclass(frozen=True)
class Egger:
    """t statistic of the funnel's asymmetry, its degrees of freedom and two-sided p."""

    t: float
    df: int
    p: float


@dataclass(frozen=True)
class Begg:
    """Kendall's τ between standardised effect and variance, and its two-sided p."""

    tau: float
    p: float


@dataclass(frozen=True)
class TrimAndFill:
    """How many studies are imputed, on which side, and the pooled effect with them."""

    missing: int
    side: str
    fit: Fit


def egger(effects: ArrayLike, variances: ArrayLike) -> Egger | None:
    """Weighted regression of the effect on its standard error (Sterne & Egger 2005); None if undefined.

    metafor's `regtest(…, model="lm")`: weights 1/v, residual variance estimated, k − 2 degrees of freedom.
    """
    y, v = checked(effects, variances)
    df = len(y) - 2
    if df < 1:
        return None
    w, x = 1 / v, np.sqrt(v)
    share = w / np.sum(w)
    centred = x - np.sum(share * x)
    spread = float(np.sum(w * centred**2))
    # Standard errors that are equal but for rounding say nothing of asymmetry.
    if spread <= 1e-12 * float(np.sum(w * x**2)):
        return None
    residual_y = y - np.sum(share * y)
    slope = float(np.sum(w * centred * residual_y)) / spread
    rest = float(np.sum(w * (residual_y - slope * centred) ** 2)) / df
    if rest <= 1e-24 * max(1.0, float(np.sum(w * y**2))):
        return None
    t = slope / math.sqrt(rest / spread)
    return Egger(t, df, float(2 * stdtr(df, -abs(t))))


def begg(effects: ArrayLike, variances: ArrayLike) -> Begg | None:
    """Begg & Mazumdar 1994: exact p without ties, normal approximation with; None where it is undefined."""
    y, v = checked(effects, variances)
    k = len(y)
    if k < 3:
        return None
    w = 1 / v
    deviation = v - 1 / np.sum(w)
    if np.any(deviation <= 0):
        return None
    z = (y - np.sum(w * y) / np.sum(w)) / np.sqrt(deviation)
    signs = np.sign(z[:, None] - z[None, :]) * np.sign(v[:, None] - v[None, :])
    score = round(float(np.sum(signs)) / 2)
    ties_z, ties_v = _tie_sizes(z), _tie_sizes(v)
    pairs = k * (k - 1) / 2
    free_z, free_v = pairs - _tied_pairs(ties_z), pairs - _tied_pairs(ties_v)
    if free_z <= 0 or free_v <= 0:
        return None
    tau = score / math.sqrt(free_z * free_v)
    if len(ties_z) == k and len(ties_v) == k:
        return Begg(tau, _exact_p(k, score))
    return Begg(tau, _tied_p(k, score, ties_z, ties_v))


def trim_and_fill(
    effects: ArrayLike,
    variances: ArrayLike,
    method: TauMethod = TauMethod.REML,
    convergence: Convergence = EXACT,
) -> TrimAndFill:
    """Duval & Tweedie's L0: the asymmetric side is trimmed until the count of missing studies settles.

    The side follows the sign of the regression of effect on standard error, as in metafor's `trimfill`.
    """
    y, v = checked(effects, variances)
    flip = -1.0 if _funnel_slope(y, v, method) < 0 else 1.0
    # After flipping, studies are missing among the small values and the largest are trimmed.
    order = np.argsort(flip * y, kind="stable")
    values, spread = (flip * y)[order], v[order]
    k = len(values)
    missing, previous, centre = 0, -1, 0.0
    for _ in range(100):
        if missing == previous:
            break
        previous = missing
        centre = fit(values[: k - missing], spread[: k - missing], method, convergence=convergence).beta
        centred = values - centre
        above = float(np.sum(_average_ranks(np.abs(centred))[centred > 0]))
        missing = max(0, min(k - 2, round((4 * above - k * (k + 1)) / (2 * k - 1))))
    mirrored = 2 * centre - values[k - missing :]
    filled = np.concatenate((values, mirrored))
    spread = np.concatenate((spread, spread[k - missing :]))
    result = fit(flip * filled, spread, method, convergence=convergence)
    return TrimAndFill(missing, "left" if flip > 0 else "right", result)


def _funnel_slope(y: Array, v: Array, method: TauMethod) -> float:
    """Slope of effect on standard error, with residual τ² by Paule–Mandel (only its sign counts)."""
    x = np.sqrt(v)

    def regression(tau2: float) -> tuple[float, float]:
        w = 1 / (v + tau2)
        centred = x - np.sum(w * x) / np.sum(w)
        spread = float(np.sum(w * centred**2))
        slope = float(np.sum(w * centred * y)) / spread if spread > 0 else 0.0
        residual = y - np.sum(w * y) / np.sum(w) - slope * centred
        return slope, float(np.sum(w * residual**2)) - (len(y) - 2)

    low, high = 0.0, float(np.var(y))
    if method is TauMethod.EE or regression(low)[1] <= 0:
        return regression(low)[0]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if regression(middle)[1] > 0 else (low, middle)
    return regression(low)[0]


def _average_ranks(values: Array) -> Array:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse])


def _tie_sizes(values: Array) -> NDArray[np.int64]:
    return np.asarray(np.unique(values, return_counts=True)[1])


def _tied_pairs(sizes: NDArray[np.int64]) -> float:
    return float(np.sum(sizes * (sizes - 1)) / 2)


def _exact_p(k: int, score: int) -> float:
    """Two-sided p of Kendall's score from the exact distribution of inversions."""
    pairs = k * (k - 1) // 2
    chance = np.array([1.0])
    for size in range(2, k + 1):
        chance = np.convolve(chance, np.full(size, 1 / size))
    concordant = (score + pairs) // 2
    tail = min(concordant, pairs - concordant)
    return min(1.0, 2 * float(np.sum(chance[: tail + 1])))


def _tied_p(k: int, score: int, ties_z: NDArray[np.int64], ties_v: NDArray[np.int64]) -> float:
    def moments(t: NDArray[np.int64]) -> tuple[float, float, float]:
        f = t.astype(float)
        return (
            float(np.sum(f * (f - 1) * (2 * f + 5))),
            float(np.sum(f * (f - 1))),
            float(np.sum(f * (f - 1) * (f - 2))),
        )

    (a1, b1, c1), (a2, b2, c2) = moments(ties_z), moments(ties_v)
    variance = (k * (k - 1) * (2 * k + 5) - a1 - a2) / 18
    variance += b1 * b2 / (2 * k * (k - 1)) + c1 * c2 / (9 * k * (k - 1) * (k - 2))
    return float(2 * ndtr(-abs(score) / math.sqrt(variance))) if variance > 0 else 1.0
