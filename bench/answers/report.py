"""The figures of the answers benchmark, its confusion table and its predictions file."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from aitia.model.scales import Certainty, ComparisonAnswer
from bench.answers.run import Answered
from bench.answers.score import (
    ANSWERS,
    CLAIM,
    OPPOSITE,
    STRONG,
    Scored,
    accuracy,
    calibration_gap,
    claiming,
    class_figures,
    confusion,
    constant,
    macro_f1,
    majority_answer,
    measure,
    opposite_share,
    reliability,
    weighted_kappa,
)
from bench.report import Measure

_SOURCES = (("1", 1, 1), ("2", 2, 2), ("3 or 4", 3, 4), ("5 or more", 5, 10**9))


def measures(rows: Sequence[Scored], answered: Sequence[Answered]) -> list[Measure]:
    """Every figure of one run, the main ones first."""
    common = constant(rows, majority_answer(rows))
    none = constant(rows, ComparisonAnswer.NO_DIFFERENCE)
    return [
        measure("accuracy", rows, accuracy, accuracy(common)),
        measure("macro-F1", rows, macro_f1, macro_f1(common)),
        measure('accuracy of always "no difference"', none, accuracy),
        measure('macro-F1 of always "no difference"', none, macro_f1),
        *_direction(rows),
        *_by_certainty(rows),
        *_by_sources(rows),
        *_by_kind(rows),
        *_grades(rows),
        measure("calibration: accuracy of the surer half minus the rest", rows, calibration_gap, 0.0),
        measure(f"calibration: right where {CLAIM} or more is claimed", claiming(rows), accuracy, CLAIM),
        *reliability("calibration", rows),
        *_evidence(rows),
        *_classes(rows),
        Measure("questions that failed", float(sum(bool(item.error) for item in answered)), len(answered)),
        Measure("seconds a question, median", _median_seconds(answered), len(answered)),
    ]


def ablation_measures(ablations: Mapping[str, Sequence[Scored]]) -> list[Measure]:
    """Accuracy, macro-F1 and opposite directions of the whole engine and of each ablation."""
    return [
        measure(f"{name}: {title}", rows, figure)
        for name, rows in ablations.items()
        for title, figure in (
            ("accuracy", accuracy),
            ("macro-F1", macro_f1),
            ("opposite direction called", opposite_share),
        )
    ]


def confusion_measures(rows: Sequence[Scored]) -> list[Measure]:
    """Every cell of the confusion table; n is how often the review gave the answer."""
    totals = {answer: sum(row.answer is answer for row in rows) for answer in ANSWERS}
    return [
        Measure(f"confusion: {wanted.value} → {got.value if got else 'failed'}", float(count), totals[wanted])
        for (wanted, got), count in confusion(rows).items()
    ]


def print_confusion(rows: Sequence[Scored]) -> None:
    """The reviews' answers down, ours across."""
    cells = confusion(rows)
    table = Table(title="the review's answer (down) and ours (across)")
    table.add_column("")
    for got in (*ANSWERS, None):
        table.add_column(got.value if got else "failed", justify="right")
    for wanted in ANSWERS:
        table.add_row(wanted.value, *(str(cells[wanted, got]) for got in (*ANSWERS, None)))
    Console(width=140).print(table)


def write_predictions(answered: Sequence[Answered], path: Path) -> None:
    """One line a question: both answers, grade, confidence, the features of the decision and the studies."""
    with path.open("w", encoding="utf-8") as handle:
        for item in answered:
            handle.write(json.dumps(_prediction(item)) + "\n")


def _prediction(item: Answered) -> dict[str, object]:
    asked, verdict = item.asked, item.verdict
    row: dict[str, object] = {
        "question_id": asked.question_id,
        "review": asked.review,
        "answer": asked.answer.value,
        "certainty": asked.certainty.value if asked.certainty else None,
        "sources": len(asked.sources),
        "predicted": verdict.answer.value if verdict else None,
        "error": item.error,
    }
    if verdict is None:
        return row
    return row | {
        "graded": verdict.certainty.value if verdict.certainty else None,
        "confidence": verdict.confidence,
        "headline": verdict.headline,
        "conflict": verdict.conflict_table is not None,
        "alternatives": [item.text for item in verdict.alternatives],
        "conclusion": verdict.conclusion.value,
        "reasons": list(verdict.comparison.reasons),
        "features": verdict.comparison.features.model_dump(mode="json"),
        "effect": verdict.effect.model_dump(mode="json") if verdict.effect else None,
        "studies": [study.model_dump(mode="json") for study in verdict.studies],
    }


