"""Whether the sources that could answer a question are among the candidates at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.retrieval.candidates import Candidate

_FOLDER = Path(__file__).parent / "models"
_BEST = 3
PRESENCE_FEATURES = (
    "similarity",
    "intervention_similarity",
    "bm25_share",
    "keyword_match",
    "intervention_match",
)


@dataclass(frozen=True)
class PresenceModel:
    """A fitted logistic regression over the best candidates' figures."""

    name: str
    weights: tuple[float, ...]
    intercept: float

    def probability(self, candidates: Sequence[Candidate]) -> float:
        """Probability, 0 to 1, that relevant papers are among the candidates; 0 when there are none."""
        if not candidates:
            return 0.0
        logit = float(presence_figures(candidates) @ np.array(self.weights)) + self.intercept
        return 1 / (1 + exp(-min(50.0, max(-50.0, logit))))


def presence_figures(candidates: Sequence[Candidate]) -> NDArray[np.float64]:
    """Means over the three candidates that are highest in each figure, shape (len(PRESENCE_FEATURES),)."""
    columns = (np.array([getattr(c, name) for c in candidates]) for name in PRESENCE_FEATURES)
    return np.array([np.sort(column)[-_BEST:].mean() for column in columns], dtype=np.float64)


@cache
def presence_model(embedder: str) -> PresenceModel | None:
    """The model fitted for an embedder's vectors; None when there is none."""
    file = _FOLDER / f"presence-{embedder}.json"
    if not file.is_file():
        return None
    stored = json.loads(file.read_text(encoding="utf-8"))
    return PresenceModel(stored["name"], tuple(stored["weights"]), stored["intercept"])
