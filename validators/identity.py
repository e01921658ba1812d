"""Rules about what the claim is about: this paper, two different things, both of them named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aitia.model.claim import Claim
from aitia.text.named import WORD, is_named, plain
from aitia.text.sentences import sentences
from validators.findings import ClaimContext, Finding, Outcome

_AT_LARGE = re.compile(
    r"(?i)\b(?:outcomes?|end-?points?|measures?|variables?|parameters?)\b|"
    r"^\W*(?:\w+,? ){0,9}?(?:no|not|without|nor)\b[^,;:]{0,60}\bdifferen\w+ (?:\w+ ){0,3}?(?:between|among)\s"
    r"(?:\w+ ){0,3}(?:groups|arms|drugs|treatments|interventions|regimens)\b[^,;:]{0,60}$"
)
"""Words for outcomes without naming any: "the primary outcome", "no difference between the groups"."""


def right_paper(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The claim, its quote and its estimates' quotes belong to the paper that was read."""
    rule = "right_paper"
    if claim.paper_id != context.paper.paper_id:
        reason = f"claim of paper {claim.paper_id} while reading {context.paper.paper_id}"
        yield Finding(rule, Outcome.REJECT, reason)
        return
    passage = context.passages.get(claim.quote.passage_id)
    if passage is not None and passage.paper_id != claim.paper_id:
        yield Finding(rule, Outcome.REJECT, f"the quote stands in paper {passage.paper_id}")


def no_self_reference(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """Cause and effect differ, beyond case, punctuation and word order, and neither is empty."""
    rule = "no_self_reference"
    cause, effect = _key(claim.cause), _key(claim.effect)
    if not cause or not effect:
        yield Finding(rule, Outcome.REJECT, "cause or effect is empty")
    elif cause == effect:
        yield Finding(rule, Outcome.REJECT, f"'{claim.cause}' cannot act on itself")


def ends_named(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Both ends are named in the quote, its sentence or the paper's title; other names of them count.

    An answer to the question may leave its cause to the rest of the abstract ("no difference between the
    groups"), and its effect to the sentences beside the quoted one or, where that speaks of outcomes at
    large ("the primary outcome did not differ"), to the abstract.
    """
    passage = context.passages.get(claim.quote.passage_id)
    if passage is None:
        return
    near = " ".join((claim.quote.text, _around(claim, context), context.own_paper.title))
    wider = {"cause": near, "effect": near}
    if claim.answers_question is not None:
        wider["cause"] = f"{near} {context.own_paper.abstract}"
        at_large = _AT_LARGE.search(claim.quote.text)
        wider["effect"] = wider["cause"] if at_large else f"{near} {_around(claim, context, beside=1)}"
    for end, name in (("cause", claim.cause), ("effect", claim.effect)):
        names = (name, *context.synonyms(name))
        if not any(is_named(known, wider[end], context.own_paper.abstract) for known in names):
            reason = f"{end} '{name[:80]}' is named neither in the quote's sentence nor in the title"
            yield Finding("ends_named", Outcome.REVIEW, reason)


def _around(claim: Claim, context: ClaimContext, beside: int = 0) -> str:
    """The sentences that the quote touches, with so many on either side."""
    passage = context.own_passages[claim.quote.passage_id]
    start, end = claim.quote.char_start, claim.quote.char_end
    held = sentences(passage.text, passage.section_id)
    touched = [place for place, s in enumerate(held) if s.start < end and s.end > start]
    if not touched:
        return ""
    return " ".join(s.text for s in held[max(0, touched[0] - beside) : touched[-1] + 1 + beside])


def _key(name: str) -> tuple[str, ...]:
    return tuple(sorted(WORD.findall(plain(name)))) or tuple(name.split())
