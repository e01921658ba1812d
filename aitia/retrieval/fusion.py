"""Dense and lexical scores made one. All arrays have shape (n,), one number a candidate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]

DENSE_WEIGHT = 0.7
KEYWORD_BOOST = 0.2
RRF_CONSTANT = 60
_ROUNDING = 1e-9
FEEDBACK_PAPERS = 3
_FEEDBACK_DENSE = 0.8
_FEEDBACK_LEXICAL = 0.2
_OUTCOME_WEIGHT = 0.8


def first_look(dense: Scores, lexical: Scores, keywords: Scores) -> Scores:
    """0.7 × z(cosine) + 0.3 × z(BM25) + 0.2 × the share of the question's words found."""
    mixed = DENSE_WEIGHT * standardised(dense) + (1 - DENSE_WEIGHT) * standardised(lexical)
    return mixed + KEYWORD_BOOST * keywords


def second_look(
    dense: Scores,
    lexical: Scores,
    keywords: Scores,
    feedback_dense: Scores,
    feedback_lexical: Scores,
    outcome: Scores,
) -> Scores:
    """The first look with pseudo-relevance feedback: nearness, in meaning and words, to its three best.

    Rocchio's method (1971) with the positive part only; the feedback's BM25 takes over two thirds of
    the question's. `outcome` is the share of the outcome's words found: papers like the best ones
    share their treatment, and what they measured tells them apart.
    """
    feedback = _FEEDBACK_DENSE * standardised(feedback_dense)
    words = _FEEDBACK_LEXICAL * (standardised(feedback_lexical) - standardised(lexical))
    return first_look(dense, lexical, keywords) + feedback + words + _OUTCOME_WEIGHT * outcome


def reciprocal_rank_scores(rankings: Sequence[Scores]) -> Scores:
    """Reciprocal rank fusion of score lists: Σ 1 / (60 + rank) (Cormack, Clarke and Büttcher 2009)."""
    total = np.zeros(len(rankings[0]) if rankings else 0)
    for scores in rankings:
        total[best_first(scores)] += 1 / (RRF_CONSTANT + 1 + np.arange(len(scores)))
    return total


def best_first(scores: Scores) -> NDArray[np.int64]:
    """Positions by falling score, ties in order."""
    order: NDArray[np.int64] = np.argsort(-scores, kind="stable")
    return order


def standardised(values: Scores) -> Scores:
    """z-scores; zero everywhere when all values are the same but for rounding."""
    if values.size == 0 or values.std() <= _ROUNDING * np.abs(values).max():
        return np.zeros_like(values)
    scores: Scores = (values - values.mean()) / values.std()
    return scores
