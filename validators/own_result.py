"""Rules about whose words a quote is: not planted ones, and nothing that only planted text supports."""

from __future__ import annotations

from collections.abc import Iterator

from aitia.claim import Claim
from validators.findings import ClaimContext, Finding, Outcome


def quote_not_planted(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """No part of a quote, nor of an estimate's quote, is text that was planted for a reader's software."""
    rule = "quote_not_planted"
    quotes = [(None, claim.quote), *((i, e.quote) for i, e in enumerate(claim.estimates) if e.quote)]
    for estimate, quote in quotes:
        passage = context.passages.get(quote.passage_id)
        if passage is None:
            continue
        own = context.own_passages[quote.passage_id].text
        if own[quote.char_start : quote.char_end] != passage.text[quote.char_start : quote.char_end]:
            outcome = Outcome.REJECT if estimate is None else Outcome.DROP_ESTIMATE
            yield Finding(rule, outcome, "the quote is from text that addresses software", estimate)


def supported_elsewhere(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """What runs on behind planted text in its paragraph counts only when a person has seen it."""
    quote = claim.quote
    for passage_id, start, end in context.behind_planted:
        if passage_id == quote.passage_id and quote.char_start < end and start < quote.char_end:
            reason = "the quote runs on behind text that addresses software"
            yield Finding("supported_elsewhere", Outcome.REVIEW, reason)
            return
