"""Between-study variance τ²: eight estimators, as in R metafor 3.8.1's `rma.uni`.

statsmodels (DerSimonian–Laird, Paule–Mandel) and PyMARE (DerSimonian–Laird, Hedges, ML, REML) give the same
τ² to 1e-4, and a test holds this code against them. They are not used in a run: importing them costs 3 and
5 s of 10, neither has the standard error of τ², Sidik–Jonkman or empirical Bayes, and statsmodels' τ² may be
negative. Formulas after Viechtbauer (2005) and Sidik & Jonkman (2007).

Effects `y` and variances `v` are arrays of length k ≥ 2 with all variances above 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aitia.evidence.pooling.roots import bracketed_root

Array = NDArray[np.float64]


class TauMethod(StrEnum):
    """How τ² is estimated; EE sets it to 0 (common effect)."""

    EE = "EE"
    DL = "DL"
    HE = "HE"
    SJ = "SJ"
    PM = "PM"
    ML = "ML"
    REML = "REML"
    EB = "EB"


@dataclass(frozen=True)
class Convergence:
    """When iterations stop: Fisher scoring at a change below `step`, root finding within `root`.

    The default goes to double precision. `METAFOR` holds metafor 3.8.1's own settings, which stop earlier
    (and so differ from the exact solution in the fifth digit of τ²); it is there to compare like with like.
    """

    step: float = 1e-12
    root: float = 1e-14
    iterations: int = 1000


EXACT = Convergence()
_SMALLEST = 1e-30
METAFOR = Convergence(step=1e-5, root=float(np.finfo(float).eps ** 0.25), iterations=100)


@dataclass(frozen=True)
class Tau:
    """τ² and its standard error (None for a common effect)."""

    tau2: float
    se: float | None


def estimate_tau2(y: Array, v: Array, method: TauMethod, convergence: Convergence = EXACT) -> Tau:
    """τ² by `method`, truncated at 0."""
    if method is TauMethod.EE or len(y) < 2:
        return Tau(0.0, None)
    # Scaling by the spread makes every stopping rule independent of the unit of measurement,
    # save where metafor's absolute rules are asked for.
    if convergence is METAFOR:
        return _ESTIMATORS[method](y, v, convergence)
    unit = _unit(y, v)
    tau = _ESTIMATORS[method](y / unit, np.maximum(v / unit**2, _SMALLEST), convergence)
    se = None if tau.se is None or not math.isfinite(tau.se) else tau.se * unit**2
    return Tau(tau.tau2 * unit**2, se)


def q_statistic(y: Array, v: Array, tau2: float = 0.0) -> float:
    """Cochran's Q: weighted squared distances from the weighted mean, at weights 1/(v + τ²)."""
    w = 1 / (v + tau2)
    mean = np.sum(w * y) / np.sum(w)
    return float(np.sum(w * (y - mean) ** 2))


def typical_variance(v: Array) -> float:
    """Higgins and Thompson's typical within-study variance, (k − 1) / trace(P)."""
    w = 1 / v
    return float((len(v) - 1) / _trace_p(w))


def _unit(y: Array, v: Array) -> float:
    spread = math.sqrt(float(np.var(y)) + float(np.mean(v)))
    return spread if spread > 0 and math.isfinite(spread) else 1.0


def _others(w: Array) -> Array:
    """For each entry the sum of all others, without the cancellation of Σw − w."""
    left = np.concatenate(([0.0], np.cumsum(w)[:-1]))
    right = np.concatenate((np.cumsum(w[::-1])[::-1][1:], [0.0]))
    return left + right


def _trace_p(w: Array) -> float:
    """Trace of P = W − ww'/Σw."""
    return float(np.sum(w * _others(w)) / np.sum(w))


def _trace_pp(w: Array) -> float:
    """Trace of PP for the same P."""
    diagonal = w * _others(w) / np.sum(w)
    return float(np.sum(diagonal**2) + np.sum(w**2 * _others(w**2)) / np.sum(w) ** 2)


def _dersimonian_laird(y: Array, v: Array, _convergence: Convergence) -> Tau:
    w = 1 / v
    df = len(y) - 1
    trace = _trace_p(w)
    tau2 = max(0.0, (q_statistic(y, v) - df) / trace)
    variance = (2 * df + 4 * tau2 * trace + 2 * tau2**2 * _trace_pp(w)) / trace**2
    return Tau(tau2, math.sqrt(variance))


