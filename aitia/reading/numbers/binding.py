"""Which of a sentence's numbers belong to which of its outcomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from aitia.reading.numbers.estimates import FoundEstimate
from aitia.text.splitting import Span

_WORD = re.compile(r"[A-Za-z]{3,}")
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
    Without a place for the outcome, or where no number follows it, all are kept.
    """
    ordered = sorted(estimates, key=lambda e: e.start)
    if effect is None or len(ordered) < 2:
        return tuple(estimates)
    groups: list[list[FoundEstimate]] = [[ordered[0]]]
    for before, after in pairwise(ordered):
        between = {w.lower() for w in _WORD.findall(text[before.end : after.start])}
        if between - _CONNECTING:
            groups.append([after])
        else:
            groups[-1].append(after)
    following = next((group for group in groups if group[0].start >= effect[0]), None)
    return tuple(following) if following is not None else tuple(estimates)
