"""The arms' own numbers beside an answer whose quoted sentences print none."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.claim import Claim
from aitia.model.passage import Passage
from aitia.question.specification import Question
from aitia.reading.answers.agreement import agreeing
from aitia.reading.numbers.of_paper import arm_numbers


def with_arm_numbers(
    question: Question, passages: Sequence[Passage], claims: Sequence[Claim]
) -> tuple[Claim, ...]:
    """The claims; the first with the numbers that the paper's tables and text give for the arms, where no
    claim has any and they say what was read. Numbers that say otherwise are of something else."""
    if not claims or any(claim.estimates for claim in claims):
        return tuple(claims)
    first, *others = claims
    comparator = question.comparator or first.comparator
    if first.cause != question.intervention or not comparator:
        return tuple(claims)
    found = arm_numbers(passages, question.intervention, comparator, question.outcome)
    told = agreeing([found] if found else (), first.direction, first.effect)
    return (first.model_copy(update={"estimates": told}), *others)
