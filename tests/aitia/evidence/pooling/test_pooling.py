"""Pooling: what a pool promises whatever goes in, and what it says of what it left out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aitia.evidence.effects import standardise
from aitia.evidence.pooling import (
    PoolStudy,
    TauMethod,
    begg,
    egger,
    fit,
    leave_one_out,
    pool,
    pool_rows,
    trim_and_fill,
)
from aitia.evidence.pooling.many import pool_groups
from aitia.model.claim import ArmCounts, EffectEstimate
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate, StudyEvidence
from aitia.model.keys import EdgeId, PaperId, StudyId
from aitia.model.scales import Direction, EffectMeasure, StudyDesign

RANDOM = [PoolingModel.DERSIMONIAN_LAIRD, PoolingModel.PAULE_MANDEL, PoolingModel.REML]
BY_VARIANCE = [PoolingModel.FIXED, *RANDOM]
OR, RR, MD = EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_RATIO, EffectMeasure.MEAN_DIFFERENCE
HR = EffectMeasure.HAZARD_RATIO


def study(index: int, effect: float, variance: float, measure: EffectMeasure = MD) -> PoolStudy:
    reach = 1.96 * math.sqrt(variance)
    estimate = StandardEstimate(
        measure=measure,
        effect=effect,
        variance=variance,
        point=effect,
        low=effect - reach,
        high=effect + reach,
    )
    return PoolStudy(StudyId(f"study_{index:03}"), estimate, participants=100)


def table(index: int, a: int, b: int, c: int, d: int, measure: EffectMeasure = OR) -> PoolStudy | None:
    counts = ArmCounts(
        events_intervention=a, total_intervention=a + b, events_comparator=c, total_comparator=c + d
    )
    estimate = standardise(EffectEstimate(measure=measure, counts=counts))
    if not isinstance(estimate, StandardEstimate):
        return None
    return PoolStudy(StudyId(f"study_{index:03}"), estimate, a + b + c + d, a + c)


def finite(effect: PooledEffect) -> bool:
    numbers = [v for v in effect.model_dump().values() if isinstance(v, float)]
    return all(math.isfinite(v) for v in [*numbers, *effect.weights.values()])


pairs = st.lists(
    st.tuples(st.floats(-5, 5), st.one_of(st.floats(1e-12, 1e-6), st.floats(1e-3, 10))),
    min_size=1,
    max_size=12,
)


@settings(max_examples=1000, deadline=None)
@given(pairs, st.sampled_from(BY_VARIANCE), st.sampled_from([None, True, False]))
def test_no_pool_holds_a_nan(
    rows: list[tuple[float, float]], model: PoolingModel, knapp: bool | None
) -> None:
    result = pool([study(i, y, v) for i, (y, v) in enumerate(rows)], model, knapp)
    assert finite(result)
    assert result.low <= result.point <= result.high
    assert sum(result.weights.values()) == pytest.approx(1)
    assert result.k == len(rows)


@settings(max_examples=1000, deadline=None)
@given(pairs, st.sampled_from(BY_VARIANCE))
def test_turning_every_study_turns_the_pool(rows: list[tuple[float, float]], model: PoolingModel) -> None:
    there = pool([study(i, y, v) for i, (y, v) in enumerate(rows)], model)
    back = pool([study(i, -y, v) for i, (y, v) in enumerate(rows)], model)
    assert there.point == pytest.approx(-back.point, abs=1e-9)
    assert there.low == pytest.approx(-back.high, abs=1e-9)
    assert (there.tau2 or 0) == pytest.approx(back.tau2 or 0, abs=1e-9)


@settings(max_examples=1000, deadline=None)
@given(pairs, st.sampled_from(BY_VARIANCE), st.sampled_from([1e-3, 60.0, 1e4]))
def test_the_unit_of_measurement_does_not_matter(
    rows: list[tuple[float, float]], model: PoolingModel, unit: float
) -> None:
    here = pool([study(i, y, v) for i, (y, v) in enumerate(rows)], model)
    there = pool([study(i, y * unit, v * unit**2) for i, (y, v) in enumerate(rows)], model)
    scale = max(abs(y) for y, _ in rows) + max(v for _, v in rows)
    assert there.point / unit == pytest.approx(here.point, abs=1e-6 * scale)
    assert (there.i2 or 0) == pytest.approx(here.i2 or 0, abs=1e-3)


@settings(max_examples=1000, deadline=None)
@given(pairs, st.sampled_from(BY_VARIANCE), st.randoms(use_true_random=False))
def test_the_order_of_studies_does_not_matter(
    rows: list[tuple[float, float]], model: PoolingModel, random: object
) -> None:
    studies = [study(i, y, v) for i, (y, v) in enumerate(rows)]
    mixed = list(studies)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert pool(studies, model) == pool(mixed, model)


def informative(rows: list[tuple[int, int, int, int]], model: PoolingModel) -> bool:
    """Whether a method without corrections has something to go by."""
    if model is PoolingModel.MANTEL_HAENSZEL:
        return any(a * d for a, _, _, d in rows) and any(b * c for _, b, c, _ in rows)
    if model is PoolingModel.PETO:
        return any((a + c) * (b + d) * (a + b) * (c + d) for a, b, c, d in rows)
    return True


tables_of = st.lists(st.tuples(*(st.integers(0, 60) for _ in range(4))), min_size=1, max_size=10)


@settings(max_examples=1000, deadline=None)
@given(tables_of, st.sampled_from([PoolingModel.MANTEL_HAENSZEL, PoolingModel.PETO, *BY_VARIANCE]))
def test_tables_with_zero_cells_pool_or_say_why_not(
    rows: list[tuple[int, int, int, int]], model: PoolingModel
) -> None:
    studies = [s for i, row in enumerate(rows) if (s := table(i, *row)) is not None]
    assume(studies)
    if not informative(rows, model):
        with pytest.raises(StatisticsError, match="No table"):
            pool(studies, model)
        return
    result = pool(studies, model)
    assert finite(result)
    swapped = [s for i, (a, b, c, d) in enumerate(rows) if (s := table(i, c, d, a, b)) is not None]
    assert math.log(result.point) == pytest.approx(-math.log(pool(swapped, model).point), abs=1e-7)


@given(st.floats(-3, 3), st.floats(1e-6, 5), st.integers(2, 8))
def test_identical_studies_agree_perfectly(effect: float, variance: float, k: int) -> None:
    for model in RANDOM:
        result = pool([study(i, effect, variance) for i in range(k)], model, hartung_knapp=True)
        assert result.tau2 == pytest.approx(0, abs=1e-12)
        assert result.point == pytest.approx(effect)


def test_one_study_is_its_own_pool_without_heterogeneity() -> None:
    result = pool([study(1, 0.5, 0.04)])
    assert (result.k, result.point, result.i2, result.tau2, result.prediction_low) == (
        1,
        0.5,
        None,
        None,
        None,
    )
    assert "one study" in result.limitations[0]


def test_no_study_is_an_error_that_says_what_is_needed() -> None:
    with pytest.raises(StatisticsError, match="at least one"):
        pool([])


def test_measures_never_share_a_pool() -> None:
    with pytest.raises(StatisticsError, match="cannot share a pool"):
        pool([study(1, 0.1, 0.1), study(2, 0.1, 0.1, RR)])


def test_a_study_never_counts_twice() -> None:
    with pytest.raises(StatisticsError, match="stands twice"):
        pool([study(1, 0.1, 0.1), study(1, 0.3, 0.1)])


def test_a_negative_variance_is_refused() -> None:
    with pytest.raises(StatisticsError, match="positive variance"):
        fit([1.0], [-1.0])


def test_leaving_one_out_names_the_study_left() -> None:
    results = leave_one_out([study(1, 0, 1), study(2, 0, 1), study(3, 9, 1)], PoolingModel.FIXED)
    assert [s for s, _ in results] == ["study_001", "study_002", "study_003"]
    assert results[2][1].point == pytest.approx(0)


def test_few_studies_say_nothing_of_publication_bias() -> None:
    assert egger([0.1, 0.2], [1, 2]) is None
    assert begg([0.1, 0.2], [1, 2]) is None
    assert egger([0.1, 0.2, 0.3], [1, 1, 1]) is None
    nine = pool([study(i, i / 10, 1 + i) for i in range(9)])
    assert (nine.egger_p_value, nine.begg_p_value) == (None, None)
    ten = pool([study(i, (-1) ** i * i / 10, 1 + i) for i in range(10)])
    assert ten.egger_p_value is not None


def test_trim_and_fill_leaves_a_symmetric_funnel_alone() -> None:
    result = trim_and_fill([-2, -1, 0, 1, 2], [1.0, 0.5, 0.1, 0.5, 1.0])
    assert result.missing == 0


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(st.floats(-5, 5), st.floats(1e-3, 10)), min_size=1, max_size=8),
        min_size=1,
        max_size=6,
    )
)
def test_many_pools_at_once_equal_one_at_a_time(groups: list[list[tuple[float, float]]]) -> None:
    labels = np.array([g for g, rows in enumerate(groups) for _ in rows])
    y = np.array([y for rows in groups for y, _ in rows])
    v = np.array([v for rows in groups for _, v in rows])
    together = pool_groups(y, v, labels, reml=False)
    for g, rows in enumerate(groups):
        alone = fit([y for y, _ in rows], [v for _, v in rows], TauMethod.DL)
        assert together.random[g] == pytest.approx(alone.beta, abs=1e-6)
        assert together.tau2[g] == pytest.approx(alone.tau2, rel=1e-6, abs=1e-9)


def row(
    index: int,
    estimate: StandardEstimate | None,
    design: StudyDesign = StudyDesign.RANDOMISED_TRIAL,
    size: int = 100,
    population: str | None = None,
) -> StudyEvidence:
    return StudyEvidence(
        study_id=StudyId(f"study_{index}"),
        label=f"Author {2000 + index}",
        paper_ids=(PaperId(f"paper_{index}"),),
        edge_ids=(EdgeId(f"edge_{index}"),),
        design=design,
        direction=Direction.DECREASES,
        sample_size=size,
        estimate=estimate,
        population=population,
    )


def ratio(measure: EffectMeasure, point: float) -> StandardEstimate:
    result = standardise(EffectEstimate(measure=measure, point=point, low=point / 2, high=point * 2))
    assert isinstance(result, StandardEstimate)
    return result


def test_what_cannot_be_converted_is_left_out_and_named() -> None:
    body = pool_rows([row(1, ratio(RR, 0.5)), row(2, ratio(RR, 0.6)), row(3, ratio(OR, 0.4)), row(4, None)])
    assert body.effect is not None
    assert (body.effect.measure, body.effect.k) == (RR, 2)
    assert any("Author 2003 left out" in note for note in body.limitations)
    assert any("1 of 4 studies give no effect" in note for note in body.limitations)


def test_hazard_ratios_join_risk_ratios_and_that_is_said() -> None:
    body = pool_rows(
        [row(1, ratio(RR, 0.5)), row(2, ratio(RR, 0.6)), row(3, ratio(EffectMeasure.HAZARD_RATIO, 0.4))]
    )
    assert body.effect is not None
    assert body.effect.k == 3
    assert any("HR converted to RR" in note for note in body.effect.limitations)


@pytest.mark.parametrize(("people", "kept"), [((50, 900), HR), ((900, 50), OR)])
def test_of_measures_that_keep_as_many_studies_the_one_with_more_people_is_pooled(
    people: tuple[int, int], kept: EffectMeasure
) -> None:
    rows = [
        row(n, ratio(measure, 0.6), size=size)
        for n, (measure, size) in enumerate(zip((OR, HR), people, strict=True))
    ]
    effect = pool_rows(rows).effect
    assert effect is not None
    assert effect.measure is kept


def test_no_study_is_a_body_without_effect() -> None:
    assert pool_rows([]).effect is None


@settings(max_examples=100, deadline=None)
@given(st.permutations(list(range(6))))
def test_the_order_of_rows_does_not_matter(order: Sequence[int]) -> None:
    rows = [row(i, ratio(RR if i % 2 else OR, 0.4 + i / 10)) for i in range(6)]
    assert pool_rows([rows[i] for i in order]) == pool_rows(rows)
