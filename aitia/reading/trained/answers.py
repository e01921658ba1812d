"""What the network answers to a question, with calibrated probabilities and the sentences it rests on.

The network learned to read the arms in the paper's own order; `blend` puts other readings in the place of its
directions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import DirectionShares
from aitia.model.scales import Direction
from aitia.reading.trained.layout import Context
from aitia.reading.trained.network import Network, Output, Page

_SHOWN, _EQUAL = 0.02, 1e-9

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Answer:
    """A paper's answer to one question.

    `reported` is the probability that the paper reports it. `shares` are the probabilities of more, less and
    no difference where it does and where one can be told (sum 1); `unclear` that none can be told.
    `significant` is the probability that a difference is called significant. `evidence` holds the numbers of
    the sentences that it rests on with their shares, best first; empty where there was nothing to read.
    """

    reported: float
    shares: DirectionShares
    unclear: float
    significant: float
    evidence: tuple[tuple[int, float], ...]

    @property
    def direction(self) -> Direction:
        """The likeliest direction."""
        return direction_of(self.shares)

    @property
    def confidence(self) -> float:
        """The probability of that direction."""
        return max(self.shares)


def direction_of(shares: DirectionShares) -> Direction:
    """The likeliest direction; none where more and less are equally likely."""
    more, less, same = shares
    if same >= max(more, less) or abs(more - less) < _EQUAL:
        return Direction.NO_DIFFERENCE
    return Direction.INCREASES if more > less else Direction.DECREASES


UNREAD = Answer(0.0, (1 / 3, 1 / 3, 1 / 3), 1.0, 0.0, ())


def answers_of(network: Network, page: Page, output: Output) -> tuple[Answer, ...]:
    """The answers that a pass over a page holds, in order of its questions."""
    return tuple(_answer(network, page.context, output, row) for row in range(len(output.answer)))


def _answer(network: Network, context: Context, output: Output, row: int) -> Answer:
    heat, logits = network.calibration, output.answer[row].astype(float)
    ways = softmax(logits[1:] / heat["direction"])
    told = ways[:3] / ways[:3].sum()
    where = softmax(output.evidence[row].astype(float))
    order = np.argsort(-where, kind="stable")
    best = [(context.kept[k], float(where[k])) for k in order if where[k] >= _SHOWN or k == order[0]]
    shares = (float(told[0]), float(told[1]), float(told[2]))
    significant = _logistic(float(output.significant[row]))
    return Answer(_reported(logits, heat), shares, float(ways[3]), significant, tuple(best))


def _reported(logits: Probabilities, heat: Mapping[str, float]) -> float:
    odds = float(np.logaddexp.reduce(logits[1:]) - logits[0])
    return _logistic((odds - heat["reported_from"]) / heat["reported"])


def softmax(logits: Probabilities) -> Probabilities:
    """Probabilities from logits."""
    raised = np.exp(logits - logits.max())
    result: Probabilities = raised / raised.sum()
    return result


def _logistic(value: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(value, -30, 30))))
