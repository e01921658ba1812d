"""The rules' claims beside the page's answer: whose direction stands, and of which arm it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aitia.model.claim import Claim, DirectionShares
from aitia.question.specification import Question
from aitia.reading.answers.candidates import tells_opposite
from aitia.reading.answers.outcome_reader import DIRECTIONS
from aitia.reading.statements.findings import turn
from aitia.reading.statements.matching import SAME, term_match
from aitia.reading.trained import Answer, PaperReading
from aitia.reading.trained.answers import direction_of

RULES_SHARE = 0.35
"""What the belief of the rules and the reader of single sentences counts beside the page's answer."""


def beside_page(
    outcome: str, claims: Sequence[Claim], page: PaperReading, read: Callable[[], tuple[Claim, ...]]
) -> tuple[Claim, ...]:
    """The rules' claims with the page's view of them. Where the mean of both beliefs turns the direction that
    the rules read, the page's own claims (`read`) stand in their place, if they state what the mean says; not
    where the rules know that the quote tells the opposite outcome, of which the page knows little."""
    belief = _mean_belief(claims[0], page.answer)
    known = tells_opposite(outcome, claims[0].quote.text)
    if belief is not None and not known and direction_of(belief) is not claims[0].direction:
        told = [claim for claim in read() if claim.direction is direction_of(belief)]
        if told:
            return tuple(claim.model_copy(update={"direction_shares": belief}) for claim in told)
    return tuple(_with_page(claim, page.answer) for claim in claims)


def _with_page(claim: Claim, answer: Answer) -> Claim:
    """The claim with the page's view of it: how surely the paper reports this and, where that does not turn
    the direction that the rules read, the mean of both beliefs."""
    sure = round(((claim.answers_question or 0.0) * answer.reported) ** 0.5, 4)
    belief = None if claim.estimates else _mean_belief(claim, answer)
    if belief is None or direction_of(belief) is not claim.direction:
        return claim.model_copy(update={"answers_question": sure})
    return claim.model_copy(update={"answers_question": sure, "direction_shares": belief})


def _mean_belief(claim: Claim, answer: Answer) -> DirectionShares | None:
    """What the rules and the page believe together; None where the rules tell no direction."""
    if claim.direction not in DIRECTIONS:
        return None
    own = claim.direction_shares or tuple(float(claim.direction is way) for way in DIRECTIONS)
    more, less, same = (
        round(RULES_SHARE * a + (1 - RULES_SHARE) * b, 4) for a, b in zip(own, answer.shares, strict=True)
    )
    return more, less, same


def as_told_of(question: Question, claim: Claim) -> Claim:
    """The claim in the order of the arm that its cause names.

    The paper's own name of an arm may be the question's comparator: the claim then says what that arm does,
    as `match_claim` takes it. Printed estimates stand in the other order and are left out.
    """
    stated = claim.comparator == question.intervention or claim.cause == question.intervention
    if stated or not question.comparator:
        return claim
    rival = term_match(question.comparator, claim.cause)
    if rival < SAME or rival <= term_match(question.intervention, claim.cause):
        return claim
    more, less, same = claim.direction_shares or (0.0, 0.0, 0.0)
    return claim.model_copy(
        update={
            "comparator": question.intervention,
            "direction": turn(claim.direction, True),
            "direction_shares": (less, more, same) if claim.direction_shares else None,
            "estimates": (),
        }
    )
