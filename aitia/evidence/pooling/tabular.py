"""Pooling of 2×2 tables: Mantel–Haenszel and Peto, as metafor's `rma.mh` and `rma.peto`.

statsmodels' StratifiedTable gives the Mantel–Haenszel odds ratio only, and the heterogeneity of neither.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

from aitia.evidence.effects.intervals import normal_quantile, p_from_z
from aitia.evidence.effects.tables import (
    Tables,
    log_odds_ratio,
    log_risk_ratio,
    peto_components,
    risk_difference,
)
from aitia.model.errors import StatisticsError
from aitia.model.scales import EffectMeasure

Array = NDArray[np.float64]


@dataclass(frozen=True)
class TableFit:
    """A pooled effect (log scale for ratios) with Q over the studies that have an effect of their own.

    `k` counts the tables that carry information; `weights` has one entry for each table and sums to 1.
    """

    measure: EffectMeasure
    k: int
    beta: float
    se: float
    low: float
    high: float
    p: float
    q: float | None
    q_p: float | None
    i2: float | None
    h2: float | None
    weights: Array


def mantel_haenszel(cells: Tables, measure: EffectMeasure, level: float = 0.95) -> TableFit:
    """Mantel–Haenszel RR, OR or RD with the variances of Greenland & Robins 1985 and Robins et al. 1986.

    No cell is corrected; for the RD the variance is that of Sato et al. 1989. Q uses the studies' own effects
    (corrected where a cell is zero, without double zeros) about the pooled one. Raises StatisticsError where
    no table informs it.
    """
    n = cells.n1 + cells.n2
    inside = (cells.n1 > 0) & (cells.n2 > 0)
    a, b, c, d, n1, n2, n = (x[inside] for x in (cells.a, cells.b, cells.c, cells.d, cells.n1, cells.n2, n))
    if measure is EffectMeasure.ODDS_RATIO:
        shares = b * c / n
        beta, se = _odds(a, b, c, d, n)
        effect, variance = log_odds_ratio(cells)
    elif measure is EffectMeasure.RISK_RATIO:
        shares = c * n1 / n
        beta, se = _risk(a, c, n1, n2, n)
        effect, variance = log_risk_ratio(cells)
        effect = np.where(cells.uninformative, np.nan, effect)
    elif measure is EffectMeasure.RISK_DIFFERENCE:
        shares = n1 * n2 / n
        beta, se = _difference(a, b, c, d, n1, n2, n)
        effect, variance = risk_difference(cells, correct_effect=True)
        effect = np.where(cells.uninformative, np.nan, effect)
    else:
        raise StatisticsError(f"Mantel–Haenszel pools RR, OR and RD, not {measure.value}.")
    if not (math.isfinite(beta) and math.isfinite(se) and se > 0):
        raise StatisticsError("No table has the events that a Mantel–Haenszel estimate rests on.")
    weights = np.zeros(len(inside))
    total = float(np.sum(shares))
    weights[inside] = shares / total if total > 0 else 1 / len(shares)
    return _finish(measure, beta, se, effect, variance, weights, level)


def peto(cells: Tables, level: float = 0.95) -> TableFit:
    """Peto's pooled log OR, Σ(O − E)/ΣV with standard error 1/√ΣV (Yusuf et al. 1985)."""
    excess, information = peto_components(cells)
    total = float(np.sum(information))
    if total <= 0:
        raise StatisticsError(
            "No table has events in one arm and non-events in another; Peto's method needs both."
        )
    beta = float(np.sum(excess)) / total
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.where(information > 0, excess / information, np.nan)
        variance = np.where(information > 0, 1 / information, np.nan)
    weights = information / total
    return _finish(EffectMeasure.ODDS_RATIO, beta, 1 / math.sqrt(total), effect, variance, weights, level)


def _odds(a: Array, b: Array, c: Array, d: Array, n: Array) -> tuple[float, float]:
    p, q, r, s = (a + d) / n, (b + c) / n, a * d / n, b * c / n
    sr, ss = float(np.sum(r)), float(np.sum(s))
    if sr <= 0 or ss <= 0:
        return math.nan, math.nan
    variance = 0.5 * (np.sum(p * r) / sr**2 + np.sum(p * s + q * r) / (sr * ss) + np.sum(q * s) / ss**2)
    return math.log(sr / ss), math.sqrt(float(variance))


def _risk(a: Array, c: Array, n1: Array, n2: Array, n: Array) -> tuple[float, float]:
    r, s = float(np.sum(a * n2 / n)), float(np.sum(c * n1 / n))
    if r <= 0 or s <= 0:
        return math.nan, math.nan
    variance = float(np.sum((n1 * n2 * (a + c) - a * c * n) / n**2)) / (r * s)
    return math.log(r / s), math.sqrt(max(0.0, variance))


def _difference(
    a: Array, _b: Array, c: Array, _d: Array, n1: Array, n2: Array, n: Array
) -> tuple[float, float]:
    weight = float(np.sum(n1 * n2 / n))
    if weight <= 0:
        return math.nan, math.nan
    beta = float(np.sum((a * n2 - c * n1) / n)) / weight
    sato = np.sum(n1 / n * (n1 / n) * c - n2 / n * (n2 / n) * a + n1 * n2 * (n2 - n1) / n**2 / 2)
    cross = np.sum(a * (n2 - c) / n + c * (n1 - a) / n) / 2
    variance = (beta * float(sato) + float(cross)) / weight**2
    return beta, math.sqrt(variance) if variance > 0 else math.nan


def _finish(
    measure: EffectMeasure,
    beta: float,
    se: float,
    effect: Array,
    variance: Array,
    weights: Array,
    level: float,
) -> TableFit:
    known = np.isfinite(effect) & np.isfinite(variance) & (variance > 0)
    k = int(np.sum(known))
    q = float(np.sum((effect[known] - beta) ** 2 / variance[known]))
    h2 = q / (k - 1) if k > 1 else None
    quantile = normal_quantile(level)
    return TableFit(
        measure=measure,
        k=k,
        beta=beta,
        se=se,
        low=beta - quantile * se,
        high=beta + quantile * se,
        p=p_from_z(beta / se),
        q=q if k > 1 else None,
        q_p=float(chdtrc(k - 1, q)) if k > 1 else None,
        i2=None if h2 is None else max(0.0, 100 * (1 - 1 / h2)) if h2 > 0 else 0.0,
        h2=h2,
        weights=weights,
    )
