"""What `pool` chooses by itself, at the edge of every choice."""

from __future__ import annotations

import math

import pytest
from scipy.stats import chi2, t

from aitia.evidence.pooling import PoolStudy, TauMethod, fit, pool
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PoolingModel, StandardEstimate
from aitia.model.keys import StudyId
from aitia.model.scales import EffectMeasure

MD = EffectMeasure.MEAN_DIFFERENCE
APART, ALIKE = (0.0, 1.0, 2.5, 4.0), (1.0, 1.0, 1.0, 1.0)


def studies(effects, measure=MD, people=100, variance=0.1):
    return [
        PoolStudy(
            StudyId(f"study_{n}"),
            StandardEstimate(
                measure=measure,
                effect=effect,
                variance=variance,
                point=effect,
                low=effect - 1.96 * math.sqrt(variance),
                high=effect + 1.96 * math.sqrt(variance),
            ),
            participants=people if n else None,
        )
        for n, effect in enumerate(effects)
    ]


@pytest.mark.parametrize(
    ("effects", "model", "knapp"),
    [
        (APART[:2], PoolingModel.REML, False),
        (APART[:3], PoolingModel.REML, True),
        (APART, PoolingModel.REML, True),
        (APART[:3], PoolingModel.DERSIMONIAN_LAIRD, True),
        (APART[:3], PoolingModel.FIXED, False),
        (ALIKE[:3], PoolingModel.REML, False),
    ],
)
def test_hartung_knapp_from_three_studies_that_differ(effects, model, knapp):
    assert pool(studies(effects), model).hartung_knapp is knapp


@pytest.mark.parametrize(
    ("effects", "model", "shown"),
    [
        (APART[:2], PoolingModel.REML, False),
        (APART[:3], PoolingModel.REML, True),
        (APART[:3], PoolingModel.FIXED, False),
    ],
)
def test_a_prediction_interval_from_three_studies_with_random_effects(effects, model, shown):
    result = pool(studies(effects), model)
    assert (result.prediction_low is not None, result.prediction_high is not None) == (shown, shown)


def test_the_t_interval_has_one_degree_of_freedom_less_than_studies():
    result = fit([0.0, 1.0, 2.5], [0.1, 0.1, 0.1], TauMethod.REML, hartung_knapp=True)
    assert result.high - result.beta == pytest.approx(t.ppf(0.975, 2) * result.se, rel=1e-9)


def test_the_prediction_interval_holds_the_error_of_the_mean_and_tau():
    result = fit([0.0, 1.0, 2.5], [0.1, 0.1, 0.1], TauMethod.REML)
    assert result.prediction_high is not None
    reach = 1.959964 * math.sqrt(result.se**2 + result.tau2)
    assert result.prediction_high - result.beta == pytest.approx(reach, rel=1e-6)


def test_q_is_read_on_one_degree_of_freedom_less_than_studies():
    result = fit([0.0, 1.0, 2.5], [0.5, 0.5, 0.5], TauMethod.EE)
    assert result.q_p == pytest.approx(chi2.sf(result.q, 2), rel=1e-9)


def test_studies_closer_than_chance_have_an_i2_of_zero():
    result = fit([1.0, 1.01, 0.99], [0.5, 0.5, 0.5], TauMethod.EE)
    assert result.i2 == 0.0


def test_participants_are_those_that_are_known():
    assert pool(studies(APART[:3])).participants == 200


def test_a_study_twice_and_two_measures_are_refused():
    twice = studies((1.0,)) * 2
    with pytest.raises(StatisticsError, match="stands twice"):
        pool(twice)
    mixed = [studies((1.0, 2.0))[0], studies((1.0, 2.0), EffectMeasure.RISK_DIFFERENCE)[1]]
    with pytest.raises(StatisticsError, match="cannot share a pool"):
        pool(mixed)
