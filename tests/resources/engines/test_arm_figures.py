"""Figures that a model points at count only where the report prints them."""

from __future__ import annotations

import pytest

from resources.engines.answers import WireArm, WireFigures
from resources.engines.arm_figures import BINARY, CONTINUOUS, checked_figures

REPORT = "Gout occurred in 12 of 1,240 adults with tea and in 2.5% of 200 with water. Urate was 5·1 (SD 0.8)."


def _counts(*figures: float | None) -> WireFigures:
    events, size, other_events, other_size = figures
    return WireFigures(
        intervention=WireArm(events=events, group_size=size),
        comparator=WireArm(events=other_events, group_size=other_size),
    )


def test_printed_counts_stand_and_so_do_those_of_a_printed_percentage() -> None:
    assert checked_figures(_counts(12, 1240, 5, 200), REPORT, BINARY) == (12, 1240, 5, 200)


@pytest.mark.parametrize(
    "figures", [(13, 1240, 5, 200), (12, 1241, 5, 200), (12, 1240, 6, 200), (12, 1240, None, 200)]
)
def test_one_figure_that_does_not_stand_or_is_missing_is_no_answer(
    figures: tuple[float | None, ...],
) -> None:
    assert checked_figures(_counts(*figures), REPORT, BINARY) is None


def test_means_are_printed_with_either_decimal_mark() -> None:
    arm = WireArm(mean=5.1, standard_deviation=0.8, group_size=200)
    assert checked_figures(WireFigures(intervention=arm, comparator=arm), REPORT, CONTINUOUS) == (
        5.1,
        0.8,
        200,
        5.1,
        0.8,
        200,
    )


def test_a_percentage_is_no_mean() -> None:
    arm = WireArm(mean=40.0, standard_deviation=0.8, group_size=200)
    assert checked_figures(WireFigures(intervention=arm, comparator=arm), REPORT, CONTINUOUS) is None
