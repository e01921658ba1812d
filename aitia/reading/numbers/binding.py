"""Which of a sentence's numbers belong to which of its outcomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from aitia.reading.numbers.found import FoundEstimate
from aitia.text.splitting import Span

_WORD = re.compile(r"[A-Za-z]{3,}")
_NEXT_CLAUSE = re.compile(r"[,;] (?:and|but|while|whereas|with) |;|[.] ")
# Words between two numbers that are of the same outcome: two models, two intervals, two analyses.
_CONNECTING = frozenset(
    (
        "and",
        "the",
        "for",
        "adjusted",
        "unadjusted",
        "crude",
        "after",
        "before",
        "adjustment",
        "adjusting",
        "versus",
        "with",
        "respectively",
        "multivariable",
        "multivariate",
        "univariate",
        "univariable",
        "model",
        "per",
        "protocol",
        "intention",
        "treat",
        "fully",
        "analysis",
        "confidence",
        "interval",
        "ratio",
        "odds",
        "hazard",
        "risk",
        "relative",
        "rate",
        "difference",
        "value",
        "not",
        "significant",
        "also",
    )
)


_RESPECTIVELY = re.compile(r"[\s,;()\[\]]{0,4}(?P<between>[^.;()]{0,80}?)\brespectively\b", re.IGNORECASE)
_SEPARATOR = re.compile(r",? (?P<last>and|or) |, ")
_MODEL = re.compile(r"(?i)\b(?:crude|unadjusted|adjust\w+|\w+variable|\w+variate|model)\b")
_MOST_ITEM = 60
"""Characters of an item of a list at most."""
_BESIDE = re.compile(r"(?:[ -](?!(?:in|with|for|by|on|at|was|were|is|are|among|than|to)\b)\w+){0,3}")
"""What may stand between a name and the separator of its list: "the risk of stroke and", "stroke rates, "."""


def bound_estimates(
    text: str, effect: Span | None, estimates: Sequence[FoundEstimate]
) -> tuple[FoundEstimate, ...]:
    """The estimates that stand with the outcome at `effect` (offsets into `text`).

    "Bleeding rose (OR 1.8 …), and so did stroke (OR 1.3 …)": each number goes with the words before it.
    Of numbers told "respectively" each goes with its own name of a list.
    A number of an earlier clause goes with no outcome of a later one ("death rose (HR 1.1 …), and cancer was
    the reason"). Without a place for the outcome all are kept.
    """
    if effect is None:
        return tuple(estimates)
    ordered = sorted(
        (e for e in estimates if not _NEXT_CLAUSE.search(text[e.end : effect[0]])), key=lambda e: e.start
    )
    if len(ordered) < 2:
        return tuple(ordered)
    groups: list[list[FoundEstimate]] = [[ordered[0]]]
    for before, after in pairwise(ordered):
        between = {w.lower() for w in _WORD.findall(text[before.end : after.start])}
        if between - _CONNECTING:
            groups.append([after])
        else:
            groups[-1].append(after)
    for group in groups:
        told = _RESPECTIVELY.match(text, group[-1].end) if len(group) > 1 else None
        if told and (group[0].start >= effect[0] or told.start("between") <= effect[0] < told.end()):
            return _own_of(text, effect, group, told)
    following = next((group for group in groups if group[0].start >= effect[0]), None)
    return tuple(following) if following is not None else tuple(ordered)


def _own_of(
    text: str, effect: Span, group: Sequence[FoundEstimate], told: re.Match[str]
) -> tuple[FoundEstimate, ...]:
    """Of numbers that are told "respectively" the outcome's own: by its place in a list of as many names,
    before or behind them. None where it is in no such list, since they are then of several arms, times or
    groups; all where they are of two models."""
    places = (
        _place_in_list(text, effect, len(group), 0, group[0].start),
        _place_in_list(text, effect, len(group), told.start("between"), told.end("between")),
    )
    own = next((place for place in places if place is not None), None)
    if own is not None:
        return (group[own],)
    return tuple(group) if _MODEL.search(text, group[0].start, told.end()) else ()


def _place_in_list(text: str, name: Span, many: int, start: int, end: int) -> int | None:
    """Which item (from 0) of a list of so many in a part of the text a name is; None where it is none."""
    cuts = list(_SEPARATOR.finditer(text, start, end))
    for last, cut in enumerate(cuts):
        first = last - (many - 2)
        run = cuts[max(0, first) : last + 1]
        if first < 0 or not cut["last"] or any(c["last"] for c in run[:-1]):
            continue
        if any(b.start() - a.end() > _MOST_ITEM for a, b in pairwise(run)):
            continue
        if name[1] <= run[0].start() and _BESIDE.fullmatch(text, name[1], run[0].start()):
            return 0
        for place, (a, b) in enumerate(pairwise(run), 1):
            if a.end() <= name[0] and name[1] <= b.start():
                return place
        if cut.end() <= name[0] and _BESIDE.fullmatch(f" {text[cut.end() : name[0]]}".rstrip()):
            return many - 1
    return None
