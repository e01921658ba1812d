"""Events and totals, or means with SD and n, of two arms for an outcome, from an article's text and tables.

Every set of figures that the article could mean is a candidate; a trained model gives each its probability,
and one to there being none. Candidates of the same figures count together. What is not sure is not answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import ArmCounts, ArmMeans
from aitia.model.errors import ModelFileError
from aitia.reading.models import load_arrays
from aitia.reading.numbers.candidates import FEATURES, Candidate, find_candidates, matrix
from aitia.reading.numbers.places import NumericArticle, prepare_numeric

__all__ = ["NumericArticle", "NumericReading", "prepare_numeric", "read_counts", "read_means"]

MODEL = "numbers"
KINDS = ("binary", "continuous")


@dataclass(frozen=True, slots=True)
class NumericReading:
    """What was read, where it begins in the text, and its probability; `counts` or `means` is set."""

    score: float
    offset: int
    counts: ArmCounts | None = None
    means: ArmMeans | None = None


def read_counts(
    article: NumericArticle, intervention: str, comparator: str, outcome: str
) -> NumericReading | None:
    """Events and totals of both arms, or None where the article does not tell them surely enough."""
    best = _best(find_candidates(article, intervention, comparator, outcome, binary=True), "binary")
    if best is None:
        return None
    (first, total, second, other), offset, score = best
    counts = ArmCounts(
        events_intervention=int(first),
        total_intervention=int(total),
        events_comparator=int(second),
        total_comparator=int(other),
    )
    return NumericReading(score, offset, counts=counts)


def read_means(
    article: NumericArticle, intervention: str, comparator: str, outcome: str
) -> NumericReading | None:
    """Means, SDs and sizes of both arms, or None where the article does not tell them surely enough."""
    best = _best(find_candidates(article, intervention, comparator, outcome, binary=False), "continuous")
    if best is None:
        return None
    (mean, sd, n, other_mean, other_sd, other_n), offset, score = best
    means = ArmMeans(
        mean_intervention=mean,
        sd_intervention=sd,
        n_intervention=int(n),
        mean_comparator=other_mean,
        sd_comparator=other_sd,
        n_comparator=int(other_n),
    )
    return NumericReading(score, offset, means=means)


def _best(candidates: Sequence[Candidate], kind: str) -> tuple[tuple[float, ...], int, float] | None:
    if not candidates:
        return None
    model = load_arrays(MODEL)
    if model["weights"].shape != (len(FEATURES),):
        raise ModelFileError(f"model file {MODEL}.npz is of another version: reinstall aitia")
    place = KINDS.index(kind)
    values, score = surest(candidates, model["weights"], float(model["none"][place]))
    if score < float(model["thresholds"][place]):
        return None
    return values, min(c.offset for c in candidates if c.values == values), score


def surest(
    candidates: Sequence[Candidate], weights: NDArray[np.float64], none: float
) -> tuple[tuple[float, ...], float]:
    """The most probable figures of at least one candidate, and their probability (0 to 1)."""
    scores = np.append(matrix(candidates) @ weights, none)
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    together: dict[tuple[float, ...], float] = {}
    for candidate, share in zip(candidates, shares, strict=False):
        together[candidate.values] = together.get(candidate.values, 0.0) + float(share)
    values = max(together, key=lambda figures: (together[figures], figures))
    return values, min(1.0, together[values])
