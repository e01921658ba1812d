"""Rules about words and ranges that are fixed: types, relations, confidence."""

from __future__ import annotations

import math
from collections.abc import Iterator

from aitia.model.claim import Claim
from validators.findings import ClaimContext, Finding, Outcome


def known_types(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Both ends have a type of the domain's list."""
    for end, kind in (("cause", claim.cause_type), ("effect", claim.effect_type)):
        if kind not in context.node_types:
            reason = f"{end} type '{kind[:40]}' is not one of {', '.join(sorted(context.node_types))}"
            yield Finding("known_types", Outcome.REJECT, reason)


def known_relation(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The relation is a word of the domain's list."""
    if claim.relation not in context.relation_types:
        reason = f"relation '{claim.relation[:40]}' is not one of {', '.join(sorted(context.relation_types))}"
        yield Finding("known_relation", Outcome.REJECT, reason)


def confidence_range(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """Confidence is a number from 0 to 1."""
    if not (math.isfinite(claim.confidence) and 0 <= claim.confidence <= 1):
        yield Finding("confidence_range", Outcome.REJECT, f"confidence {claim.confidence} is outside 0 to 1")


def confidence_low(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """A claim that its reader is unsure of waits for a person."""
    if 0 <= claim.confidence < context.review_below:
        reason = f"confidence {claim.confidence:.2f} is below {context.review_below:g}"
        yield Finding("confidence_low", Outcome.REVIEW, reason)
