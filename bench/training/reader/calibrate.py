"""Temperatures and thresholds of the network's probabilities, fitted on pages it did not learn from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from aitia.reading.trained.network import Network, Output
from bench.training.reader.examples import Example

UNFITTED = {
    "reported": 1.0,
    "reported_from": 0.0,
    "direction": 1.0,
    "result": 0.5,
    "outcome_tag": 0.5,
    "intervention_tag": 0.5,
    "comparator_tag": 0.5,
}
_TAGS = ("outcome_tag", "intervention_tag", "comparator_tag")
_GRID = np.arange(0.2, 0.81, 0.05)

Array = NDArray[np.float64]


def calibrate(network: Network, held: Sequence[Example]) -> dict[str, float]:
    """Two numbers for whether something is reported, one for directions, four thresholds of best F1.

    Reported or not is fitted to the written questions alone: half of them are near misses, as in the labels.
    """
    outputs = [network.run(e.page, [q.asked for q in e.questions]) for e in held]
    odds, reported, ways, labels = [], [], [], []
    for example, output in zip(held, outputs, strict=True):
        for number, question in enumerate(example.questions):
            logits = output.answer[number].astype(float)
            if question.kind == "review":
                odds.append(np.logaddexp.reduce(logits[1:]) - logits[0])
                reported.append(question.answer > 0)
            if question.answer in (1, 2, 3):
                ways.append(logits[1:])
                labels.append(question.answer - 1)
    slope, shift = _reported(np.array(odds), np.array(reported))
    fitted = {"reported": slope, "reported_from": shift, "direction": _heat(np.array(ways), np.array(labels))}
    fitted["result"] = _best([e.own for e in held], [o.result for o in outputs])
    for column, name in enumerate(_TAGS):
        fitted[name] = _best_tag(held, outputs, column)
    return {name: round(value, 4) for name, value in fitted.items()}


def _reported(odds: Array, reported: NDArray[np.bool_]) -> tuple[float, float]:
    def loss(parameters: Array) -> float:
        p = 1 / (1 + np.exp(-(odds - parameters[1]) / np.exp(parameters[0])))
        p = np.clip(p, 1e-6, 1 - 1e-6)
        return float(-(np.log(p[reported]).sum() + np.log(1 - p[~reported]).sum()))

    best = minimize(loss, np.zeros(2), method="Nelder-Mead").x
    return float(np.exp(best[0])), float(best[1])


def _heat(ways: Array, labels: NDArray[np.int64]) -> float:
    def loss(heat: float) -> float:
        raised = np.exp((ways - ways.max(1, keepdims=True)) / heat)[:, :3]
        p = raised / raised.sum(1, keepdims=True)
        return float(-np.log(np.clip(p[np.arange(len(labels)), labels], 1e-6, 1)).sum())

    return float(min(np.arange(0.5, 4.01, 0.1), key=loss))


def _best(own: Sequence[tuple[int, ...] | None], logits: Sequence[Array | NDArray[np.float32]]) -> float:
    gold = np.concatenate(
        [np.isin(np.arange(len(x)), list(o or ())) for o, x in zip(own, logits, strict=True)]
    )
    return _threshold(gold, np.concatenate(logits))


def _best_tag(held: Sequence[Example], outputs: Sequence[Output], column: int) -> float:
    gold, score = [], []
    for example, output in zip(held, outputs, strict=True):
        if example.tags is not None and example.known is not None:
            known = example.known[:, column]
            gold.append(example.tags[known, column])
            score.append(output.tags[known, column])
    return _threshold(np.concatenate(gold), np.concatenate(score))


def _threshold(gold: NDArray[np.bool_], logits: NDArray[np.float32]) -> float:
    p = 1 / (1 + np.exp(-logits.astype(float)))
    return float(max(_GRID, key=lambda t: 2 * (gold & (p >= t)).sum() / max(1, gold.sum() + (p >= t).sum())))
