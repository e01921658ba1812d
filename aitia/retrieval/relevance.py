"""The probability that a paper bears on a question: a small logistic model over a candidate's figures.

Its coefficients are fitted by `python -m bench.retrieval.fit` and stored beside this module, one set
per embedding model; an embedding model without a set of its own is judged by words alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.retrieval.candidates import Candidate

_FOLDER = Path(__file__).parent / "models"
LEXICAL_MODEL = "lexical"
_NEAREST = 3

_FIGURES = (
    "similarity",
    "intervention_similarity",
    "outcome_similarity",
    "feedback_similarity",
    "bm25_share",
    "keyword_match",
    "title_match",
    "intervention_match",
    "outcome_match",
)
_BESIDE_BEST = ("similarity", "feedback_similarity", "bm25_share")
FEATURES = (*_FIGURES, *(f"{name}_below_best" for name in _BESIDE_BEST))


@dataclass(frozen=True)
class RelevanceModel:
    """A fitted logistic regression.

    `include_from` and `review_from` are the probabilities from which a paper is included, or kept
    for review.
    """

    name: str
    features: tuple[str, ...]
    weights: tuple[float, ...]
    intercept: float
    include_from: float
    review_from: float

    def probabilities(self, candidates: Sequence[Candidate]) -> NDArray[np.float64]:
        """Probability of relevance of each candidate, shape (n,); papers without text have 0."""
        if not candidates:
            return np.zeros(0)
        table = feature_table(candidates)[:, [FEATURES.index(name) for name in self.features]]
        logits = np.clip(table @ np.array(self.weights) + self.intercept, -50, 50)
        readable = np.array([candidate.has_text for candidate in candidates])
        return np.where(readable, 1 / (1 + np.exp(-logits)), 0.0)


def feature_table(candidates: Sequence[Candidate]) -> NDArray[np.float64]:
    """Figures of shape (n, len(FEATURES)); the last ones are distances to the pool's three best."""
    rows = [[float(getattr(candidate, name)) for name in _FIGURES] for candidate in candidates]
    table = np.array(rows, dtype=np.float64).reshape(len(rows), len(_FIGURES))
    below = [_below_best(table[:, _FIGURES.index(name)]) for name in _BESIDE_BEST]
    return np.column_stack([table, *below])


def _below_best(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values - (np.sort(values)[-_NEAREST:].mean() if values.size else 0.0)


@cache
def relevance_model(embedder: str) -> RelevanceModel:
    """The model fitted for an embedder's vectors, or the one that looks at words alone."""
    file = _FOLDER / f"relevance-{embedder}.json"
    if not file.is_file():
        file = _FOLDER / f"relevance-{LEXICAL_MODEL}.json"
    stored = json.loads(file.read_text(encoding="utf-8"))
    return RelevanceModel(
        name=stored["name"],
        features=tuple(stored["features"]),
        weights=tuple(stored["weights"]),
        intercept=stored["intercept"],
        include_from=stored["include_from"],
        review_from=stored["review_from"],
    )
