"""Which of two arms is the one under study: an antisymmetric score (exchanging the arms turns its sign)."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arms import control_words, stems

TITLE_LENGTH = 300
ABSTRACT_LENGTH = 3_000
TEXT_LIMIT = 100_000

_WORDS = re.compile(r"[A-Za-z]+")
_KINDS = (
    frozenset(("placebo", "sham", "dummy", "vehicle", "saline")),
    frozenset(("control", "controls")),
    frozenset(("usual", "standard", "conventional", "routine", "traditional", "normal")),
    frozenset(("no", "without", "not", "nothing", "none", "untreated", "waiting", "waitlist")),
    frozenset(("baseline", "before", "pre")),
    frozenset(("plus", "combination", "combined", "and", "added")),
    frozenset(("low", "lower")),
    frozenset(("high", "higher")),
)


def order_features(first: str, second: str, text: str) -> NDArray[np.float64]:
    """Difference of what the two names look like and of where the text (title first) speaks of them."""
    low = text[:TEXT_LIMIT].lower()
    return _looks(first, low) - _looks(second, low)


def _looks(name: str, low: str) -> NDArray[np.float64]:
    own = sorted(stems(name))
    found = [w.lower() for w in _WORDS.findall(name[:400])]
    kinds = [float(any(w in kind for w in found)) for kind in _KINDS]
    title, abstract = low[:TITLE_LENGTH], low[:ABSTRACT_LENGTH]
    places = [p for p in (abstract.find(s) for s in own) if p >= 0]
    counts = [low.count(s) for s in own]
    size = max(1, len(own))
    others = [
        float(control_words(name) > 0),
        sum(s in title for s in own) / size,
        (math.log1p(min(places)) if places else 8.0) / 5,
        math.log1p(sum(counts) / size) / 3,
        len(found) / 10,
        float(not own),
    ]
    return np.array(kinds + others, dtype=np.float64)
