"""Numbers of published meta-analyses, as R metafor 3.8.1 gives them for the same data sets."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from aitia.evidence.effects.tables import log_risk_ratio, tables
from aitia.evidence.pooling import METAFOR, TauMethod, fit, mantel_haenszel
from aitia.model.scales import EffectMeasure
from bench.pooling import _compare
from bench.statistics.oracles import oracles_in, sources_of

# Trials of BCG vaccination against tuberculosis (Colditz et al. 1994): cases and others, vaccinated and not.
BCG = (
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619), (33, 5036, 47, 5761),
    (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892), (29, 7470, 45, 7232),
    (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338), (27, 16886, 29, 17825),
)  # fmt: skip


def bcg() -> tuple[list[int], list[int], list[int], list[int]]:
    a, b, c, d = (list(column) for column in zip(*BCG, strict=True))
    return a, [x + y for x, y in zip(a, b, strict=True)], c, [x + y for x, y in zip(c, d, strict=True)]


def test_colditz_1994_random_effects_by_reml() -> None:
    y, v = log_risk_ratio(tables(*bcg()))
    result = fit(y, v, TauMethod.REML)
    assert result.beta == pytest.approx(-0.7145, abs=1e-4)
    assert result.se == pytest.approx(0.1798, abs=1e-4)
    assert result.tau2 == pytest.approx(0.3132, abs=1e-4)
    assert result.i2 == pytest.approx(92.22, abs=1e-2)


def test_colditz_1994_mantel_haenszel() -> None:
    result = mantel_haenszel(tables(*bcg()), EffectMeasure.RISK_RATIO)
    assert result.beta == pytest.approx(-0.4537, abs=1e-4)
    assert result.se == pytest.approx(0.0393, abs=1e-4)


@pytest.mark.parametrize("kind", ["studies", "pooled", "tables"])
def test_every_row_of_the_published_data_sets_is_reproduced(shared: Path, kind: str) -> None:
    folder = shared / "data" / "meta_analysis"
    oracles = oracles_in(folder)
    tally = _compare(kind, oracles[kind], sources_of(oracles, folder / "csv"), METAFOR)
    assert tally.rows > 0
    assert tally.misses == []
    assert tally.largest["closed"] < 1e-9


def test_iterating_to_the_end_stays_near_the_published_effect(shared: Path) -> None:
    folder = shared / "data" / "meta_analysis"
    published = pd.read_csv(folder / "oracle_metafor_pooled.csv")
    studies = pd.read_csv(folder / "oracle_metafor_study_effects.csv").dropna()
    for _, oracle in published[published.method.isin(["REML", "ML", "EB"])].iterrows():
        rows = studies[(studies.dataset == oracle.dataset) & (studies.measure == oracle.measure)]
        result = fit(rows.yi, rows.vi, TauMethod(oracle.method))
        assert result.beta == pytest.approx(oracle.beta, abs=1e-4)
        assert result.se == pytest.approx(oracle.se, abs=1e-4)
