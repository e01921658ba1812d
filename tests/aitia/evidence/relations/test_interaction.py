"""Whether two subgroups differ: from the standard errors of their effects, whatever their intervals."""

from __future__ import annotations

import math

import pytest
from scipy.stats import norm

from aitia.evidence.effects import absolute_effect
from aitia.evidence.pooling import PoolStudy, pool
from aitia.evidence.relations.subgroups import interaction
from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate
from aitia.model.keys import StudyId
from aitia.model.scales import EffectMeasure


def study(name: str, effect: float, se: float, measure: EffectMeasure) -> PoolStudy:
    back = math.exp if measure.is_ratio else float
    estimate = StandardEstimate(
        measure=measure,
        effect=effect,
        variance=se * se,
        point=back(effect),
        low=back(effect - 1.96 * se),
        high=back(effect + 1.96 * se),
    )
    return PoolStudy(study_id=StudyId(name), estimate=estimate)


def pooled(
    shift: float, level: float = 0.95, measure: EffectMeasure = EffectMeasure.RISK_RATIO
) -> PooledEffect:
    """Three studies that differ, so that the interval is Hartung and Knapp's."""
    effects = ((-0.5, 0.08), (-0.2, 0.06), (0.1, 0.1))
    studies = [study(f"s{i}", effect + shift, se, measure) for i, (effect, se) in enumerate(effects)]
    return pool(studies, level=level)


def test_altman_and_bland_2003_risk_ratios_of_fractures_differ_by_trial_type() -> None:
    """BMJ 326:219: log RR -0.67 (SE 0.30) and -0.16 (SE 0.12): z = 1.58, p = 0.11."""
    one, other = (
        PooledEffect(
            measure=EffectMeasure.RISK_RATIO,
            model=PoolingModel.FIXED,
            k=1,
            point=math.exp(effect),
            low=math.exp(effect - 1.96 * se),
            high=math.exp(effect + 1.96 * se),
            se=se,
        )
        for effect, se in ((-0.67, 0.30), (-0.16, 0.12))
    )
    assert interaction(one, other) == pytest.approx(0.11, abs=0.005)


@pytest.mark.parametrize("measure", [EffectMeasure.RISK_RATIO, EffectMeasure.MEAN_DIFFERENCE])
def test_the_level_of_the_interval_does_not_change_the_test(measure: EffectMeasure) -> None:
    p = [
        interaction(pooled(0, level, measure), pooled(0.4, level, measure))
        for level in (0.8, 0.9, 0.95, 0.99)
    ]
    assert p == pytest.approx([p[0]] * 4)


def test_a_hartung_knapp_interval_is_not_read_as_a_normal_one() -> None:
    one, other = pooled(0), pooled(0.4)
    assert one.hartung_knapp
    assert one.se is not None
    assert other.se is not None
    z = abs(math.log(one.point) - math.log(other.point)) / math.hypot(one.se, other.se)
    assert interaction(one, other) == pytest.approx(2 * norm.sf(z))


def test_without_a_standard_error_there_is_no_test() -> None:
    bare = pooled(0).model_copy(update={"se": None})
    assert interaction(bare, pooled(0.4)) is None
    assert interaction(pooled(0), None) is None


def test_the_pooled_effect_itself_is_turned_into_events_per_thousand() -> None:
    found = absolute_effect(pooled(0).model_copy(update={"point": 0.8, "low": 0.7, "high": 0.9}), 0.1)
    assert found is not None
    assert (found.difference, found.low, found.high) == pytest.approx((-20, -30, -10))
