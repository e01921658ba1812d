"""Fits the three numbers of the choice: the figure's weight and a bonus for sets of two and of three."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from aitia.abduction.choice import FIGURES, MOST_CAUSES, ChoiceModel, Figures, possible_sets

Row = tuple[Figures, tuple[int, ...]]
PENALTY = 0.02


def fit_choice(rows: Sequence[Row], embedder: str) -> ChoiceModel:
    """The model of highest likelihood on (figures of the options, true set), with a ridge on the weights."""
    centred = [(figures - figures.mean(axis=0), truth) for figures, truth in rows]
    spread = np.vstack([figures for figures, _ in centred]).std(axis=0) + 1e-9
    scaled = [(figures / spread, truth) for figures, truth in centred]
    width = len(FIGURES)
    start = np.zeros(width + MOST_CAUSES - 1)
    found = minimize(_loss, start, args=(scaled, width), method="L-BFGS-B").x
    weights = tuple(round(float(w), 4) for w in found[:width] / spread)
    return ChoiceModel(weights, tuple(round(float(b), 4) for b in found[width:]), embedder)


def _loss(numbers: NDArray[np.float64], rows: Sequence[Row], width: int) -> float:
    weights, bonus = numbers[:width], np.concatenate([[0.0], numbers[width:]])
    total = 0.0
    for figures, truth in rows:
        utility = figures @ weights
        sets = possible_sets(len(figures))
        scores = np.array([utility[list(s)].sum() + bonus[len(s) - 1] for s in sets])
        best = scores.max()
        total -= scores[sets.index(truth)] - best - np.log(np.exp(scores - best).sum())
    return total / len(rows) + PENALTY * float(weights @ weights)