def _hunter_hedges(y: Array, v: Array, _convergence: Convergence) -> Tau:
    k = len(y)
    df = k - 1
    raw = (float(np.sum((y - y.mean()) ** 2)) - df / k * float(np.sum(v))) / df
    tau2 = max(0.0, raw)
    # P = I − J/k, so tr(PVPV) = Σv²(1 − 2/k) + (Σv)²/k².
    pvpv = float(np.sum(v**2)) * (1 - 2 / k) + (float(np.sum(v)) / k) ** 2
    trace_pv = float(np.sum(v)) * (1 - 1 / k)
    return Tau(tau2, math.sqrt((2 * pvpv + 4 * tau2 * trace_pv + 2 * tau2**2 * df) / df**2))


def _sidik_jonkman(y: Array, v: Array, _convergence: Convergence) -> Tau:
    k = len(y)
    start = float(np.var(y))
    if start <= 0:
        return Tau(0.0, None)
    w = 1 / (v + start)
    tau2 = start * q_statistic(y, v, start) / (k - 1)
    p = np.diag(w) - np.outer(w, w) / np.sum(w)
    pv = p * v[np.newaxis, :]
    inner = 2 * np.sum(pv * pv.T) + 4 * tau2 * np.sum(pv * p) + 2 * tau2**2 * np.sum(p * p)
    return Tau(tau2, math.sqrt(max(0.0, start**2 / (k - 1) ** 2 * float(inner))))


def _paule_mandel(y: Array, v: Array, convergence: Convergence) -> Tau:
    df = len(y) - 1

    def surplus(tau2: float) -> float:
        return q_statistic(y, v, tau2) - df

    if surplus(0.0) <= 0:
        return Tau(0.0, _moment_se(v, 0.0))
    high = 100.0
    while surplus(high) > 0:
        high *= 10
    tau2 = bracketed_root(surplus, 0.0, high, convergence.root)
    return Tau(tau2, _moment_se(v, tau2))


def _maximum_likelihood(y: Array, v: Array, convergence: Convergence) -> Tau:
    def step(tau2: float) -> float:
        w = 1 / (v + tau2)
        residual = y - np.sum(w * y) / np.sum(w)
        return float((np.sum(w**2 * residual**2) - np.sum(w)) / np.sum(w**2))

    tau2 = _scoring(y, v, step, convergence)
    return Tau(tau2, math.sqrt(2 / float(np.sum((v + tau2) ** -2))))


def _restricted_likelihood(y: Array, v: Array, convergence: Convergence) -> Tau:
    def step(tau2: float) -> float:
        w = 1 / (v + tau2)
        residual = y - np.sum(w * y) / np.sum(w)
        return float((np.sum(w**2 * residual**2) - _trace_p(w)) / _trace_pp(w))

    tau2 = _scoring(y, v, step, convergence)
    return Tau(tau2, math.sqrt(2 / _trace_pp(1 / (v + tau2))))


def _empirical_bayes(y: Array, v: Array, convergence: Convergence) -> Tau:
    k = len(y)

    def step(tau2: float) -> float:
        return (q_statistic(y, v, tau2) * k / (k - 1) - k) / float(np.sum(1 / (v + tau2)))

    tau2 = _scoring(y, v, step, convergence)
    return Tau(tau2, _moment_se(v, tau2))


def _moment_se(v: Array, tau2: float) -> float:
    k = len(v)
    return math.sqrt(2 * k**2 / (k - 1)) / float(np.sum(1 / (v + tau2)))


def _scoring(y: Array, v: Array, step: Callable[[float], float], convergence: Convergence) -> float:
    """Fisher scoring from the Hunter–Hedges start; a step below 0 is halved until it is not."""
    tau2 = _hunter_hedges(y, v, convergence).tau2
    for _ in range(convergence.iterations):
        change = step(tau2)
        while tau2 + change < 0:
            change /= 2
        tau2 += change
        if abs(change) <= convergence.step:
            break
    else:
        tau2 = _bisected(step, convergence)
    # A maximum at 0 is only approached by halving; metafor stops on the way.
    at_zero = convergence is not METAFOR and tau2 < 1e-6 and step(0.0) <= 0
    return 0.0 if at_zero else tau2


def _bisected(step: Callable[[float], float], convergence: Convergence) -> float:
    """Where scoring cycles: the largest zero of the step between 0 and 10⁴ (in units of the spread)."""
    grid = np.concatenate((np.logspace(4, -10, 200), [0.0]))
    for high, low in pairwise(grid):
        if step(float(high)) < 0 <= step(float(low)):
            return bracketed_root(step, float(low), float(high), convergence.root)
    return 0.0


_ESTIMATORS: dict[TauMethod, Callable[[Array, Array, Convergence], Tau]] = {
    TauMethod.DL: _dersimonian_laird,
    TauMethod.HE: _hunter_hedges,
    TauMethod.SJ: _sidik_jonkman,
    TauMethod.PM: _paule_mandel,
    TauMethod.ML: _maximum_likelihood,
    TauMethod.REML: _restricted_likelihood,
    TauMethod.EB: _empirical_bayes,
}