def _direction(rows: Sequence[Scored]) -> list[Measure]:
    called = [row for row in rows if row.given in OPPOSITE]
    wanted = [row for row in rows if row.answer in OPPOSITE]
    return [
        measure("opposite direction, of the directions called", called, opposite_share),
        measure(
            "opposite direction, of the reviews' directions",
            wanted,
            lambda part: sum(OPPOSITE[row.answer] is row.given for row in part) / len(part) if part else None,
        ),
    ]


def _by_certainty(rows: Sequence[Scored]) -> list[Measure]:
    groups: dict[str, list[Scored]] = {
        "high and moderate": [row for row in rows if row.certainty in STRONG],
        **{level.value: [row for row in rows if row.certainty is level] for level in Certainty},
        "not given": [row for row in rows if row.certainty is None],
    }
    return [
        measure(f"accuracy, certainty {name.replace('_', ' ')}", part, accuracy, _majority(part))
        for name, part in groups.items()
    ]


def _by_sources(rows: Sequence[Scored]) -> list[Measure]:
    groups = {name: [row for row in rows if low <= row.sources <= high] for name, low, high in _SOURCES}
    return [
        measure(f"accuracy, sources: {name}", part, accuracy, _majority(part))
        for name, part in groups.items()
    ]


def _by_kind(rows: Sequence[Scored]) -> list[Measure]:
    """Accuracy for every type of question, and of what is told of conflicts; nothing where none is told."""
    found = []
    for kind in dict.fromkeys(row.kind for row in rows if row.kind):
        part = [row for row in rows if row.kind == kind]
        found.append(measure(f"accuracy, type: {kind}", part, accuracy, _majority(part)))
    known = [row for row in rows if row.conflict_right is not None]
    if known:
        right = measure("conflict told where there is one, none elsewhere", known, _conflicts)
        found.append(right)
    return found


def _conflicts(rows: Sequence[Scored]) -> float | None:
    return _share([bool(row.conflict_right) for row in rows])


def _majority(rows: Sequence[Scored]) -> float | None:
    return accuracy(constant(rows, majority_answer(rows)))


def _grades(rows: Sequence[Scored]) -> list[Measure]:
    both = [row for row in rows if row.certainty and row.graded]
    return [
        measure("GRADE, quadratically weighted κ", both, weighted_kappa, 0.0),
        measure("GRADE, linearly weighted κ", both, lambda part: weighted_kappa(part, 1), 0.0),
        measure("GRADE, exact agreement", both, lambda part: _share([r.certainty is r.graded for r in part])),
    ]


def _evidence(rows: Sequence[Scored]) -> list[Measure]:
    return [
        measure(
            "evidence completeness: given sources in the answer",
            [row for row in rows if row.completeness is not None],
            lambda part: _mean([row.completeness for row in part]),
        ),
        measure(
            "given sources that passed the gate",
            [row for row in rows if row.retrieved is not None],
            lambda part: _mean([row.retrieved for row in part]),
        ),
        measure(
            "effect size right, where it can be judged",
            [row for row in rows if row.effect_right is not None],
            lambda part: _share([bool(row.effect_right) for row in part]),
        ),
        measure(
            "listed confounders found",
            [row for row in rows if row.confounders_found is not None],
            lambda part: _mean([row.confounders_found for row in part]),
        ),
        measure(
            "explanation: share of the written rules kept",
            [row for row in rows if row.explained is not None],
            lambda part: _mean([row.explained for row in part]),
        ),
        measure(
            "answers that name a confounder",
            rows,
            lambda part: _share([row.names_confounder for row in part]),
        ),
    ]


def _classes(rows: Sequence[Scored]) -> list[Measure]:
    found = []
    for answer in ANSWERS:
        precision, recall, f1 = class_figures(rows, answer)
        n = sum(row.answer is answer for row in rows)
        for name, value in (("precision", precision), ("recall", recall), ("F1", f1)):
            found.append(Measure(f"{answer.value}: {name}", value, n))
    return found


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def _median_seconds(answered: Sequence[Answered]) -> float | None:
    return round(statistics.median(item.seconds for item in answered), 3) if answered else None
