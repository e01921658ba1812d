"""Rules about the quote: there, short enough, in the paper's own results, and about this claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aitia.model.claim import Claim
from aitia.model.passage import MAX_QUOTE_LENGTH, Passage, Quote
from aitia.model.scales import SentenceRole
from aitia.text.quotes import QuoteStatus, locate, verify
from aitia.text.sentences import sentences
from validators.findings import ClaimContext, Finding, Outcome

OWN_ROLES = frozenset({SentenceRole.RESULT, SentenceRole.CONCLUSION})
_FOREIGN_SECTION = re.compile(
    r"^(?:introduction|background|related[ _-]work|literature|references|bibliography)"
)


def settled_quote(quote: Quote, context: ClaimContext) -> Quote | None:
    """The quote as it stands, verbatim, in the passage it names; None when it does not."""
    passage = context.passages.get(quote.passage_id)
    if passage is None or not _inside(passage, context):
        return None
    check = verify(quote, passage)
    return check.quote if check.accepted else None


def quote_verbatim(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The quote stands verbatim in the passage it names."""
    rule = "quote_verbatim"
    passage = context.passages.get(claim.quote.passage_id)
    if passage is None:
        yield Finding(rule, Outcome.REJECT, f"passage {claim.quote.passage_id} is not among those read")
        return
    check = verify(claim.quote, passage, limit=len(passage.text))
    if not check.accepted:
        yield Finding(rule, Outcome.REJECT, check.reason)
    elif check.status is QuoteStatus.RELOCATED:
        yield Finding(rule, Outcome.PASS, check.reason)


def quote_length(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A quote has between 1 and 300 characters."""
    length = len(claim.quote.text)
    if not 0 < length <= MAX_QUOTE_LENGTH:
        reason = f"quote has {length} characters; 1 to {MAX_QUOTE_LENGTH} are allowed"
        yield Finding("quote_length", Outcome.REJECT, reason)


def quote_role(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Only a paper's own results and conclusions are evidence."""
    rule = "quote_role"
    if claim.role not in OWN_ROLES:
        yield Finding(rule, Outcome.REJECT, f"a {claim.role.value} sentence is not this paper's own finding")
        return
    passage = context.passages.get(claim.quote.passage_id)
    if passage is None:
        return
    if _FOREIGN_SECTION.match(passage.section_id.lower()):
        yield Finding(rule, Outcome.REJECT, f"the quote stands in section {passage.section_id}")
        return
    read = role_in_passage(claim.quote, passage)
    if read is SentenceRole.OTHERS:
        yield Finding(rule, Outcome.REJECT, "the sentence reports somebody else's finding")
    elif read in (SentenceRole.BACKGROUND, SentenceRole.METHOD) and context.associative_relation is not None:
        # Where methods are the subject (no associative relation), describing one's own is the finding.
        reason = f"called a {claim.role.value} sentence, but it reads as {read.value}"
        yield Finding(rule, Outcome.REVIEW, reason)


def role_in_passage(quote: Quote, passage: Passage) -> SentenceRole | None:
    """The role of the sentence that the quote begins in, as the passage itself shows it."""
    span = (quote.char_start, quote.char_end)
    if passage.text[span[0] : span[1]] != quote.text:
        found = locate(quote.text, passage.text)
        if found is None:
            return None
        span = found
    for sentence in sentences(passage.text, passage.section_id):
        if sentence.start <= span[0] < sentence.end:
            return sentence.role
    return None


def _inside(passage: Passage, context: ClaimContext) -> bool:
    return passage.paper_id == context.paper.paper_id
