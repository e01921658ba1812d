"""The strict verbatim check that every quote must pass (DESIGN: no quote, no edge)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from aitia.model.keys import PaperId, content_hash
from aitia.model.passage import MAX_QUOTE_LENGTH, Passage, Quote
from aitia.text.folding import Folded, fold, gaps_agree

MAX_CANDIDATES = 500


class QuoteStatus(StrEnum):
    """`verbatim` at the offsets given; `relocated`: verbatim, but elsewhere or in another rendering."""

    VERBATIM = "verbatim"
    RELOCATED = "relocated"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """What became of a proposed quote.

    `quote` is the exact text at exact offsets to store, None when there is none; `paper_id` is the paper that
    holds it; `digest` is the hash of the stored text.
    """

    status: QuoteStatus
    reason: str
    quote: Quote | None = None
    paper_id: PaperId | None = None
    digest: str | None = None

    @property
    def accepted(self) -> bool:
        """True when the quote stands in the passage it is attributed to."""
        return self.status in (QuoteStatus.VERBATIM, QuoteStatus.RELOCATED)


def quote_hash(text: str) -> str:
    """SHA-256 of a quote's exact text."""
    return content_hash("quote", text)


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text`, as offsets into `text`; None when it does not stand there verbatim.

    Folds only what `aitia.text.folding` folds; digits, signs, inequalities, %, ±, case, quotation marks
    and word boundaries all count. The first place is returned.
    """
    wanted = quote.strip()
    if not any(char.isalnum() for char in wanted):
        return None
    return _locate_exact(wanted, text) or _locate_folded(wanted, text)


def verify(quote: Quote, passage: Passage, limit: int = MAX_QUOTE_LENGTH) -> QuoteCheck:
    """Check a proposed quote against the passage it names; a quote has at most `limit` characters."""
    if quote.passage_id != passage.passage_id:
        return QuoteCheck(
            QuoteStatus.ABSENT, f"quote names passage {quote.passage_id}, not {passage.passage_id}"
        )
    if not any(char.isalnum() for char in quote.text):
        return QuoteCheck(QuoteStatus.ABSENT, "quote has no words")
    start, end = quote.char_start, quote.char_end
    exact = 0 <= start < end and passage.text[start:end] == quote.text
    if exact and _whole(passage.text, start, end):
        return _found(passage, (start, end), QuoteStatus.VERBATIM, "text at the offsets", limit)
    span = locate(quote.text, passage.text)
    if span is None:
        cut = "quote cuts a word or number" if exact else "quote is not in the passage"
        return QuoteCheck(QuoteStatus.ABSENT, f"{cut} {passage.passage_id}")
    return _found(
        passage, span, QuoteStatus.RELOCATED, "same text at other offsets or in another rendering", limit
    )


def _found(
    passage: Passage, span: tuple[int, int], status: QuoteStatus, reason: str, limit: int
) -> QuoteCheck:
    exact = _quote(passage, span)
    if len(exact.text) > limit:
        return QuoteCheck(
            QuoteStatus.ABSENT, f"quote has {len(exact.text)} characters; at most {limit} are allowed"
        )
    return QuoteCheck(status, reason, exact, passage.paper_id, quote_hash(exact.text))


def _quote(passage: Passage, span: tuple[int, int]) -> Quote:
    start, end = span
    return Quote(passage_id=passage.passage_id, char_start=start, char_end=end, text=passage.text[start:end])


def _locate_exact(quote: str, text: str) -> tuple[int, int] | None:
    start = text.find(quote)
    for _ in range(MAX_CANDIDATES):
        if start < 0:
            return None
        if _whole(text, start, start + len(quote)):
            return start, start + len(quote)
        start = text.find(quote, start + 1)
    return None


def _locate_folded(quote: str, text: str) -> tuple[int, int] | None:
    wanted, held = fold(quote), fold(text)
    if not wanted.solid:
        return None
    for index in _occurrences(wanted.solid, held.solid):
        span = _align(wanted, held, index)
        if span is not None and _whole(text, *span):
            return span
    return None


def _occurrences(needle: str, hay: str) -> Iterator[int]:
    index = hay.find(needle)
    for _ in range(MAX_CANDIDATES):
        if index < 0:
            return
        yield index
        index = hay.find(needle, index + 1)


def _align(wanted: Folded, held: Folded, index: int) -> tuple[int, int] | None:
    """The span in the source when all gaps agree, else None."""
    count = len(wanted.solid)
    inner, outer = wanted.gaps[1:count], held.gaps[index + 1 : index + count]
    if inner != outer and not all(gaps_agree(a, b) for a, b in zip(inner, outer, strict=True)):
        return None
    start, end = held.starts[index], held.ends[index + count - 1]
    if index and held.starts[index - 1] == start:
        return None
    if index + count < len(held.solid) and held.starts[index + count] == held.starts[index + count - 1]:
        return None
    lead, tail = wanted.gaps[0].strip(), wanted.gaps[-1].strip()
    if lead:
        if lead != "-" or not held.gaps[index].endswith("-"):
            return None
        start = _dash_before(held, index)
    if tail:
        if tail not in ("-", "h") or not held.gaps[index + count].startswith("-"):
            return None
        end = end + 1
    return start, end


def _dash_before(held: Folded, index: int) -> int:
    """Where the dash directly before a solid character begins (a dash is one code point)."""
    return held.starts[index] - 1


_SIGNS = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d±∓<>≤≥≪≫~≈≠^×√¬")
_DECIMAL = frozenset(".,·∙⋅•/:'’")
_NUMERIC = frozenset("²³¹⁰⁴⁵⁶⁷⁸⁹⁻⁺½¼¾⅓⅔⅛⅜⅝⅞₀₁₂₃₄₅₆₇₈₉")


def _whole(text: str, start: int, end: int) -> bool:
    """Whether a span cuts no word, number, sign or unit at its two ends."""
    return _whole_start(text, start) and _whole_end(text, end)


def _wordlike(char: str) -> bool:
    return char.isalnum() or char in _NUMERIC or char == "_"


def _whole_start(text: str, start: int) -> bool:
    if start == 0:
        return True
    before, first = text[start - 1], text[start]
    if unicodedata.combining(first):
        return False
    if _wordlike(before) and _wordlike(first) and not _unspaced(before, first):
        return False
    if first in _SIGNS and _wordlike(before):
        return False
    if _starts_number(text, start):
        if before in _SIGNS or (before == "+" and not text[start - 2 : start - 1].isalnum()):
            return False
        if before in _DECIMAL and text[start - 2 : start - 1].isdigit() and start >= 2:
            return False
        if before == "." and first.isdigit():
            return False
        if text[max(0, start - 5) : start].lower().endswith(("&lt;", "&gt;")):
            return False
    return True


def _starts_number(text: str, start: int) -> bool:
    piece = text[start : start + 2]
    return piece[:1].isdigit() or (piece[:1] in ".·" and piece[1:2].isdigit())


def _whole_end(text: str, end: int) -> bool:
    if end >= len(text):
        return True
    last, after = text[end - 1], text[end]
    if unicodedata.combining(after):
        return False
    if _wordlike(last) and _wordlike(after) and not _unspaced(last, after) and not _glued(text, end):
        return False
    if last.isdigit():
        beyond = text[end : end + 2]
        if after in _DECIMAL and beyond[1:2].isdigit():
            return False
        if after in "±×^%‰°":
            return False
        if text[end : end + 3].lstrip()[:1] in ("%", "‰") and after.isspace():
            return False
    return True


def _glued(text: str, end: int) -> bool:
    """A sentence set against a number without a space ("Table 2Results"), as some sources print it."""
    return text[end - 1].isdigit() and text[end].isupper() and text[end + 1 : end + 3].islower()


def _unspaced(left: str, right: str) -> bool:
    """Scripts without spaces between words have no boundary to respect."""
    return all(
        "\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" or "\u0e00" <= char <= "\u0e7f"
        for char in (left, right)
    )
