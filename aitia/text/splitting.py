"""Where sentences end: rules for scientific prose, linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_ENDING = re.compile(r"[.!?][\"'”’»)\]]{0,3}(?=\s|\Z|[A-Z(])|[。！？]")
_LINE = re.compile(r"[^\n]*\n?")
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘]{1,40}\Z")
_LETTER_CHAIN = re.compile(r"(?:[A-Za-z]\.){1,5}[A-Za-z]\Z")
_OWN_LINE = re.compile(r"\s*(?:#{1,6}\s|[|*•·–-]\s|\||\d{1,2}[.)]\s|[A-Z][A-Z.&/, ]{2,60}:)")


def _words(listing: str) -> frozenset[str]:
    return frozenset(listing.split())


_NEVER_LAST = _words(
    "vs v e.g i.e eg ie al fig figs cf dr drs mr mrs ms prof st approx eq eqs ref refs resp ca viz incl ed "
    "eds vol pp sp "
    "spp var subsp staph strep dept univ suppl tab sect chap max min av avg temp dept gen col lt adj sic "
    "respectively.e"
)
_BEFORE_NUMBER = _words("no nos p pp n vol art ch sec figure table version ver")
_LETTER_NAMES = _words(
    "group groups arm arms vitamin vitamins hepatitis type types class grade stage factor cohort sample "
    "phase category score "
    "child influenza virus protein complex regimen arms treatment plan diet drug and or versus vs"
)
_STARTERS = _words(
    "The This These Those There In We Our It At After Before All Both No Of On For From With Among Patients "
    "Results Conclusion Conclusions Methods However Although Compared A An Data Participants Women Men "
    "Children "
    "Overall When While Treatment They Then Mean Median Adverse Two Three Four Further Mortality"
)


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Half-open spans of the sentences, without surrounding white space, in order and disjoint.

    Every character lies in exactly one span, except white space and a colon left over from a label.
    """
    spans: list[Span] = []
    for start, end in _blocks(text):
        spans.extend(_split_block(text, start, end))
    return tuple(spans)


def _blocks(text: str) -> Iterator[Span]:
    """Stretches that no sentence crosses: paragraphs, headings, list items and table rows."""
    begin, end = 0, 0
    for match in _LINE.finditer(text):
        line = match.group()
        if not line:
            continue
        own = _OWN_LINE.match(line) is not None
        closed = text[begin:end].rstrip()[-1:] in set('.!?:;|)"”') if end > begin else False
        short = "\n" in text[begin:end] and end - begin < 60
        if not line.strip() or own or closed or short:
            if text[begin:end].strip():
                yield begin, end
            begin = match.start()
        end = match.end()
        if own and line.lstrip().startswith(("#", "|")):
            yield begin, end
            begin = end
    if text[begin:end].strip():
        yield begin, end


def _split_block(text: str, start: int, end: int) -> Iterator[Span]:
    begin = start
    for match in _ENDING.finditer(text, start, end):
        if _is_boundary(text, match, begin, end):
            yield from _trimmed(text, begin, match.end())
            begin = match.end()
    yield from _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    if piece[left : left + 2] == ": ":
        left += 2
    kept = len(piece[left:].rstrip())
    if kept:
        yield start + left, start + left + kept


def _is_boundary(text: str, match: re.Match[str], begin: int, end: int) -> bool:
    mark = text[match.start()]
    if mark in "。！？":
        return True
    after = text[match.end() : min(end, match.end() + 60)]
    following = after.lstrip()
    if not following:
        return True
    spaced = len(following) < len(after)
    word = _word_before(text, match.start(), begin)
    if not spaced:
        return _glued_boundary(text, match, following, word)
    head = following.lstrip("\"'“‘([")[:1]
    if not head or head.islower():
        return False
    if mark != ".":
        return True
    return _full_stop_ends(text, match, word, following, head, begin)


def _word_before(text: str, position: int, begin: int) -> str:
    found = _LAST_WORD.search(text[max(begin, position - 40) : position])
    return found.group() if found else ""


def _glued_boundary(text: str, match: re.Match[str], following: str, word: str) -> bool:
    """A full stop without a space after it ("(P < 0.05).The dose"), as some sources print it."""
    if not (following[:1].isupper() and following[1:2].islower()):
        return False
    before = text[match.start() - 1 : match.start()]
    return before in (")", "]", "%") or (word.isalpha() and word.islower() and len(word) >= 4)


def _full_stop_ends(
    text: str, match: re.Match[str], word: str, following: str, head: str, begin: int
) -> bool:
    first = following.split(None, 1)[0].rstrip(",;:")
    lower = word.lower().rstrip(".")
    if lower in _NEVER_LAST:
        return False
    if lower in _BEFORE_NUMBER and head.isdigit():
        return False
    if word == "0" and head.isdigit():
        return False
    if _LETTER_CHAIN.search(word):
        return first in _STARTERS or (word.islower() and head.isupper())
    if len(word) == 1 and word.isupper():
        prior = _word_before(text, max(begin, match.start() - 2), begin).lower()
        return first in _STARTERS or prior in _LETTER_NAMES
    return True
