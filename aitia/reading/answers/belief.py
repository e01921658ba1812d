"""The rules' claims beside the page's answer: whose direction stands, and of which arm it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aitia.model.claim import Claim, DirectionShares
from aitia.model.scales import Direction
from aitia.question.specification import Question
from aitia.reading.answers.candidates import tells_opposite
from aitia.reading.numbers.intervals import points_to
from aitia.reading.statements.findings import turn
from aitia.reading.statements.matching import SAME, outcome_match, term_match
from aitia.reading.trained import Answer, PaperReading
from aitia.reading.trained.answers import direction_of
from aitia.reading.trained.outcome_reader import DIRECTIONS

RULES_SHARE = 0.35
"""What the belief of the rules and the reader of single sentences counts beside the page's answer."""

NAMES_LESS = 0.1
"""How much worse the quote of a page's claim may name the outcome than the quote whose place it takes."""


def beside_page(
    question: Question, claims: Sequence[Claim], page: PaperReading, read: Callable[[], tuple[Claim, ...]]
) -> tuple[Claim, ...]:
    """The rules' claims with the page's view of them. Where the mean of both beliefs turns the direction that
    the rules read, the page's own claims (`read`) stand in their place, if they state what the mean says and
    quote a sentence that names the outcome as well; not where the rules know better: the quote tells the
    opposite outcome, of which the page knows little, or its own interval says what they read."""
    first = claims[0]
    belief = _mean_belief(question, first, page.answer)
    known = tells_opposite(question.outcome, first.quote.text) or _is_proved(first)
    if belief is not None and not known:
        meant = direction_of(belief)
        told = [
            claim
            for claim in read()
            if _as_asked(question, claim) is meant and _names_as_well(question, claim, first)
        ]
        if told and meant is not _as_asked(question, first):
            return tuple(_with_belief(question, claim, belief) for claim in told)
    return tuple(_with_page(question, claim, page.answer) for claim in claims)


def is_told_of_comparator(question: Question, claim: Claim) -> bool:
    """Whether a claim says what the question's comparator does, or the lack of its intervention."""
    return claim.comparator == question.intervention


def _as_asked(question: Question, claim: Claim) -> Direction:
    """The direction of a claim in the question's order of arms."""
    return turn(claim.direction, is_told_of_comparator(question, claim))


def _with_belief(question: Question, claim: Claim, belief: DirectionShares) -> Claim:
    own = _turned(belief, is_told_of_comparator(question, claim))
    return claim.model_copy(update={"direction_shares": own})


def _names_as_well(question: Question, claim: Claim, other: Claim) -> bool:
    """Whether a claim's quote names the question's outcome about as well as another's does."""
    own, others = (outcome_match(question.outcome, quoted.quote.text) for quoted in (claim, other))
    return own >= others - NAMES_LESS


def _is_proved(claim: Claim) -> bool:
    """Whether the interval that is printed beside the direction read says the same."""
    return any(points_to(estimate, claim.effect) is claim.direction for estimate in claim.estimates[:1])


def _with_page(question: Question, claim: Claim, answer: Answer) -> Claim:
    """The claim with the page's view of it: how surely the paper reports this and, where that does not turn
    the direction that the rules read, the mean of both beliefs, in the order of the claim's own arms."""
    sure = round(((claim.answers_question or 0.0) * answer.reported) ** 0.5, 4)
    belief = None if claim.estimates else _mean_belief(question, claim, answer)
    told = None if belief is None else _turned(belief, is_told_of_comparator(question, claim))
    if told is None or direction_of(told) is not claim.direction:
        return claim.model_copy(update={"answers_question": sure})
    return claim.model_copy(update={"answers_question": sure, "direction_shares": told})


def _mean_belief(question: Question, claim: Claim, answer: Answer) -> DirectionShares | None:
    """What the rules and the page believe together, of the question's intervention against its comparator;
    None where the rules tell no direction."""
    if claim.direction not in DIRECTIONS:
        return None
    read = claim.direction_shares or tuple(float(claim.direction is way) for way in DIRECTIONS)
    own = _turned(read, is_told_of_comparator(question, claim))
    more, less, same = (
        round(RULES_SHARE * a + (1 - RULES_SHARE) * b, 4) for a, b in zip(own, answer.shares, strict=True)
    )
    return more, less, same


def _turned(shares: Sequence[float], turned: bool) -> DirectionShares:
    more, less, same = shares
    return (less, more, same) if turned else (more, less, same)


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
