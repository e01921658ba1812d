"""What one answered question counts for, and the figures over many: accuracy, F1, κ, calibration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aitia.model.scales import Certainty, ComparisonAnswer
from bench.report import Measure, clustered_interval

ANSWERS = tuple(ComparisonAnswer)
OPPOSITE = {
    ComparisonAnswer.HIGHER: ComparisonAnswer.LOWER,
    ComparisonAnswer.LOWER: ComparisonAnswer.HIGHER,
}
STRONG = (Certainty.HIGH, Certainty.MODERATE)
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Scored:
    """One question: the review's answer and ours (None where the run failed), and what goes with them.

    `completeness` is the share (0 to 1) of the given sources that contributed a study to the answer, None
    without any. `effect_right` is None where the effect cannot be judged. `confounders_found` is the
    share of the listed confounders that the verdict names, None where none are listed. `explained` is the
    share of the written rules that the explanation keeps. `conflict_right` says whether the verdict tells a
    conflict where there is one and none elsewhere, None where that is not known.
    """

    question_id: str
    review: str
    answer: ComparisonAnswer
    given: ComparisonAnswer | None
    certainty: Certainty | None = None
    graded: Certainty | None = None
    confidence: float = 0.0
    sources: int = 0
    completeness: float | None = None
    retrieved: float | None = None
    effect_right: bool | None = None
    confounders_found: float | None = None
    names_confounder: bool = False
    explained: float | None = None
    kind: str = ""
    conflict_right: bool | None = None

    @property
    def right(self) -> bool:
        """Whether the answer is the review's."""
        return self.given is self.answer


def measure(
    name: str,
    rows: Sequence[Scored],
    figure: Callable[[Sequence[Scored]], float | None],
    baseline: float | None = None,
) -> Measure:
    """A figure over rows with its 95% interval, drawn by whole reviews."""
    if not rows:
        return Measure(name, None, 0, baseline=baseline)
    value = figure(rows)

    def again(drawn: Rows) -> float:
        found = figure([rows[i] for i in drawn])
        return float("nan") if found is None else found

    reviews = [row.review for row in rows]
    ci: tuple[float | None, float | None] = (None, None)
    if value is not None and len(set(reviews)) > 1:
        ci = clustered_interval(reviews, again)
    return Measure(name, value, len(rows), ci, baseline)


def accuracy(rows: Sequence[Scored]) -> float | None:
    """Share of right answers; a question whose run failed counts as wrong. None of no rows."""
    return sum(row.right for row in rows) / len(rows) if rows else None


def macro_f1(rows: Sequence[Scored]) -> float | None:
    """Mean F1 over the answers that occur among the reviews' own. None of no rows."""
    present = [answer for answer in ANSWERS if any(row.answer is answer for row in rows)]
    return sum(class_figures(rows, answer)[2] for answer in present) / len(present) if present else None


def class_figures(rows: Sequence[Scored], answer: ComparisonAnswer) -> tuple[float, float, float]:
    """Precision, recall and F1 of one answer; 0 where nothing was called or nothing is to be found."""
    both = sum(row.right for row in rows if row.answer is answer)
    called = sum(row.given is answer for row in rows)
    wanted = sum(row.answer is answer for row in rows)
    precision, recall = both / called if called else 0.0, both / wanted if wanted else 0.0
    return precision, recall, 2 * both / (called + wanted) if called + wanted else 0.0


def opposite_share(rows: Sequence[Scored]) -> float | None:
    """Of the answers "higher" and "lower" that were given, the share whose review says the other one."""
    called = [row for row in rows if row.given in OPPOSITE]
    wrong = sum(OPPOSITE.get(row.answer) is row.given for row in called)
    return wrong / len(called) if called else None


def confusion(rows: Sequence[Scored]) -> dict[tuple[ComparisonAnswer, ComparisonAnswer | None], int]:
    """How often each of the reviews' answers (first) got each answer of ours (None: the run failed)."""
    given: tuple[ComparisonAnswer | None, ...] = (*ANSWERS, None)
    return {
        (wanted, got): sum(row.answer is wanted and row.given is got for row in rows)
        for wanted in ANSWERS
        for got in given
    }


def weighted_kappa(rows: Sequence[Scored], power: int = 2) -> float | None:
    """Cohen's weighted κ of the GRADE level (weights |i − j|^power), over rows that have both grades.

    None where there is no such row, or where chance alone agrees fully.
    """
    pairs = [(r.certainty.level, r.graded.level) for r in rows if r.certainty and r.graded]
    if not pairs:
        return None
    table = np.zeros((4, 4))
    for wanted, got in pairs:
        table[wanted - 1, got - 1] += 1 / len(pairs)
    i, j = np.indices((4, 4))
    weights = np.abs(i - j) ** power
    expected = float((weights * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
    return 1 - float((weights * table).sum()) / expected if expected > 0 else None


CLAIM = 0.8
"""A stated probability from which an answer passes for sure."""
_BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 1.01)


def claiming(rows: Sequence[Scored]) -> list[Scored]:
    """The rows whose answer claims to be right with a probability of 0.8 or more."""
    return [row for row in rows if row.confidence >= CLAIM]


def reliability(name: str, rows: Sequence[Scored]) -> list[Measure]:
    """The share right among the answers of each stated probability; baseline: the mean that they state."""
    found = []
    for low, high in pairwise(_BINS):
        part = [row for row in rows if low <= row.confidence < high]
        stated = sum(row.confidence for row in part) / len(part) if part else None
        words = f"below {high:g}" if low == 0 else f"{low:g} to {min(high, 1):g}"
        found.append(measure(f"{name}: right where {words} is stated", part, accuracy, stated))
    return found


def calibration_gap(rows: Sequence[Scored]) -> float | None:
    """Accuracy of the more confident half minus that of the rest. None of fewer than two rows.

    Rows of one confidence share the accuracy of all of them, so that no order of ties shows.
    """
    if len(rows) < 2:
        return None
    values = np.array([row.confidence for row in rows])
    right = np.array([row.right for row in rows], dtype=float)
    for value in np.unique(values):
        right[values == value] = right[values == value].mean()
    order = np.argsort(-values, kind="stable")
    half = len(rows) // 2
    return float(right[order[:half]].mean() - right[order[half:]].mean())


def constant(rows: Sequence[Scored], answer: ComparisonAnswer) -> list[Scored]:
    """The rows as if every question had been given this answer."""
    return [replace(row, given=answer) for row in rows]


def majority_answer(rows: Sequence[Scored]) -> ComparisonAnswer:
    """The reviews' most common answer; ties go to the first in the order of the vocabulary."""
    return max(ANSWERS, key=lambda answer: sum(row.answer is answer for row in rows))
