"""A conclusion goes no further than the answer to the comparison carries it."""

from __future__ import annotations

import pytest

from aitia.model.scales import ComparisonAnswer, Conclusion, Direction, Likelihood
from aitia.verdict.conclusion import Concluded
from aitia.verdict.consistency import held_to

UP, DOWN, NONE, UNCLEAR = (
    Direction.INCREASES,
    Direction.DECREASES,
    Direction.NO_DIFFERENCE,
    Direction.UNCLEAR,
)
HIGHER, LOWER, SAME, UNCERTAIN, TOO_LITTLE = (
    ComparisonAnswer.HIGHER,
    ComparisonAnswer.LOWER,
    ComparisonAnswer.NO_DIFFERENCE,
    ComparisonAnswer.UNCERTAIN_EFFECT,
    ComparisonAnswer.INSUFFICIENT_DATA,
)
ESTABLISHED = Conclusion.ESTABLISHED_CAUSAL, Likelihood.ESTABLISHED
PROBABLE = Conclusion.UNCLEAR, Likelihood.PROBABLE
NO_EFFECT = Conclusion.NO_CAUSAL_EFFECT, Likelihood.DISPROVEN
TOO_WEAK = Conclusion.INSUFFICIENT_EVIDENCE, Likelihood.INSUFFICIENT
OPEN = Conclusion.UNCLEAR, Likelihood.INSUFFICIENT


@pytest.mark.parametrize(
    ("concluded", "direction", "answer", "carried"),
    [
        (ESTABLISHED, UP, HIGHER, True),
        (ESTABLISHED, DOWN, LOWER, True),
        (ESTABLISHED, UP, LOWER, False),
        (ESTABLISHED, UP, SAME, False),
        (ESTABLISHED, UP, UNCERTAIN, False),
        (ESTABLISHED, NONE, SAME, False),
        (PROBABLE, DOWN, LOWER, True),
        (PROBABLE, DOWN, SAME, False),
        (PROBABLE, NONE, SAME, False),
        (PROBABLE, UNCLEAR, SAME, False),
        (PROBABLE, UNCLEAR, UNCERTAIN, False),
        (NO_EFFECT, NONE, SAME, True),
        (NO_EFFECT, NONE, UNCERTAIN, False),
        (NO_EFFECT, UP, HIGHER, False),
        (TOO_WEAK, DOWN, LOWER, True),
        (TOO_WEAK, DOWN, UNCERTAIN, True),
        (TOO_WEAK, UNCLEAR, TOO_LITTLE, True),
        (OPEN, NONE, UNCERTAIN, True),
    ],
)
def test_what_the_answer_does_not_carry_is_taken_back(
    concluded: tuple[Conclusion, Likelihood], direction: Direction, answer: ComparisonAnswer, carried: bool
) -> None:
    given = Concluded(*concluded, "a rule")
    held = held_to(given, direction, answer, "why")
    if carried:
        assert held == given
        return
    assert (held.conclusion, held.likelihood) == (Conclusion.UNCLEAR, Likelihood.INSUFFICIENT)
    assert held.rule == f"a rule; but as a comparison: {answer.value} (why)"


def test_insufficient_evidence_stays_so_named_when_its_likelihood_is_taken_back() -> None:
    held = held_to(
        Concluded(Conclusion.INSUFFICIENT_EVIDENCE, Likelihood.PROBABLE, "a rule"), DOWN, UNCERTAIN, "why"
    )
    assert (held.conclusion, held.likelihood) == TOO_WEAK
