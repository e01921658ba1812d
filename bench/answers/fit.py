"""Fit the four published numbers of the comparison's decision on the predictions of `bench.answers`.

`python -m bench.answers.fit PREDICTIONS.jsonl [--write] [--json PATH]`. Cross-validated by leaving one review
out; `--write` replaces aitia/verdict/comparison/rules.json by the fit on all rows. Everything else in the
decision follows from the synthesis and GRADE and is not fitted.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from aitia.model.scales import Certainty, ComparisonAnswer
from aitia.verdict.comparison import ComparisonDecision, ComparisonFeatures, ComparisonRules, decide
from aitia.verdict.comparison.features import is_printed, leading_probability
from aitia.verdict.comparison.rules import RULES_FILE
from bench.answers.report import print_confusion
from bench.answers.score import (
    CLAIM,
    OPPOSITE,
    STRONG,
    Scored,
    accuracy,
    calibration_gap,
    claiming,
    macro_f1,
    measure,
    opposite_share,
    reliability,
)
from bench.report import Measure, emit

Vector = NDArray[np.float64]
SHARES = (0.2, 0.34, 0.5)
"""Shares of the papers read below which data may be insufficient: a fifth, a third, a half."""

PRIOR = ComparisonRules()
"""What is expected before any row is seen."""

PULL = 8.0
"""A distance d of a log-odds from its prior costs PULL · d² of log-likelihood."""

_DIRECTED = (*OPPOSITE, ComparisonAnswer.NO_DIFFERENCE)


@dataclass(frozen=True)
class Row:
    """One question: features, the review's answer and the rest that is scored."""

    features: ComparisonFeatures
    scored: Scored


def main(arguments: Sequence[str] | None = None) -> int:
    """Cross-validate, fit on all rows, print, and write the rules when asked to."""
    title = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m bench.answers.fit", description=title)
    parser.add_argument("predictions", type=Path, help="what bench.answers --predictions wrote")
    parser.add_argument(
        "--write", action="store_true", help=f"replace {RULES_FILE.name} by the fit on all rows"
    )
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    rows = load(options.predictions)
    held_out, rules = cross_validated(rows), fit(rows)
    print_confusion(held_out)
    figures = [
        *figures_of("left-out reviews", held_out),
        *figures_of("fitted rows", answered(rows, rules)),
        *figures_of("prior alone", answered(rows, PRIOR)),
    ]
    emit(figures, options.json, f"{len(rows)} questions, {len({r.scored.review for r in rows})} reviews")
    if options.write:
        RULES_FILE.write_text(rules.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return 0


def load(path: Path) -> list[Row]:
    """The rows of a predictions file; questions that failed are left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["predicted"] is None:
            continue
        scored = Scored(
            question_id=row["question_id"],
            review=row["review"],
            answer=ComparisonAnswer(row["answer"]),
            given=None,
            certainty=Certainty(row["certainty"]) if row["certainty"] else None,
            sources=row["sources"],
        )
        found.append(Row(ComparisonFeatures.model_validate(row["features"]), scored))
    return found


def fit(rows: Sequence[Row]) -> ComparisonRules:
    """The share from accuracy, the other three from the likelihood of being right. What is set stays."""
    best = max(SHARES, key=lambda share: (_right(rows, share), -abs(share - PRIOR.reported_from)))
    rules = PRIOR.model_copy(update={"reported_from": best})
    decided = [(row, decide(row.features, rules)) for row in rows]
    level, printed = _weights([(row, item) for row, item in decided if item.answer in _DIRECTED])
    silent = [
        (math.log(row.features.papers_read or 1), row, item)
        for row, item in decided
        if item.answer is ComparisonAnswer.INSUFFICIENT_DATA and row.features.papers_read
    ]
    update = {"right_level": level, "right_printed": printed, "insufficient_papers": _papers(silent)}
    return rules.model_copy(update=update)


def cross_validated(rows: Sequence[Row]) -> list[Scored]:
    """Each review answered by rules fitted on all other reviews."""
    found: dict[str, Scored] = {}
    for review in sorted({row.scored.review for row in rows}):
        rules = fit([row for row in rows if row.scored.review != review])
        own = [row for row in rows if row.scored.review == review]
        found.update({item.question_id: item for item in answered(own, rules)})
    return [found[row.scored.question_id] for row in rows]


def answered(rows: Sequence[Row], rules: ComparisonRules) -> list[Scored]:
    """The rows with the answers that the rules give."""
    decided = [decide(row.features, rules) for row in rows]
    return [
        replace(row.scored, given=item.answer, confidence=item.confidence)
        for row, item in zip(rows, decided, strict=True)
    ]


def figures_of(name: str, rows: Sequence[Scored]) -> list[Measure]:
    """The main figures of one way to answer."""
    strong = [row for row in rows if row.certainty in STRONG]
    called = [row for row in rows if row.given in OPPOSITE]
    return [
        measure(f"{name}: accuracy", rows, accuracy),
        measure(f"{name}: macro-F1", rows, macro_f1),
        measure(f"{name}: opposite direction, of the directions called", called, opposite_share),
        measure(f"{name}: accuracy, certainty high and moderate", strong, accuracy),
        measure(f"{name}: accuracy of the surer half minus the rest", rows, calibration_gap),
        measure(f"{name}: right where {CLAIM} or more is claimed", claiming(rows), accuracy),
        *reliability(name, rows),
    ]


def _right(rows: Sequence[Row], share: float) -> int:
    rules = PRIOR.model_copy(update={"reported_from": share})
    return sum(decide(row.features, rules).answer is row.scored.answer for row in rows)


def _papers(decided: Sequence[tuple[float, Row, ComparisonDecision]]) -> float:
    """What each e-fold of papers adds to the log-odds of being right, 0 or more, at the penalised maximum."""
    x = np.array([x for x, _, _ in decided])
    right = np.array([item.answer is row.scored.answer for _, row, item in decided], dtype=float)
    base = math.log(PRIOR.insufficient_right / (1 - PRIOR.insufficient_right))
    lead = np.ones_like(right)
    return _slopes(x[:, None], base, lead, right, (PRIOR.insufficient_papers,))[0]


def _weights(decided: Sequence[tuple[Row, ComparisonDecision]]) -> tuple[float, float]:
    """What level and printed effects add to the log-odds of leading answers, 0 or more, at the maximum."""
    lead = np.array([leading_probability(row.features) for row, _ in decided])
    told = [(row.features.certainty_level - 1.0, float(is_printed(row.features))) for row, _ in decided]
    right = np.array([item.answer is row.scored.answer for row, item in decided], dtype=float)
    prior = (PRIOR.right_level, PRIOR.right_printed)
    level, printed = _slopes(np.array(told).reshape(-1, 2), PRIOR.right_base, lead, right, prior)
    return level, printed


def _slopes(
    x: Vector, base: float, lead: Vector, right: Vector, prior: tuple[float, ...]
) -> tuple[float, ...]:
    """Slopes b, 0 or more, of right ~ lead · logistic(base + x b), each pulled to its prior."""
    start = np.array(prior)

    def cost(b: Vector) -> float:
        p = np.clip(lead / (1 + np.exp(-(base + x @ b))), 1e-6, 1 - 1e-6)
        told = right * np.log(p) + (1 - right) * np.log(1 - p)
        return float(PULL * ((b - start) ** 2).sum() - told.sum())

    found = minimize(cost, start, bounds=[(0.0, None)] * len(prior), method="L-BFGS-B").x
    return tuple(round(float(value), 3) for value in found)


if __name__ == "__main__":
    sys.exit(main())
