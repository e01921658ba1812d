"""In which order a question names a paper's arms: as the paper does, or the other way round.

Everything here is antisymmetric: exchanging the question's arms turns every feature's sign, so that the
probability of the natural order becomes its complement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arm_order import order_features
from aitia.reading.paper.arms import stems
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import FIRST_ARM, SECOND_ARM, mark
from aitia.reading.trained.network import COMPARATOR, INTERVENTION, Page

Vectors = NDArray[np.float64]
Embed = Callable[[Sequence[str]], Vectors]
"""Unit vectors of texts, in order."""


def natural_features(
    asked: AskedOutcome, intervention: str, comparator: str, text: str, embed: Embed | None
) -> Vectors:
    """What speaks for the order intervention, comparator: the arms' looks, shared words, meaning (0 without
    `embed`). `text` is the paper, title first."""
    looks = order_features(asked.intervention, asked.comparator, text)
    words = _crossed(_shares(asked, intervention, comparator))
    meaning = _crossed(_cosines(asked, intervention, comparator, embed))
    return np.array([*looks, words, meaning, words * abs(words), meaning * abs(meaning)])


def page_features(
    asked: AskedOutcome,
    intervention: str,
    comparator: str,
    page: Page,
    tags: NDArray[np.float32],
    embed: Embed | None,
) -> Vectors:
    """`natural_features`, and how the network tags the words that name each of the question's arms: as the
    intervention rather than the comparator, how many they are, how early they stand. `tags` are its
    logits."""
    marks = mark(page.text, page.context, asked).tokens
    leaning = _sure(tags[:, INTERVENTION]) - _sure(tags[:, COMPARATOR])
    first, second = (_named(marks == arm, leaning) for arm in (FIRST_ARM, SECOND_ARM))
    words = natural_features(asked, intervention, comparator, page.text.whole, embed)
    return np.array([*words, *(first - second)])


def _sure(logits: NDArray[np.float32]) -> Vectors:
    result: Vectors = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return result


def _named(held: NDArray[np.bool_], leaning: Vectors) -> Vectors:
    if not held.any():
        return np.array([0.0, 0.0, -1.0])
    return np.array([leaning[held].mean(), np.log1p(held.sum()), -np.flatnonzero(held)[0] / len(held)])


def natural_probability(features: Vectors, weights: Sequence[float]) -> float:
    """The probability that the question names the arms in the paper's order."""
    score = float(np.clip(features @ np.asarray(weights), -30, 30))
    return float(1 / (1 + np.exp(-score)))


def _crossed(table: Vectors) -> float:
    return float(table[0, 0] + table[1, 1] - table[0, 1] - table[1, 0])


def _shares(asked: AskedOutcome, intervention: str, comparator: str) -> Vectors:
    """Share of common stems (Jaccard) of each of the question's arms with each of the paper's."""
    own = [stems(intervention), stems(comparator)]
    rows = [stems(asked.intervention), stems(asked.comparator)]
    return np.array([[len(a & b) / max(1, len(a | b)) for b in own] for a in rows])


def _cosines(asked: AskedOutcome, intervention: str, comparator: str, embed: Embed | None) -> Vectors:
    if embed is None:
        return np.zeros((2, 2))
    names = (asked.intervention, asked.comparator, intervention, comparator)
    vectors = embed([name or "none" for name in names])
    table: Vectors = np.asarray(vectors[:2] @ vectors[2:].T, dtype=np.float64)
    return table
