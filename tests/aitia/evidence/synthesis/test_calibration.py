"""Simulation-based calibration: effects drawn from the priors lie in their posteriors as often as these say.

Talts and others 2018, arXiv 1804.06788.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from aitia.evidence.synthesis import EntryKind, shipped_priors
from aitia.evidence.synthesis.observations import FACTORS, TEST, Observation
from aitia.evidence.synthesis.posterior import fit_posterior
from aitia.model.keys import StudyId

DRAWS, STUDIES = 200, 5
REST = 0.01


def reported(name: str, kind: EntryKind, value: float, error: float, factor: float) -> Observation:
    """A study as it would be read: its value where that is printed, else on which side of a test it lies."""
    if kind is EntryKind.ESTIMATE:
        return Observation(StudyId(name), kind, error, 1.0, value)
    z, seen = value / error, error / factor
    if kind is EntryKind.P_VALUE:
        return Observation(StudyId(name), kind, seen, 1.0, z * seen, (), FACTORS)
    limit = TEST if kind is EntryKind.TESTED_DIRECTION else 0.0
    windows = ((limit, math.inf), (-math.inf, -limit), (-limit, limit))
    said = 0 if z > limit else 1 if z < -limit else 2
    shares = [1 - 2 * REST if way == said else REST for way in range(3)]
    return Observation(
        StudyId(name), kind, seen, 1.0, None, tuple(zip(shares, windows, strict=True)), FACTORS
    )


@pytest.mark.parametrize(
    "kinds",
    [
        [EntryKind.ESTIMATE],
        [EntryKind.ESTIMATE, EntryKind.TESTED_DIRECTION],
        [EntryKind.P_VALUE],
        [EntryKind.TESTED_DIRECTION, EntryKind.DIRECTION],
    ],
    ids=["all printed", "half printed", "p values", "directions"],
)
def test_drawn_effects_lie_in_their_intervals_as_often_as_these_say(kinds: list[EntryKind]) -> None:
    priors, drawn = shipped_priors(), np.random.default_rng(7)
    ranks = []
    for _ in range(DRAWS):
        effect = drawn.normal(0, priors.ratio_effect)
        tau = abs(drawn.normal(0, priors.ratio_heterogeneity))
        rows = []
        for i in range(STUDIES):
            error = priors.ratio_unit / math.sqrt(drawn.integers(60, 2000))
            value = drawn.normal(drawn.normal(effect, tau), error)
            rows.append(reported(f"s{i}", kinds[i % len(kinds)], value, error, drawn.choice(FACTORS)))
        posterior = fit_posterior(rows, priors.ratio_effect, priors.ratio_heterogeneity)
        ranks.append(1 - posterior.above(effect))
    inside = np.mean([0.025 <= rank <= 0.975 for rank in ranks])
    assert 0.92 <= inside <= 0.99
    assert np.mean(ranks) == pytest.approx(0.5, abs=0.06)
    assert np.mean([0.25 <= rank <= 0.75 for rank in ranks]) == pytest.approx(0.5, abs=0.1)
