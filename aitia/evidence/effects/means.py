"""Effects from means, correlations, rates and proportions, each with its sampling variance.

Array in, array out, as in `tables`. Formulas as in metafor's `escalc`; the small-sample factor of Hedges'
g is the exact one, Γ(m/2) / (√(m/2) Γ((m − 1)/2)) (Hedges 1981).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Groups:
    """Mean, standard deviation and n of two groups, one entry per study."""

    m1: Array
    sd1: Array
    n1: Array
    m2: Array
    sd2: Array
    n2: Array


def mean_difference(g: Groups) -> tuple[Array, Array]:
    """m1 − m2 and sd1²/n1 + sd2²/n2."""
    return g.m1 - g.m2, g.sd1**2 / g.n1 + g.sd2**2 / g.n2


def standardised_mean_difference(g: Groups) -> tuple[Array, Array]:
    """Hedges' g with the pooled SD; variance 1/n1 + 1/n2 + g²/(2(n1 + n2)) (metafor's vtype "LS")."""
    df = g.n1 + g.n2 - 2
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = np.sqrt(((g.n1 - 1) * g.sd1**2 + (g.n2 - 1) * g.sd2**2) / df)
        effect = hedges_factor(df) * (g.m1 - g.m2) / pooled
    return effect, 1 / g.n1 + 1 / g.n2 + effect**2 / (2 * (g.n1 + g.n2))


def heteroscedastic_smd(g: Groups) -> tuple[Array, Array]:
    """SMD with the average of both variances (Bonett 2008, 2009; metafor's "SMDH")."""
    df1, df2 = g.n1 - 1, g.n2 - 1
    average = np.sqrt((g.sd1**2 + g.sd2**2) / 2)
    factor = hedges_factor(g.n1 + g.n2 - 2)
    effect = factor * (g.m1 - g.m2) / average
    first = effect**2 * (g.sd1**4 / df1 + g.sd2**4 / df2) / (8 * average**4)
    second = (g.sd1**2 / df1 + g.sd2**2 / df2) / average**2
    return effect, factor**2 * (first + second)


def log_ratio_of_means(g: Groups) -> tuple[Array, Array]:
    """log(m1/m2) and the delta-method variance (Hedges, Gurevitch & Curtis 1999); nan below zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.log(g.m1 / g.m2)
        variance = g.sd1**2 / (g.n1 * g.m1**2) + g.sd2**2 / (g.n2 * g.m2**2)
    return effect, variance


def hedges_factor(df: Array) -> Array:
    """Hedges' exact small-sample factor for `df` degrees of freedom; nan at df ≤ 1."""
    m = np.asarray(df, dtype=float)
    safe = np.where(m > 1, m, np.nan)
    return np.asarray(np.exp(gammaln(safe / 2) - np.log(np.sqrt(safe / 2)) - gammaln((safe - 1) / 2)))


def fisher_z(r: Array, n: Array) -> tuple[Array, Array]:
    """artanh(r) and 1/(n − 3)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.arctanh(r), np.where(n > 3, 1 / (n - 3), np.nan)


def correlation(r: Array, n: Array) -> tuple[Array, Array]:
    """r and (1 − r²)²/(n − 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return r, np.where(n > 3, (1 - r**2) ** 2 / (n - 1), np.nan)


def log_rate_ratio(x1: Array, t1: Array, x2: Array, t2: Array) -> tuple[Array, Array]:
    """log of the incidence rate ratio and 1/x1 + 1/x2; 0.5 is added to both counts where one is zero."""
    add = np.where((x1 == 0) | (x2 == 0), 0.5, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.log((x1 + add) / t1) - np.log((x2 + add) / t2)
        return effect, 1 / (x1 + add) + 1 / (x2 + add)


def rate_difference(x1: Array, t1: Array, x2: Array, t2: Array) -> tuple[Array, Array]:
    """Difference of two incidence rates and x1/t1² + x2/t2², with 0.5 added as for the rate ratio."""
    add = np.where((x1 == 0) | (x2 == 0), 0.5, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (x1 + add) / t1 - (x2 + add) / t2, (x1 + add) / t1**2 + (x2 + add) / t2**2


def logit_proportion(x: Array, n: Array) -> tuple[Array, Array]:
    """log odds of a proportion and 1/x + 1/(n − x); 0.5 is added where one of them is zero."""
    add = np.where((x == 0) | (x == n), 0.5, 0.0)
    events, rest = x + add, n - x + add
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(events / rest), 1 / events + 1 / rest


def log_proportion(x: Array, n: Array) -> tuple[Array, Array]:
    """log of a proportion and 1/x − 1/n; 0.5 is added to both cells where one of them is zero."""
    add = np.where((x == 0) | (x == n), 0.5, 0.0)
    events, total = x + add, n + 2 * add
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(events / total), 1 / events - 1 / total


def proportion(x: Array, n: Array) -> tuple[Array, Array]:
    """x/n and p(1 − p)/n; 0.5 enters both where a cell is zero (metafor's "PR")."""
    add = np.where((x == 0) | (x == n), 0.5, 0.0)
    events, total = x + add, n + 2 * add
    share = events / total
    return share, share * (1 - share) / total


def arcsine_proportion(x: Array, n: Array) -> tuple[Array, Array]:
    """arcsin √(x/n) and 1/(4n)."""
    return np.arcsin(np.sqrt(x / n)), 1 / (4 * n)


def freeman_tukey_proportion(x: Array, n: Array) -> tuple[Array, Array]:
    """Double arcsine of Freeman and Tukey (1950) and 1/(4n + 2)."""
    effect = 0.5 * (np.arcsin(np.sqrt(x / (n + 1))) + np.arcsin(np.sqrt((x + 1) / (n + 1))))
    return effect, 1 / (4 * n + 2)
