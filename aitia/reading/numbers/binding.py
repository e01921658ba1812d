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


def bound_estimates(
    text: str, effect: Span | None, estimates: Sequence[FoundEstimate]
) -> tuple[FoundEstimate, ...]:
    """The estimates that stand with the outcome at `effect` (offsets into `text`).

    "Bleeding rose (OR 1.8 …), and so did stroke (OR 1.3 …)": each number goes with the words before it.
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
    following = next((group for group in groups if group[0].start >= effect[0]), None)
    return tuple(following) if following is not None else tuple(ordered)
