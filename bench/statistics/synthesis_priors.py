"""Priors of effect and heterogeneity by maximum marginal likelihood over the analyses of review tables."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aitia.evidence.synthesis import Priors
from aitia.model.evidence import StudyEvidence

Array = NDArray[np.float64]
_EFFECTS = np.linspace(-4, 4, 161)
_TAUS = np.array([0.005, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.7, 0.9, 1.2, 1.6])
_SPREADS = np.arange(0.15, 1.01, 0.05)


def fit_priors(analyses: Sequence[Sequence[StudyEvidence]]) -> Priors:
    """The two spreads of each kind of effect, and the usual error of a log odds ratio times √n."""
    ratios = [rows for rows in analyses if rows[0].estimate and rows[0].estimate.measure.is_ratio]
    others = [rows for rows in analyses if rows[0].estimate and not rows[0].estimate.measure.is_ratio]
    units = [
        math.sqrt(row.estimate.variance * row.sample_size)
        for rows in ratios
        for row in rows
        if row.estimate is not None and row.sample_size
    ]
    ratio, other = _spreads(ratios), _spreads(others)
    return Priors(
        ratio_effect=ratio[0],
        ratio_heterogeneity=ratio[1],
        ratio_unit=round(statistics.median(units), 2),
        difference_effect=other[0],
        difference_heterogeneity=other[1],
    )


def _spreads(analyses: Sequence[Sequence[StudyEvidence]]) -> tuple[float, float]:
    """The effect's and the heterogeneity's spread under which the analyses are most likely."""
    tables = np.array([_likelihood(rows) for rows in analyses if len(rows) > 1])
    best, found = -math.inf, (0.5, 0.3)
    for effect in _SPREADS:
        over_effects = np.exp(-0.5 * (_EFFECTS / effect) ** 2)
        reduced = np.einsum("aet,e->at", tables, over_effects / over_effects.sum())
        for heterogeneity in _SPREADS:
            over_taus = np.exp(-0.5 * (_TAUS / heterogeneity) ** 2) * np.gradient(_TAUS)
            total = float(np.log(reduced @ (over_taus / over_taus.sum()) + 1e-300).sum())
            if total > best:
                best, found = total, (round(float(effect), 2), round(float(heterogeneity), 2))
    return found


def _likelihood(rows: Sequence[StudyEvidence]) -> Array:
    estimates = [row.estimate for row in rows if row.estimate is not None]
    y = np.array([e.effect for e in estimates])
    v = np.array([e.variance for e in estimates])
    total = v[:, None, None] + _TAUS[None, None, :] ** 2
    log = -0.5 * ((y[:, None, None] - _EFFECTS[None, :, None]) ** 2 / total + np.log(total))
    summed = log.sum(axis=0)
    shown: Array = np.exp(summed - summed.max())
    return shown
