"""Rules about the direction: it agrees with the numbers and with the words of the quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aitia.domains.timed import counts_what_ends_it
from aitia.evidence.effects import Unusable, standardise
from aitia.model.claim import Claim, EffectEstimate
from aitia.model.scales import Direction
from validators.findings import ClaimContext, Finding, Outcome

_UP = re.compile(
    r"\b(?:increas|higher|greater|more|rais|elevat|improv|longer|better|superior|enhanc|gain|rose|worsen|caus)"
)
_DOWN = re.compile(
    r"\b(?:decreas|lower|fewer|less|reduc|declin|shorter|prevent|protect|inferior|diminish|fell|drop|suppress|attenuat)"
)
_NONE = re.compile(
    r"\b(?:no|not|nor|without|neither|non)\b.{0,60}\b(?:differ|effect|associat|chang|reduc|increas|benefit|significan|"
    r"improv)|\b(?:similar|comparable|unchanged|equivalent|did not|was not|were not|non-?inferior)\b"
)


def direction_agrees(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A clear estimate points the way the claim says.

    Where it does not but the quote's own words carry the claim, the estimate is of something else and is
    dropped; where the words do not settle it, a person looks.
    """
    for i, estimate in enumerate(claim.estimates):
        reason = _conflict(claim.direction, estimate, claim.effect)
        if reason is None:
            continue
        if words_support(claim.quote.text, claim.direction):
            yield Finding("direction_agrees", Outcome.DROP_ESTIMATE, reason, i)
        else:
            yield Finding("direction_agrees", Outcome.REVIEW, reason, i)


def significance_agrees(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A claim of significance is not contradicted by all of its intervals."""
    if claim.significant is None:
        return
    seen = [s for s in (_significant(e) for e in claim.estimates) if s is not None]
    if seen and claim.significant not in seen:
        said = "significant" if claim.significant else "not significant"
        reason = f"called {said}, but every interval says otherwise"
        yield Finding("significance_agrees", Outcome.REVIEW, reason)


def words_support(text: str, direction: Direction) -> bool:
    """Whether the quote's words alone carry the direction, and no other one."""
    plain = text.casefold()
    up, down, none = (bool(p.search(plain)) for p in (_UP, _DOWN, _NONE))
    if direction is Direction.NO_DIFFERENCE:
        return none
    if direction is Direction.INCREASES:
        return up and not down and not none
    return direction is Direction.DECREASES and down and not up and not none


def _conflict(direction: Direction, estimate: EffectEstimate, outcome: str) -> str | None:
    result = standardise(estimate)
    if isinstance(result, Unusable):
        return None
    null = result.measure.null_value
    clear = not result.low <= null <= result.high
    shown = f"{result.measure.value} {result.point:.3g} ({result.low:.3g} to {result.high:.3g})"
    turned = counts_what_ends_it(outcome, estimate.measure)
    effect = -result.effect if turned else result.effect
    if direction is Direction.INCREASES and clear and effect < 0:
        return f"claim says increases, {shown} says decreases"
    if direction is Direction.DECREASES and clear and effect > 0:
        return f"claim says decreases, {shown} says increases"
    if direction is Direction.NO_DIFFERENCE and clear:
        return f"claim says no difference, {shown} excludes none"
    return None


def _significant(estimate: EffectEstimate) -> bool | None:
    if estimate.low is None or estimate.high is None or estimate.low > estimate.high:
        return None
    return not estimate.low <= estimate.measure.null_value <= estimate.high
