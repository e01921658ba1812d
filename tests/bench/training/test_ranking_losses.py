"""The three losses against their definitions, and their slopes against finite differences."""

import numpy as np
import pytest

from bench.training.ranking_losses import LOSSES, listnet, ranknet, rmse

SCORES = np.array([0.3, -1.2, 2.0, 0.1])
RELEVANCE = np.array([1.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize("name", sorted(LOSSES))
def test_the_slope_is_that_of_the_loss(name: str) -> None:
    loss = LOSSES[name]
    _, slope = loss(SCORES, RELEVANCE)
    for place in range(len(SCORES)):
        step = np.zeros(len(SCORES))
        step[place] = 1e-6
        ahead, behind = loss(SCORES + step, RELEVANCE)[0], loss(SCORES - step, RELEVANCE)[0]
        assert slope[place] == pytest.approx((ahead - behind) / 2e-6, abs=1e-6)


def test_values_worked_by_hand() -> None:
    assert rmse(np.array([1.0, 2.0]), np.array([1.0, 0.0]))[0] == pytest.approx(np.sqrt(2))
    assert ranknet(np.array([1.0, 0.0]), np.array([1.0, 0.0]))[0] == pytest.approx(np.log1p(np.exp(-1)))
    share = np.e / (1 + np.e)
    wanted = -(share * np.log(share) + (1 - share) * np.log(1 - share))
    assert listnet(np.array([1.0, 0.0]), np.array([1.0, 0.0]))[0] == pytest.approx(wanted)


def test_a_list_of_equals_has_nothing_to_rank() -> None:
    value, slope = ranknet(SCORES, np.ones(4))
    assert value == 0.0
    assert not slope.any()
