"""One synthesis of estimates, p values and stated directions."""

from __future__ import annotations

import pytest

from aitia.evidence.pooling.body import pool_rows
from aitia.evidence.synthesis import EntryKind, synthesise
from aitia.model.scales import Direction, EffectMeasure

UP, DOWN, SAME = Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE


def told(make, name, direction, significant=None, size=200, **given):
    return make.study(
        name, direction=direction, significant=significant, sample_size=size, estimate=None, **given
    )


def of(rows):
    body = pool_rows(rows)
    found = synthesise(rows, body.effect, body.used)
    assert found is not None
    return found


def test_where_every_study_prints_an_estimate_it_is_the_classic_pool_to_the_last_digit(make):
    rows = [make.study("a"), make.study("b", estimate=make.estimate(0.7, 0.5, 0.98)), make.study("c")]
    pool, found = pool_rows(rows).effect, of(rows)
    assert found.equals_pool
    assert (found.point, found.low, found.high) == (pool.point, pool.low, pool.high)
    assert (found.prediction_low, found.prediction_high) == (pool.prediction_low, pool.prediction_high)
    assert found.full_pool.lower == 1.0


def test_a_study_that_states_only_a_direction_moves_the_synthesis_and_not_the_pool(make):
    numbers = [make.study("a", estimate=make.estimate(0.9, 0.7, 1.16), sample_size=600)]
    more = [told(make, f"s{i}", DOWN, True, 600) for i in range(4)]
    alone, found = of(numbers), of([*numbers, *more])
    assert not found.equals_pool
    assert found.measure is EffectMeasure.RISK_RATIO
    assert found.point < alone.point
    assert found.full_pool.lower > 0.8
    assert {entry.kind for entry in found.entries} == {EntryKind.ESTIMATE, EntryKind.TESTED_DIRECTION}


@pytest.mark.parametrize("direction", [UP, DOWN])
def test_a_difference_told_without_its_test_is_mostly_but_not_surely_significant(make, direction):
    shares = (0.04, 0.9, 0.06) if direction is DOWN else (0.9, 0.04, 0.06)
    tested, untold, denied = (
        of([told(make, "a", direction, known, direction_shares=shares)]).full_pool
        for known in (True, None, False)
    )
    way = "lower" if direction is DOWN else "higher"
    assert getattr(untold, way) > untold.neither
    assert getattr(denied, way) < getattr(untold, way) < getattr(tested, way)


def test_directions_alone_have_no_size(make):
    found = of([told(make, "a", UP, True), told(make, "b", UP, None)])
    assert (found.measure, found.point, found.low, found.high) == (None, None, None, None)
    assert found.more > 0.85
    assert [entry.kind for entry in found.entries] == [EntryKind.TESTED_DIRECTION, EntryKind.DIRECTION]


def test_a_test_weighs_more_than_a_mere_direction_and_a_large_study_more_than_a_small_one(make):
    tested = of([told(make, "a", UP, True), told(make, "b", SAME, False)])
    mere = of([told(make, "a", UP, None), told(make, "b", SAME, False)])
    small = of([told(make, "a", UP, True, 60), told(make, "b", SAME, False, 2000)])
    assert tested.full_pool.higher > mere.full_pool.higher
    assert tested.full_pool.higher > small.full_pool.higher


def test_only_p_values_are_the_estimates_they_imply(make):
    rows = [told(make, "a", DOWN, True, 300, p_value=0.01), told(make, "b", DOWN, True, 300, p_value=0.04)]
    found = of(rows)
    assert all(entry.kind is EntryKind.P_VALUE for entry in found.entries)
    assert found.full_pool.lower > 0.8
    weaker = of([told(make, "a", DOWN, True, 300, p_value=0.04), rows[1]])
    assert weaker.more > found.more


def test_a_p_value_that_contradicts_the_words_gives_way_to_them(make):
    found = of([told(make, "a", UP, True, 300, p_value=0.4)])
    assert found.entries[0].kind is EntryKind.TESTED_DIRECTION


def test_opposite_studies_of_equal_size_point_nowhere(make):
    found = of([told(make, "a", UP, True), told(make, "b", DOWN, True)])
    assert found.more == pytest.approx(0.5, abs=0.02)
    assert found.full_pool.higher == pytest.approx(found.full_pool.lower, abs=0.1)


def test_large_studies_without_a_difference_exclude_an_important_one_and_small_ones_do_not(make):
    assert of([told(make, "a", SAME, False, 1000)]).excludes_importance
    assert not of([told(make, "a", SAME, False, 30)]).excludes_importance


def test_exchanging_the_arms_exchanges_the_answer(make):
    one = of([told(make, "a", UP, True), told(make, "b", SAME, False), told(make, "c", UP, None)])
    other = of([told(make, "a", DOWN, True), told(make, "b", SAME, False), told(make, "c", DOWN, None)])
    assert one.more == pytest.approx(1 - other.more, abs=1e-3)
    assert one.full_pool.higher == pytest.approx(other.full_pool.lower, abs=0.05)


def test_a_reader_in_doubt_counts_as_much_as_it_believes(make):
    sure = of([told(make, "a", UP, True, direction_shares=(0.95, 0.03, 0.02))])
    torn = of([told(make, "a", UP, True, direction_shares=(0.5, 0.1, 0.4))])
    assert sure.full_pool.higher > 0.85
    assert 0.3 < torn.full_pool.higher < 0.75


@pytest.mark.parametrize("shares", [(0.1, 0.69, 0.21), (0.05, 0.05, 0.9), (0.5, 0.3, 0.2)])
@pytest.mark.parametrize("size", [60, 200, 2000])
def test_a_study_alone_leaves_the_belief_in_it_as_it_was_read(make, shares, size):
    found = of([told(make, "a", DOWN, True, size, direction_shares=shares)]).full_pool
    assert (found.higher, found.lower, found.neither) == pytest.approx(shares, abs=0.04)


@pytest.mark.parametrize("score", [0.3, 0.5, 0.9])
def test_doubt_whether_a_study_reports_takes_nothing_from_its_significance(make, score):
    sure, unsure = (of([told(make, "a", DOWN, True, outcome_score=s)]).full_pool for s in (1.0, score))
    assert sure.lower > 0.85
    assert unsure.lower == pytest.approx(sure.lower, abs=0.02)


def test_a_study_that_probably_does_not_report_the_outcome_hardly_counts(make):
    sure = of([told(make, "a", UP, True), told(make, "b", SAME, False, 400)])
    unsure = of([told(make, "a", UP, True, outcome_score=0.1), told(make, "b", SAME, False, 400)])
    assert unsure.more < sure.more


@pytest.mark.parametrize("size", [None, 0, 1, 1_000_000, 10**12])
def test_no_size_breaks_it(make, size):
    found = of([told(make, "a", UP, True, size), told(make, "b", DOWN, None, 50)])
    assert 0 <= found.more <= 1
    assert found.full_pool.higher + found.full_pool.lower + found.full_pool.neither == pytest.approx(1)


def test_ten_reports_of_one_trial_count_once(make):
    once = of([told(make, "a", UP, True)])
    assert of([told(make, "a", UP, True)] * 10) == once


def test_nothing_that_points_anywhere_gives_no_synthesis(make):
    assert synthesise([told(make, "a", Direction.UNCLEAR)]) is None
    assert synthesise([]) is None


def test_the_order_of_studies_does_not_matter(make):
    rows = [told(make, "a", UP, True), make.study("b"), told(make, "c", SAME, False, 90)]
    assert of(rows) == of(rows[::-1])
