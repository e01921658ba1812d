"""Dense and lexical scores made one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aitia.retrieval.candidates import Candidate

Scores = NDArray[np.float64]

DENSE_WEIGHT = 0.7
KEYWORD_BOOST = 0.2
RRF_CONSTANT = 60


def fused_scores(candidates: Sequence[Candidate]) -> Scores:
    """Weighted sum of z-scored cosine and BM25, plus 0.2 times the share of the question's words found."""
    dense = standardised([candidate.nearest for candidate in candidates])
    lexical = standardised([candidate.bm25 for candidate in candidates])
    keywords = np.array([candidate.keyword_match for candidate in candidates])
    return DENSE_WEIGHT * dense + (1 - DENSE_WEIGHT) * lexical + KEYWORD_BOOST * keywords


def reciprocal_rank_scores(rankings: Sequence[Sequence[float]]) -> Scores:
    """Reciprocal rank fusion of score lists: Σ 1 / (60 + rank) (Cormack, Clarke and Büttcher 2009)."""
    total = np.zeros(len(rankings[0]) if rankings else 0)
    for scores in rankings:
        order = np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable")
        total[order] += 1 / (RRF_CONSTANT + 1 + np.arange(len(order)))
    return total


def standardised(values: Sequence[float] | Scores) -> Scores:
    """z-scores; zero everywhere when all values are the same."""
    array = np.asarray(values, dtype=np.float64)
    spread = array.std() if array.size else 0.0
    return (array - array.mean()) / spread if spread > 1e-12 else np.zeros_like(array)
