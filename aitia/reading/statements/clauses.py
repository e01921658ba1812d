"""Clauses of a sentence, and what the words of change in one of them say."""

from __future__ import annotations

import re
from itertools import pairwise

from aitia.model.scales import Direction
from aitia.text.turned import worded

CLAUSE = re.compile(
    r"[;,]\s+(?:(?:and|but|while|whereas|although|with)\s+)?"
    r"|\s+(?:and so|but not|but|while|whereas|although|though|with no)\s+"
)
PREDICATE = re.compile(
    r"\s+and\s+(?=(?:it |also )*"
    r"(?:led to|brought|caused|no|increase[sd]?|reduce[sd]?|prevent(?:s|ed)|raise[sd]|lower(?:s|ed))\b)"
)
_CAUSED = re.compile(r"\bcaus(?:es|ed)\b(?! by)")
_NONE = re.compile(r"\b(?:no|not|nor|without)\b")
_CHANGE = re.compile(r"\b(?:effect|difference|differ|change|reduc|increas)")
_PREVENTION = re.compile(r"\b(?:primary|secondary) prevention\b")


def parts_of(text: str, *cuts: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where the parts of a text begin and end, cut at every match."""
    return list(pairwise([0, *sorted(m.start() for cut in cuts for m in cut.finditer(text)), len(text)]))


def said(clause: str) -> Direction | None:
    """The direction that a clause in lower case words, denies or calls caused; None where it says nothing."""
    plain = _PREVENTION.sub(" ", clause)
    told = worded(plain)
    if told is not None:
        return told
    if _NONE.search(plain):
        return Direction.NO_DIFFERENCE if _CHANGE.search(plain) else None
    return Direction.INCREASES if _CAUSED.search(plain) else None
