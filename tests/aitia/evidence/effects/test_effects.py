"""Effects from print, tables and means: exact numbers, orientation, and reasons where there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.evidence.effects import (
    Unusable,
    absolute_effect,
    baseline_risk,
    convert,
    favours_intervention,
    from_counts,
    standardise,
    swap_arms,
    turn_outcome,
)
from aitia.evidence.effects.tables import (
    log_odds_ratio,
    log_risk_ratio,
    peto_log_odds_ratio,
    risk_difference,
    tables,
)
from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.errors import StatisticsError
from aitia.model.evidence import StandardEstimate
from aitia.model.scales import EffectMeasure, Polarity

RR, OR, RD = EffectMeasure.RISK_RATIO, EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_DIFFERENCE


def counts(a: int, n1: int, c: int, n2: int) -> ArmCounts:
    return ArmCounts(events_intervention=a, total_intervention=n1, events_comparator=c, total_comparator=n2)


def usable(estimate: EffectEstimate, swapped: bool = False) -> StandardEstimate:
    result = standardise(estimate, swapped)
    assert isinstance(result, StandardEstimate), result
    return result


def reason(estimate: EffectEstimate) -> str:
    result = standardise(estimate)
    assert isinstance(result, Unusable), result
    return result.reason


def test_a_printed_ratio_is_taken_to_the_log_scale() -> None:
    result = usable(EffectEstimate(measure=RR, point=0.5, low=0.25, high=1.0))
    assert result.effect == pytest.approx(math.log(0.5))
    assert result.variance == pytest.approx((math.log(4) / (2 * 1.959963984540054)) ** 2)
    assert (result.point, result.low, result.high) == (0.5, 0.25, 1.0)


def test_a_99_percent_interval_gives_a_smaller_error_than_a_95_percent_one() -> None:
    wide = EffectEstimate(measure=OR, point=2, low=1, high=4)
    assert usable(wide.model_copy(update={"level": 0.99})).variance < usable(wide).variance


def test_a_p_value_gives_the_error_where_no_interval_is_printed() -> None:
    result = usable(EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, point=-3.92, p_value=0.05))
    assert math.sqrt(result.variance) == pytest.approx(2.0, abs=1e-3)
    assert "p = 0.05" in result.assumptions[0]


def test_p_below_a_bound_is_said_to_be_a_bound() -> None:
    result = usable(EffectEstimate(measure=RR, point=0.5, p_value=0.001, p_operator="<"))
    assert "at most this precise" in result.assumptions[0]


def test_p_above_a_bound_sets_no_error() -> None:
    assert "sets no standard error" in reason(
        EffectEstimate(measure=RR, point=0.9, p_value=0.05, p_operator=">")
    )


def test_arms_give_an_estimate_where_none_is_printed() -> None:
    result = usable(EffectEstimate(measure=RR, counts=counts(10, 100, 20, 100)))
    assert result.point == pytest.approx(0.5)
    assert result.variance == pytest.approx(1 / 10 - 1 / 100 + 1 / 20 - 1 / 100)
    assert baseline_risk(result) == 0.2


def test_half_an_event_is_added_only_where_a_cell_is_zero_and_is_said() -> None:
    result = usable(EffectEstimate(measure=OR, counts=counts(0, 10, 3, 10)))
    assert result.effect == pytest.approx(math.log((0.5 / 10.5) / (3.5 / 7.5)))
    assert any("0.5 added" in note for note in result.assumptions)
    assert not any(
        "0.5" in n for n in usable(EffectEstimate(measure=OR, counts=counts(1, 9, 3, 9))).assumptions
    )


def test_a_table_without_events_forms_no_ratio() -> None:
    assert "no event in either arm" in reason(EffectEstimate(measure=RR, counts=counts(0, 50, 0, 50)))


def test_when_everybody_has_the_event_the_risk_ratio_is_one() -> None:
    result = usable(EffectEstimate(measure=RR, counts=counts(15, 15, 14, 14)))
    assert result.point == 1.0
    assert 0.87 < result.low < 0.89


def test_hedges_g_has_the_exact_small_sample_factor() -> None:
    means = ArmMeans(
        mean_intervention=55, sd_intervention=47, n_intervention=155,
        mean_comparator=75, sd_comparator=64, n_comparator=156,
    )  # fmt: skip
    result = usable(EffectEstimate(measure=EffectMeasure.STANDARDISED_MEAN_DIFFERENCE, means=means))
    # Normand 1999, first study, as metafor's escalc gives it.
    assert result.effect == pytest.approx(-0.3552, abs=1e-4)
    assert result.variance == pytest.approx(0.0131, abs=1e-4)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (EffectEstimate(measure=RR, point=0.5, low=0.9, high=0.6), "reversed"),
        (EffectEstimate(measure=RR, point=0.5, low=0.6, high=0.9), "outside its own interval"),
        (EffectEstimate(measure=RR, point=-0.5, low=0.1, high=0.9), "above 0"),
        (EffectEstimate(measure=RR, point=0.5), "without any precision"),
        (EffectEstimate(measure=RR, counts=counts(12, 10, 1, 10)), "events must lie between"),
        (EffectEstimate(measure=RR, counts=counts(-1, 10, 1, 10)), "events must lie between"),
        (EffectEstimate(measure=RR, counts=counts(0, 0, 1, 10)), "empty arm"),
        (EffectEstimate(measure=RR, point=float("nan"), low=0.1, high=0.2), "no finite number"),
        (EffectEstimate(measure=RR, point=1.0, p_value=0.2), "exactly none"),
        (EffectEstimate(measure=EffectMeasure.CORRELATION, point=1.5, low=0.1, high=1.6), "outside -1 to 1"),
    ],
)
def test_impossible_numbers_have_a_reason_and_no_estimate(estimate: EffectEstimate, words: str) -> None:
    assert words in reason(estimate)


def test_arms_stand_in_for_printed_numbers_that_contradict_each_other() -> None:
    result = usable(EffectEstimate(measure=RR, point=5, low=0.3, high=0.9, counts=counts(10, 100, 20, 100)))
    assert result.point == pytest.approx(0.5)
    assert "recomputed from the arms" in result.assumptions[-1]


def test_odds_ratios_become_risk_ratios_only_with_a_baseline_risk() -> None:
    odds = usable(EffectEstimate(measure=OR, point=2.0, low=1.2, high=3.4))
    assert isinstance(convert(odds, RR), Unusable)
    risk = convert(odds, RR, baseline=0.2)
    assert isinstance(risk, StandardEstimate)
    assert risk.point == pytest.approx(2.0 / (0.8 + 0.2 * 2.0))
    assert "baseline risk of 0.2" in risk.assumptions[-1]


def test_means_never_become_risks() -> None:
    mean = usable(EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, point=1, low=0, high=2))
    assert isinstance(convert(mean, RR), Unusable)


def test_a_relative_change_is_a_ratio_of_risks() -> None:
    change = usable(
        EffectEstimate(measure=EffectMeasure.PERCENT_CHANGE, point=-40, low=-60, high=-10, level=0.95)
    )
    ratio = convert(change, RR)
    assert not isinstance(ratio, Unusable)
    assert (ratio.point, ratio.low, ratio.high) == pytest.approx((0.6, 0.4, 0.9))
    assert ratio.effect == pytest.approx(math.log(0.6))
    assert ratio.variance**0.5 == pytest.approx(math.log(0.9 / 0.4) / (2 * 1.959964), rel=1e-4)
    whole = usable(EffectEstimate(measure=EffectMeasure.PERCENT_CHANGE, point=-90, low=-100, high=-60))
    assert isinstance(convert(whole, RR), Unusable)


def test_absolute_effect_per_thousand() -> None:
    result = absolute_effect(usable(EffectEstimate(measure=RR, point=0.8, low=0.6, high=1.1)), 0.1)
    assert result is not None
    assert (result.difference, result.low, result.high) == pytest.approx((-20, -40, 10))
    assert absolute_effect(usable(EffectEstimate(measure=RR, point=0.8, low=0.6, high=1.1)), 0.0) is None


def test_polarity_decides_what_is_good() -> None:
    assert favours_intervention(-0.5, Polarity.HARMFUL) is True
    assert favours_intervention(-0.5, Polarity.BENEFICIAL) is False
    assert favours_intervention(-0.5, Polarity.UNKNOWN) is None


def test_the_opposite_outcome_turns_an_odds_ratio_exactly() -> None:
    odds = from_counts(counts(10, 100, 20, 100), OR)
    turned = turn_outcome(odds)
    assert isinstance(turned, StandardEstimate)
    assert turned.effect == pytest.approx(-odds.effect)
    assert turned.counts == counts(90, 100, 80, 100)


def test_negative_cells_are_an_error_that_names_the_table() -> None:
    with pytest.raises(StatisticsError, match="Table 2: 7 events of 5"):
        tables([1, 7], [5, 5], [1, 1], [5, 5])


cells = st.tuples(*(st.integers(0, 500) for _ in range(4)))


@given(st.lists(cells, min_size=1, max_size=20))
def test_swapping_arms_turns_the_sign_of_every_measure(rows: list[tuple[int, int, int, int]]) -> None:
    a, b, c, d = (np.array(x, dtype=float) for x in zip(*rows, strict=True))
    there, back = tables(a, a + b, c, c + d), tables(c, c + d, a, a + b)
    for measure in (log_risk_ratio, log_odds_ratio, risk_difference, peto_log_odds_ratio):
        (y, v), (z, w) = measure(there), measure(back)
        np.testing.assert_allclose(y, -z, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(v, w, rtol=1e-9, atol=1e-12)


@given(cells, st.sampled_from([RR, OR, RD]))
def test_a_table_gives_a_finite_estimate_or_a_reason(
    cell: tuple[int, int, int, int], measure: EffectMeasure
) -> None:
    a, b, c, d = cell
    result = standardise(EffectEstimate(measure=measure, counts=counts(a, a + b, c, c + d)))
    if isinstance(result, Unusable):
        assert result.reason
        return
    values = (result.effect, result.variance, result.point, result.low, result.high)
    assert all(math.isfinite(v) for v in values)
    assert result.variance > 0
    assert result.low <= result.point <= result.high


@given(st.floats(0.01, 50), st.floats(1.01, 20), st.floats(1.01, 20))
def test_swapping_twice_gives_the_estimate_back(point: float, below: float, above: float) -> None:
    original = usable(EffectEstimate(measure=RR, point=point, low=point / below, high=point * above))
    twice = swap_arms(swap_arms(original))
    assert twice.effect == original.effect
    assert twice.assumptions == original.assumptions
    assert (twice.low, twice.high) == pytest.approx((original.low, original.high))


@given(st.floats(allow_nan=True), st.floats(allow_nan=True), st.floats(allow_nan=True), st.floats(0, 1))
def test_no_printed_numbers_whatever_crash_or_give_nan(
    point: float, low: float, high: float, p: float
) -> None:
    for measure in EffectMeasure:
        result = standardise(EffectEstimate(measure=measure, point=point, low=low, high=high, p_value=p))
        assert isinstance(result, Unusable) or math.isfinite(result.effect + result.variance)
