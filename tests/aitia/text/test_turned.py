"""What a clause denies, leaves out or turns is told from its structure."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction
from aitia.text.turned import affirmed, denied, holds_contrast, left_out, second_arm, turned, unlike_units


def tea(text: str) -> bool:
    """Whether a text names the cause."""
    return "tea" in text


def fever(text: str) -> bool:
    """Whether a text names the effect."""
    return "fever" in text


@pytest.mark.parametrize(
    "clause",
    [
        "There was no evidence that tea lowered fever",
        "It was not shown that tea lowered fever",
        "The data do not support the view that tea lowers fever",
        "The reduction in fever with tea did not occur",
        "In no group did tea lower fever",
    ],
)
def test_a_change_that_is_denied_is_no_change(clause: str) -> None:
    assert denied(clause)
    assert not denied("tea lowered fever")


@pytest.mark.parametrize(
    "clause", ["Coffee, but not tea, lowered fever", "rest rather than tea lowered fever", "all but not tea"]
)
def test_an_arm_can_be_left_out_of_what_is_said(clause: str) -> None:
    assert left_out(clause, tea)
    assert holds_contrast(clause)
    assert not left_out("tea but not coffee lowered fever", tea)


def test_a_negation_of_another_arm_denies_nothing_of_this_one() -> None:
    assert affirmed("tea but not coffee lowered fever") is Direction.DECREASES
    assert affirmed("tea did not fail to lower fever") is Direction.DECREASES
    assert affirmed("tea did not lower fever") is None


def test_absence_turns_a_clause_once_and_twice_is_none() -> None:
    assert turned("stopping tea increased fever", tea, fever)
    assert turned("the time to fever was longer with tea", tea, fever)
    assert not turned("stopping tea shortened the time to fever", tea, fever)
    assert not turned("tea increased fever", tea, fever)


def test_a_printed_comparison_has_a_second_arm() -> None:
    assert second_arm("The RR of fever for water versus tea was 1.5", tea)
    assert not second_arm("The RR of fever for tea versus water was 1.5", tea)


def test_per_cent_beside_per_thousand_says_nothing_by_itself() -> None:
    assert unlike_units("20 per 1000 had fever with tea, 3.5% with water")
    assert not unlike_units("2% had fever with tea, 3.5% with water")
