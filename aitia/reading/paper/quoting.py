"""The stretch of a sentence that a claim quotes: verbatim and at most 300 characters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.passage import MAX_QUOTE_LENGTH

Span = tuple[int, int]
_CUT = re.compile(r"(?<=[;,:])\s|\s(?=\()|(?<=\))\s|\s")


def quote_window(text: str, needed: Sequence[Span]) -> Span:
    """A span of `text` of at most 300 characters around what is needed, cut at clauses or between words.

    What is needed comes in order of importance: parts that do not fit are given up from the end.
    """
    stripped = _whole(text)
    if stripped[1] - stripped[0] <= MAX_QUOTE_LENGTH:
        return stripped
    kept: list[Span] = []
    for span in needed:
        low, high = min([s[0] for s in [*kept, span]]), max([s[1] for s in [*kept, span]])
        if high - low <= MAX_QUOTE_LENGTH:
            kept.append(span)
    low = min((s[0] for s in kept), default=stripped[0])
    high = max((s[1] for s in kept), default=stripped[0])
    return _widen(text, stripped, low, high)


def _whole(text: str) -> Span:
    start = len(text) - len(text.lstrip())
    return start, len(text.rstrip())


def _widen(text: str, limits: Span, low: int, high: int) -> Span:
    """Widen to the clause on both sides as far as 300 characters allow, else to words."""
    room = MAX_QUOTE_LENGTH - (high - low)
    left = _left(text, limits[0], low, room)
    right = _right(text, limits[1], high, MAX_QUOTE_LENGTH - (high - left))
    return left, right


def _left(text: str, floor: int, low: int, room: int) -> int:
    begin = max(floor, low - room)
    if begin == floor:
        return floor
    strong = [m.end() for m in re.finditer(r"[;,:]\s", text[begin:low])]
    if strong:
        return begin + strong[0]
    words = [m.end() for m in re.finditer(r"\s", text[begin:low])]
    return begin + words[0] if words else low


def _right(text: str, ceiling: int, high: int, room: int) -> int:
    end = min(ceiling, high + room)
    if end == ceiling:
        return ceiling
    strong = [m.start() for m in re.finditer(r"[;,.](?=\s)|(?<=\))(?=[\s,;.])", text[high:end])]
    if strong:
        return high + strong[-1]
    words = [m.start() for m in re.finditer(r"\s", text[high:end])]
    stop = high + words[-1] if words else high
    return len(text[:stop].rstrip())
