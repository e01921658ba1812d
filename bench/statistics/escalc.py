"""Per-study effects as R metafor's `escalc` computes them by default, from arrays by role."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from aitia.evidence.effects import means as m
from aitia.evidence.effects import tables as t

Array = NDArray[np.float64]
Effects = tuple[Array, Array]
# Roles by kind of data. A table's second and fourth entry are totals, or (kind "cells") the non-events.
ROLES: dict[str, tuple[str, ...]] = {
    "table": ("ai", "n1i", "ci", "n2i"),
    "cells": ("ai", "bi", "ci", "di"),
    "means": ("m1i", "sd1i", "n1i", "m2i", "sd2i", "n2i"),
    "rates": ("x1i", "t1i", "x2i", "t2i"),
    "correlation": ("ri", "ni"),
    "proportion": ("xi", "ni"),
    "variance": ("yi", "vi"),
    "error": ("yi", "sei"),
}


def _table(a: Array, n1: Array, c: Array, n2: Array) -> t.Tables:
    return t.Tables(a, n1 - a, c, n2 - c)


def _phi(a: Array, b: Array, c: Array, d: Array) -> Array:
    return np.asarray((a * d - b * c) / np.sqrt((a + b) * (c + d) * (a + c) * (b + d)))


def _table_measure(measure: str, cells: t.Tables) -> Effects:
    fixed = cells.corrected()
    if measure == "RR":
        return t.log_risk_ratio(cells, drop_double_zero=False)
    if measure in ("OR", "OR2D", "OR2DL", "OR2DN"):
        y, v = t.log_odds_ratio(cells, drop_double_zero=False)
        scale = {"OR": 1.0, "OR2DN": 1 / 1.65}.get(measure, math.sqrt(3) / math.pi)
        return y * scale, v * scale**2
    if measure == "RD":
        return t.risk_difference(cells, correct_effect=True)
    if measure == "PETO":
        return t.peto_log_odds_ratio(fixed)
    if measure == "AS":
        y = np.arcsin(np.sqrt(fixed.a / fixed.n1)) - np.arcsin(np.sqrt(fixed.c / fixed.n2))
        return y, 1 / (4 * fixed.n1) + 1 / (4 * fixed.n2)
    ratio = fixed.a * fixed.d / (fixed.b * fixed.c)
    total = 1 / fixed.a + 1 / fixed.b + 1 / fixed.c + 1 / fixed.d
    if measure == "YUQ":
        y = (ratio - 1) / (ratio + 1)
        return y, 0.25 * (1 - y**2) ** 2 * total
    if measure == "YUY":
        y = (np.sqrt(ratio) - 1) / (np.sqrt(ratio) + 1)
        return y, (1 - y**2) ** 2 * total / 16
    raise KeyError(measure)


def _from_table(measure: str) -> Callable[..., Effects]:
    return lambda a, n1, c, n2: _table_measure(measure, _table(a, n1, c, n2))


def _from_cells(measure: str) -> Callable[..., Effects]:
    return lambda a, b, c, d: _table_measure(measure, t.Tables(a, b, c, d))


def _from_groups(function: Callable[[m.Groups], Effects]) -> Callable[..., Effects]:
    return lambda m1, sd1, n1, m2, sd2, n2: function(m.Groups(m1, sd1, n1, m2, sd2, n2))


def _unsigned(y: Array, v: Array) -> Effects:
    return y, v


def _squared(y: Array, se: Array) -> Effects:
    return y, se**2


_TABLES = ("RR", "OR", "RD", "PETO", "AS", "YUQ", "YUY", "OR2D", "OR2DL", "OR2DN")
_GROUPS: dict[str, Callable[[m.Groups], Effects]] = {
    "MD": m.mean_difference,
    "SMD": m.standardised_mean_difference,
    "SMDH": m.heteroscedastic_smd,
    "ROM": m.log_ratio_of_means,
}
_PROPORTIONS = {
    "PR": m.proportion,
    "PLN": m.log_proportion,
    "PLO": m.logit_proportion,
    "PAS": m.arcsine_proportion,
    "PFT": m.freeman_tukey_proportion,
}


def computations(measure: str) -> list[tuple[str, Callable[..., Effects]]]:
    """Kinds of data from which a measure can be computed, with the function over that kind's roles."""
    if measure in _TABLES:
        return [("table", _from_table(measure)), ("cells", _from_cells(measure))]
    if measure in _GROUPS:
        return [("means", _from_groups(_GROUPS[measure]))]
    if measure in ("IRR", "IRD"):
        return [("rates", m.log_rate_ratio if measure == "IRR" else m.rate_difference)]
    if measure in ("COR", "ZCOR"):
        return [("correlation", m.correlation if measure == "COR" else m.fisher_z)]
    if measure in _PROPORTIONS:
        return [("proportion", _PROPORTIONS[measure])]
    return [("variance", _unsigned), ("error", _squared)]
