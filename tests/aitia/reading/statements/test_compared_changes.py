"""A sentence that compares changes of a quantity is read for the quantity itself."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction
from aitia.reading.statements.direction import read_statements

LESS, MORE = Direction.DECREASES, Direction.INCREASES


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        ("There was a higher reduction of blood sugar in the oats group than in the rice group.", LESS),
        ("Oats led to a significantly greater reduction in blood sugar than rice.", LESS),
        ("A significantly larger drop in blood sugar was found in the oats group than in controls.", LESS),
        ("More of a reduction in blood sugar was seen with oats than with rice.", LESS),
        ("There was less of a reduction in blood sugar with oats than with rice.", MORE),
        ("Oats caused a smaller increase in blood sugar than rice.", LESS),
        ("Oats caused a greater increase in blood sugar than rice.", MORE),
        ("The reduction in blood sugar was greater with oats than with rice.", LESS),
        ("The decline of blood sugar was less pronounced with oats than with rice.", MORE),
        ("The increase in blood sugar was smaller with oats than with rice.", LESS),
        ("Blood sugar fell more with oats than with rice.", LESS),
        ("Blood sugar decreased less with oats than with rice.", MORE),
        ("Blood sugar increased less with oats than with rice.", LESS),
        ("Oats were superior to rice in reducing blood sugar.", LESS),
        ("Oats were less effective than rice in reducing blood sugar.", MORE),
        ("Oats were more effective than rice in increasing blood sugar.", MORE),
        ("Blood sugar was lower with oats than with rice.", LESS),
        ("Oats reduced blood sugar.", LESS),
    ],
)
def test_a_change_of_a_change_is_the_change_of_the_quantity(sentence: str, direction: Direction) -> None:
    (statement,) = read_statements(sentence)
    assert statement.direction is direction
    assert statement.effect is not None
    assert sentence[slice(*statement.effect)].lower() == "blood sugar"


@pytest.mark.parametrize(
    "sentence",
    [
        "There was a greater reduction in blood sugar in the oats group than in the rice group.",
        "A larger drop in blood sugar was found with oats than with rice.",
        "Oats resulted in a greater decrease in blood sugar than rice.",
    ],
)
def test_the_arm_is_named_as_the_cause(sentence: str) -> None:
    (statement,) = read_statements(sentence)
    assert statement.cause is not None
    assert sentence[slice(*statement.cause)].lower() == "oats"
