"""What a ranker is trained to lower: pointwise, pairwise and listwise losses with their slopes.

Each takes scores and relevance (0 or 1) of one list, of shape (n,), and gives the loss and its derivative
by each score. RMSE: the root of the mean squared distance. RankNet: Burges et al. 2005, mean over the pairs
of which one is more relevant. ListNet: Cao et al. 2007, cross entropy of the top-one probabilities.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.linear import softmax

Floats = NDArray[np.float64]
Loss = Callable[[Floats, Floats], tuple[float, Floats]]


def rmse(scores: Floats, relevance: Floats) -> tuple[float, Floats]:
    """Pointwise: the root of the mean squared distance of score and relevance."""
    wrong = scores - relevance
    value = float(np.sqrt(np.mean(wrong**2)))
    return value, wrong / (len(scores) * max(value, 1e-12))


def ranknet(scores: Floats, relevance: Floats) -> tuple[float, Floats]:
    """Pairwise: mean of log(1 + exp(worse - better)); 0 where all are equally relevant."""
    better = relevance[:, None] > relevance[None, :]
    pairs = int(better.sum())
    if not pairs:
        return 0.0, np.zeros_like(scores)
    gap = scores[None, :] - scores[:, None]
    value = float(np.logaddexp(0, gap)[better].sum() / pairs)
    push = np.where(better, 1 / (1 + np.exp(-np.clip(gap, -500, 500))), 0.0) / pairs
    return value, push.sum(axis=0) - push.sum(axis=1)


def listnet(scores: Floats, relevance: Floats) -> tuple[float, Floats]:
    """Listwise: cross entropy between the softmax of the relevance and that of the scores."""
    wanted, given = softmax(relevance), softmax(scores)
    shifted = scores - scores.max()
    logs = shifted - np.log(np.exp(shifted).sum())
    return float(-(wanted * logs).sum()), given - wanted


LOSSES: dict[str, Loss] = {"rmse": rmse, "ranknet": ranknet, "listnet": listnet}
