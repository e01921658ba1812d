"""Rules about what the claim is about: this paper, two different things, both of them named."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from aitia.claim import Claim
from aitia.text.sentences import sentences
from validators.findings import ClaimContext, Finding, Outcome

_WORD = re.compile(r"[a-z0-9]+")
_EMPTY = frozenset(
    (
        "a",
        "an",
        "and",
        "any",
        "as",
        "at",
        "by",
        "for",
        "from",
        "group",
        "in",
        "incidence",
        "level",
        "levels",
        "n",
        "number",
        "of",
        "on",
        "or",
        "patients",
        "per",
        "rate",
        "rates",
        "risk",
        "the",
        "therapy",
        "to",
        "total",
        "treatment",
        "use",
        "versus",
        "vs",
        "with",
    )
)
_COMPARATORS = frozenset(("placebo", "control", "usual", "care"))
_STEM = 5


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


def no_self_reference(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Cause and effect differ, beyond case, punctuation and word order, and neither is empty."""
    rule = "no_self_reference"
    cause, effect = _key(claim.cause), _key(claim.effect)
    if not cause or not effect:
        yield Finding(rule, Outcome.REJECT, "cause or effect is empty")
    elif cause == effect:
        yield Finding(rule, Outcome.REJECT, f"'{claim.cause}' cannot act on itself")


def ends_named(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Both ends are named in the quote, its sentence or the paper's title; other names of them count."""
    passage = context.passages.get(claim.quote.passage_id)
    if passage is None:
        return
    near = " ".join((claim.quote.text, _around(claim, context), context.paper.title))
    for end, name in (("cause", claim.cause), ("effect", claim.effect)):
        names = (name, *context.synonyms(name))
        if not any(is_named(known, near, context.paper.abstract) for known in names):
            reason = f"{end} '{name[:80]}' is named neither in the quote's sentence nor in the title"
            yield Finding("ends_named", Outcome.REVIEW, reason)


def is_named(name: str, near: str, whole: str = "") -> bool:
    """Whether a text names a thing: half of its telling words by stem, or its initials, or its abbreviation.

    `whole` is where "long form (ABBR)" is looked up.
    """
    words = _telling(name)
    if not words:
        return True
    present = {w[:_STEM] for w in _WORD.findall(_plain(near))}
    found = sum(w[:_STEM] in present for w in words)
    if 2 * found >= len(words):
        return True
    initials = "".join(w[0] for w in _WORD.findall(_plain(name)))
    tokens = set(_WORD.findall(_plain(near)))
    if len(initials) > 1 and initials in tokens:
        return True
    return any(short in tokens for short in _abbreviations_of(name, whole)) or any(
        is_named(long, near) for long in _long_forms_of(name, whole)
    )


def _abbreviations_of(name: str, whole: str) -> set[str]:
    """ABBR where the text says "name (ABBR)"."""
    folded, text = _plain(name), _plain(whole)[:200_000]
    place = text.find(folded)
    if place < 0 or not folded:
        return set()
    match = re.match(r"\s?\(([a-z0-9-]{2,12})[);,]", text[place + len(folded) : place + len(folded) + 20])
    return set(_WORD.findall(match.group(1))) if match else set()


def _long_forms_of(name: str, whole: str) -> list[str]:
    """The words before "(name)"."""
    folded, text = _plain(name), _plain(whole)[:200_000]
    if not 2 <= len(folded) <= 12:
        return []
    place = text.find(f"({folded}")
    return [" ".join(text[max(0, place - 80) : place].split()[-len(folded) :])] if place > 0 else []


def _around(claim: Claim, context: ClaimContext) -> str:
    passage = context.passages[claim.quote.passage_id]
    start, end = claim.quote.char_start, claim.quote.char_end
    touching = [
        s.text for s in sentences(passage.text, passage.section_id) if s.start < end and s.end > start
    ]
    return " ".join(touching)


def _telling(name: str) -> list[str]:
    words = _WORD.findall(_plain(name))
    telling = [w for w in words if w not in _EMPTY]
    return telling or [w for w in words if w in _COMPARATORS]


def _key(name: str) -> tuple[str, ...]:
    return tuple(sorted(_WORD.findall(_plain(name)))) or tuple(name.split())


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in folded if not unicodedata.combining(c))
