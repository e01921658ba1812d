"""Trees are walked as LightGBM walks them."""

from __future__ import annotations

import lightgbm
import numpy as np
import pytest

from aitia.reading.models import load_booster
from aitia.reading.models.trees import TreeEnsemble


def fitted(seed: int, leaves: int = 7) -> tuple[lightgbm.Booster, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = random.normal(size=(600, 5))
    target = (rows[:, 0] * rows[:, 1] > 0).astype(float) + 0.1 * random.normal(size=600)
    options = {"num_leaves": leaves, "verbosity": -1, "num_threads": 1, "seed": seed}
    return lightgbm.train(options, lightgbm.Dataset(rows, target), num_boost_round=25), rows


@pytest.mark.parametrize("leaves", [2, 7, 31])
def test_scores_equal_those_of_lightgbm(leaves: int) -> None:
    booster, rows = fitted(leaves, leaves)
    ours = TreeEnsemble.parse(booster.model_to_string())
    np.testing.assert_allclose(ours.predict(rows), booster.predict(rows), rtol=0, atol=1e-12)


def test_a_missing_value_counts_as_zero() -> None:
    booster, rows = fitted(1)
    ours = TreeEnsemble.parse(booster.model_to_string())
    gap = rows[:1].copy()
    gap[0, 0] = np.nan
    zero = rows[:1].copy()
    zero[0, 0] = 0.0
    assert ours.predict(gap) == ours.predict(zero)


@pytest.mark.parametrize("text", ["", "tree\nnum_class=3\n", "not a model at all"])
def test_what_is_no_such_model_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="LightGBM"):
        TreeEnsemble.parse(text)


def test_rows_of_another_width_are_refused() -> None:
    booster, rows = fitted(2)
    with pytest.raises(ValueError, match="5 features"):
        TreeEnsemble.parse(booster.model_to_string()).predict(rows[:, :4])


def test_the_shipped_ranker_can_be_read() -> None:
    ranker = load_booster("evidence_ranker")
    assert np.isfinite(ranker.predict(np.zeros((3, ranker.features)))).all()
