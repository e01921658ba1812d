"""Fit the weights of the comparison's decision on the predictions that `bench.answers` wrote.

`python -m bench.answers_fit PREDICTIONS.jsonl [--write] [--json PATH]`. Cross-validated by leaving one review
out; `--write` replaces aitia/comparison/rules.json by the fit on all rows. The weights are those of three
small logistic models, kept at zero or more and drawn towards what GRADE's reasons suggest beforehand.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from aitia.comparison import ComparisonFeatures, ComparisonRules, decide
from aitia.comparison.features import leading_answer
from aitia.comparison.rules import RULES_FILE, strength_terms, usable_terms, weakness_terms
from aitia.vocabulary import Certainty, ComparisonAnswer
from bench.answers_report import print_confusion
from bench.answers_score import (
    OPPOSITE,
    STRONG,
    Scored,
    accuracy,
    calibration_gap,
    macro_f1,
    measure,
    opposite_share,
)
from bench.report import Measure, emit

Terms = Callable[[ComparisonFeatures], dict[str, float]]
Vector = NDArray[np.float64]

PRIOR: dict[str, dict[str, float]] = {
    "insufficient": {"base": -2.5, "poor_fit": 2.0, "not_pooled": 0.3, "disagreement": 0.5},
    "uncertain": {
        "base": -4.5,
        "few_participants": 1.5,
        "few_events": 0.75,
        "low_certainty": 0.6,
        "opposition": 2.25,
        "high_risk": 1.5,
        "unknown_risk": 0.6,
        "wide_interval": 0.75,
        "indirect": 0.45,
        "no_trial": 1.0,
        "not_pooled": 0.6,
    },
    "right": {"base": -1.5, "agreement": 1.5, "fit": 1.5, "pooled": 0.5, "certainty": 1.0},
}
"""What is expected before any row is seen, in log-odds: GRADE's reasons, each about as strong as the next."""

STRENGTH = 30.0
"""How strongly a weight is drawn to its prior: a distance d costs STRENGTH · d² of log-likelihood."""
_BASE_STRENGTH = 0.2
_DIRECTED = (*OPPOSITE, ComparisonAnswer.NO_DIFFERENCE)


@dataclass(frozen=True)
class Row:
    """One question: features, the review's answer and the rest that is scored."""

    features: ComparisonFeatures
    scored: Scored

    @property
    def read(self) -> bool:
        """Whether anything usable was read; without that there is nothing to fit."""
        least = ComparisonRules().minimal_outcome_score
        return self.features.studies_with_direction > 0 and self.features.best_outcome_score >= least


def main(arguments: Sequence[str] | None = None) -> int:
    """Cross-validate, fit on all rows, print, and write the rules when asked to."""
    title = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m bench.answers_fit", description=title)
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
        *figures_of("prior alone", answered(rows, ComparisonRules.model_validate(PRIOR))),
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
    """Weights by penalised maximum likelihood. The limits are no part of the fit: they stay as they are."""
    read = [row for row in rows if row.read]
    usable = [row for row in read if row.scored.answer is not ComparisonAnswer.INSUFFICIENT_DATA]
    directed = [row for row in usable if row.scored.answer in _DIRECTED and leading_answer(row.features)]
    weights = {
        "insufficient": _weights(
            "insufficient",
            usable_terms,
            read,
            lambda r: r.scored.answer is ComparisonAnswer.INSUFFICIENT_DATA,
        ),
        "uncertain": _weights(
            "uncertain",
            weakness_terms,
            usable,
            lambda r: r.scored.answer is ComparisonAnswer.UNCERTAIN_EFFECT,
        ),
        "right": _weights(
            "right", strength_terms, directed, lambda r: r.scored.answer is leading_answer(r.features)
        ),
    }
    return ComparisonRules.model_validate(weights)


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
    ]


def _weights(
    name: str, terms: Terms, rows: Sequence[Row], holds: Callable[[Row], bool]
) -> Mapping[str, float]:
    """Weights of one model at the penalised maximum, every one but the base at least 0."""
    prior = PRIOR[name]
    names = list(prior)
    start = np.array(list(prior.values()))
    if not rows:
        return prior
    x = np.array([[{"base": 1.0, **terms(row.features)}[key] for key in names] for row in rows])
    y = np.array([float(holds(row)) for row in rows])
    pull = np.array([_BASE_STRENGTH if key == "base" else STRENGTH for key in names])

    def cost(b: Vector) -> tuple[float, Vector]:
        z = x @ b
        p = 1 / (1 + np.exp(-z))
        loss = float(np.logaddexp(0, z).sum() - y @ z + (pull * (b - start) ** 2).sum())
        return loss, x.T @ (p - y) + 2 * pull * (b - start)

    bounds = [(None, None) if key == "base" else (0.0, None) for key in names]
    found = minimize(cost, start, jac=True, bounds=bounds, method="L-BFGS-B").x
    return {key: round(float(value), 3) for key, value in zip(names, found, strict=True)}


if __name__ == "__main__":
    sys.exit(main())
