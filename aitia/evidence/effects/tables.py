"""Effects from 2×2 tables: log RR, log OR, RD, Peto's log OR, each with its sampling variance.

All functions take four equally long arrays: events and totals of the intervention, then of the comparator.
They return arrays of effects and variances, `nan` where the table gives no effect (callers count these;
nothing that is stored ever holds a nan). Formulas: Fleiss & Berlin 2009; as in metafor's `escalc`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aitia.model.errors import StatisticsError

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Tables:
    """Cells a, b (intervention: event, none) and c, d (comparator), one entry per study."""

    a: Array
    b: Array
    c: Array
    d: Array

    @property
    def n1(self) -> Array:
        """Total of the intervention's arm."""
        return self.a + self.b

    @property
    def n2(self) -> Array:
        """Total of the comparator's arm."""
        return self.c + self.d

    @property
    def uninformative(self) -> NDArray[np.bool_]:
        """No event, or nothing but events, in both arms: no ratio can be formed (double zero)."""
        none = (self.a == 0) & (self.c == 0)
        everybody = (self.b == 0) & (self.d == 0)
        return np.asarray(none | everybody)

    def corrected(self) -> Tables:
        """0.5 added to every cell of those tables that have a zero cell, and only of those."""
        zero = (self.a == 0) | (self.b == 0) | (self.c == 0) | (self.d == 0)
        add = np.where(zero, 0.5, 0.0)
        return Tables(self.a + add, self.b + add, self.c + add, self.d + add)


def tables(events1: ArrayLike, total1: ArrayLike, events2: ArrayLike, total2: ArrayLike) -> Tables:
    """Tables from events and totals. Raises StatisticsError for negative cells (events above totals)."""
    e1, t1, e2, t2 = (np.atleast_1d(np.asarray(v, dtype=float)) for v in (events1, total1, events2, total2))
    cells = Tables(e1, t1 - e1, e2, t2 - e2)
    for arm, (events, rest) in {"intervention": (cells.a, cells.b), "comparator": (cells.c, cells.d)}.items():
        if np.any(events < 0) or np.any(rest < 0):
            row = int(np.flatnonzero((events < 0) | (rest < 0))[0])
            raise StatisticsError(
                f"Table {row + 1}: {events[row]:g} events of {events[row] + rest[row]:g} in the {arm} arm; "
                "events must lie between 0 and the total."
            )
    return cells


def log_risk_ratio(cells: Tables, drop_double_zero: bool = True) -> tuple[Array, Array]:
    """log RR and 1/a − 1/n1 + 1/c − 1/n2.

    Where everybody has the event in both arms the RR is 1, with the corrected variance; `drop_double_zero`
    False corrects the effect there too, and keeps tables without any event, as `escalc` does.
    """
    t = cells.corrected()
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.log(t.a / t.n1) - np.log(t.c / t.n2)
        variance = 1 / t.a - 1 / t.n1 + 1 / t.c - 1 / t.n2
    everybody = (cells.b == 0) & (cells.d == 0)
    if drop_double_zero:
        effect = np.where(everybody, 0.0, effect)
    nobody = (cells.a == 0) & (cells.c == 0)
    return _informative(cells, effect, variance, nobody & drop_double_zero)


def log_odds_ratio(cells: Tables, drop_double_zero: bool = True) -> tuple[Array, Array]:
    """log OR and 1/a + 1/b + 1/c + 1/d (Woolf)."""
    t = cells.corrected()
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.log(t.a / t.b) - np.log(t.c / t.d)
        variance = 1 / t.a + 1 / t.b + 1 / t.c + 1 / t.d
    return _informative(cells, effect, variance, cells.uninformative & drop_double_zero)


def risk_difference(cells: Tables, correct_effect: bool = False) -> tuple[Array, Array]:
    """a/n1 − c/n2 and p(1 − p)/n of both arms; at a zero cell 0.5 enters the variance.

    The effect itself is defined without it; `correct_effect` adds it there too, as `escalc` does.
    """
    t = cells.corrected()
    e = t if correct_effect else cells
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = e.a / e.n1 - e.c / e.n2
        p1, p2 = t.a / t.n1, t.c / t.n2
        variance = p1 * (1 - p1) / t.n1 + p2 * (1 - p2) / t.n2
    empty = (cells.n1 == 0) | (cells.n2 == 0)
    return np.where(empty, np.nan, effect), np.where(empty, np.nan, variance)


def peto_log_odds_ratio(cells: Tables) -> tuple[Array, Array]:
    """Peto's one-step log OR, (O − E)/V, and 1/V with the hypergeometric V (Yusuf et al. 1985)."""
    excess, information = peto_components(cells)
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.where(information > 0, excess / information, np.nan)
        variance = np.where(information > 0, 1 / information, np.nan)
    return effect, variance


def peto_components(cells: Tables) -> tuple[Array, Array]:
    """Observed minus expected events of the intervention's arm, and the hypergeometric variance."""
    total = cells.n1 + cells.n2
    events = cells.a + cells.c
    with np.errstate(divide="ignore", invalid="ignore"):
        excess = cells.a - events * cells.n1 / total
        variance = events * (total - events) * cells.n1 * cells.n2 / (total**2 * (total - 1))
    return np.nan_to_num(excess), np.nan_to_num(variance, posinf=0.0)


def _informative(
    cells: Tables, effect: Array, variance: Array, drop: NDArray[np.bool_]
) -> tuple[Array, Array]:
    bad = drop | (cells.n1 == 0) | (cells.n2 == 0)
    return np.where(bad, np.nan, effect), np.where(bad, np.nan, variance)
