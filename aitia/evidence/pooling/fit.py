"""One meta-analysis of effects and variances: estimate, interval, heterogeneity, prediction interval.

Numbers as in R metafor 3.8.1's `rma.uni`, with `test="z"` or, for Hartung–Knapp, `test="knha"`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, stdtr, stdtrit

from aitia.evidence.effects.intervals import normal_quantile, p_from_z
from aitia.evidence.pooling.heterogeneity import (
    EXACT,
    Convergence,
    TauMethod,
    estimate_tau2,
    q_statistic,
    typical_variance,
)
from aitia.model.errors import StatisticsError

Array = NDArray[np.float64]
_LIMIT = 1e60


@dataclass(frozen=True)
class Fit:
    """A pooled effect on the scale of its input; `weights` sum to 1. What k = 1 cannot tell is None.

    `z` is the test statistic (a t value under Hartung–Knapp).
    """

    method: str
    k: int
    beta: float
    se: float
    low: float
    high: float
    z: float
    p: float
    tau2: float
    se_tau2: float | None
    i2: float | None
    h2: float | None
    q: float
    q_p: float | None
    prediction_low: float | None
    prediction_high: float | None
    weights: Array


def checked(effects: ArrayLike, variances: ArrayLike) -> tuple[Array, Array]:
    """Both as arrays. Raises StatisticsError when they are empty, unequal, beyond 10^±60 or not positive."""
    y = np.atleast_1d(np.asarray(effects, dtype=float))
    v = np.atleast_1d(np.asarray(variances, dtype=float))
    if y.ndim != 1 or y.shape != v.shape or len(y) == 0:
        raise StatisticsError(
            f"{y.size} effects and {v.size} variances; give one variance per effect, at least one."
        )
    bad = ~(np.abs(y) < _LIMIT) | ~(v > 1 / _LIMIT) | ~(v < _LIMIT)
    if np.any(bad):
        row = int(np.flatnonzero(bad)[0])
        raise StatisticsError(
            f"Study {row + 1}: effect {y[row]} with variance {v[row]}; "
            "leave out studies without a positive variance."
        )
    return y, v


def fit(
    effects: ArrayLike,
    variances: ArrayLike,
    method: TauMethod = TauMethod.REML,
    hartung_knapp: bool = False,
    level: float = 0.95,
    convergence: Convergence = EXACT,
) -> Fit:
    """Pool k effects by inverse variance with τ² from `method`.

    I² and H² follow τ² (metafor), except for a common effect, where they follow Q. The prediction interval
    uses the quantile of the confidence interval. Hartung–Knapp needs k ≥ 2 and is ignored below.
    """
    y, v = checked(effects, variances)
    k = len(y)
    tau = estimate_tau2(y, v, method, convergence)
    w = 1 / (v + tau.tau2)
    total = float(np.sum(w))
    beta = float(np.sum(w * y) / total)
    knapp = hartung_knapp and k > 1
    se = math.sqrt(q_statistic(y, v, tau.tau2) / (k - 1) / total) if knapp else math.sqrt(1 / total)
    quantile = float(stdtrit(k - 1, 0.5 + level / 2)) if knapp else normal_quantile(level)
    statistic, p = _test(beta, se, k - 1 if knapp else None)
    q = q_statistic(y, v)
    i2, h2 = _inconsistency(v, q, tau.tau2, method)
    spread = None if method is TauMethod.EE or k < 2 else quantile * math.hypot(se, math.sqrt(tau.tau2))
    return Fit(
        method=method.value,
        k=k,
        beta=beta,
        se=se,
        low=beta - quantile * se,
        high=beta + quantile * se,
        z=statistic,
        p=p,
        tau2=tau.tau2,
        se_tau2=tau.se,
        i2=i2,
        h2=h2,
        q=q,
        q_p=float(chdtrc(k - 1, q)) if k > 1 else None,
        prediction_low=None if spread is None else beta - spread,
        prediction_high=None if spread is None else beta + spread,
        weights=w / total,
    )


def _test(beta: float, se: float, df: int | None) -> tuple[float, float]:
    """Statistic and two-sided p. Identical effects have a Hartung–Knapp error of 0: p is then 0 or 1."""
    if se == 0:
        return (0.0, 1.0) if beta == 0 else (math.copysign(math.inf, beta), 0.0)
    statistic = beta / se
    return statistic, p_from_z(statistic) if df is None else float(2 * stdtr(df, -abs(statistic)))


def _inconsistency(v: Array, q: float, tau2: float, method: TauMethod) -> tuple[float | None, float | None]:
    if len(v) < 2:
        return None, None
    if method is TauMethod.EE:
        h2 = q / (len(v) - 1)
        return (max(0.0, 100 * (1 - 1 / h2)) if h2 > 0 else 0.0), h2
    typical = typical_variance(v)
    return 100 * tau2 / (typical + tau2), 1 + tau2 / typical
