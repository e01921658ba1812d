"""Which set of options to answer: a small fitted model of the sets, and the set with the best expected score.

The probability of a set is softmax over sets of Σ (weights · figures of its options) + a bonus for its size
(a conditional logit on sets; McFadden 1974). Three numbers are fitted, by `bench.abductive --fit`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Figures = NDArray[np.float64]
FIGURES = ("around",)
MOST_CAUSES = 3
_FILE = Path(__file__).parent / "choice.json"


@dataclass(frozen=True)
class ChoiceModel:
    """Weights per figure (already divided by its spread) and a bonus per further option of a set."""

    weights: tuple[float, ...]
    size_bonus: tuple[float, ...]
    embedder: str

    def probabilities(self, figures: Figures) -> dict[tuple[int, ...], float]:
        """Probability of every set of one to three options; figures of shape (options, len(FIGURES))."""
        utility = (figures - figures.mean(axis=0)) @ np.array(self.weights)
        sets = possible_sets(len(figures))
        scores = np.array([utility[list(s)].sum() + self._bonus(len(s)) for s in sets])
        shares = np.exp(scores - scores.max())
        return dict(zip(sets, (shares / shares.sum()).tolist(), strict=True))

    def _bonus(self, size: int) -> float:
        return 0.0 if size == 1 else self.size_bonus[size - 2]


def possible_sets(count: int) -> list[tuple[int, ...]]:
    """Every set of one to three of `count` options."""
    return [s for size in range(1, MOST_CAUSES + 1) for s in combinations(range(count), size)]


def best_set(probabilities: dict[tuple[int, ...], float]) -> tuple[int, ...]:
    """The set with the highest expected official score; the smaller and earlier one of equals."""
    return max(probabilities, key=lambda chosen: (round(expected(chosen, probabilities), 9), -len(chosen)))


def expected(chosen: Sequence[int], probabilities: dict[tuple[int, ...], float]) -> float:
    """Expected score of an answer: 1 where it is the truth, ½ where a proper part of it, 0 otherwise."""
    answer = frozenset(chosen)
    return sum(p * score(answer, frozenset(truth)) for truth, p in probabilities.items())


def score(answer: frozenset[int] | frozenset[str], truth: frozenset[int] | frozenset[str]) -> float:
    """The official score: 1 exact, ½ for a non-empty proper part of the truth, 0 otherwise."""
    if answer == truth:
        return 1.0
    return 0.5 if answer and answer < truth else 0.0


@cache
def choice_model() -> ChoiceModel:
    """The fitted model that Aitia brings along."""
    stored = json.loads(_FILE.read_text(encoding="utf-8"))
    weights = tuple(stored["weights"][name] for name in FIGURES)
    return ChoiceModel(weights, tuple(stored["size_bonus"]), stored["embedder"])
