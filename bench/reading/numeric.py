"""Measure: numbers of the two arms, all fields exact, over complete rows and over answered rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aitia.reading.numbers.reader import prepare_numeric, read_counts, read_means
from bench.labelled import read_jsonl
from bench.report import Measure, clustered_interval

BINARY = ("intervention_events", "intervention_group_size", "comparator_events", "comparator_group_size")
CONTINUOUS = (
    "intervention_mean",
    "intervention_standard_deviation",
    "intervention_group_size",
    "comparator_mean",
    "comparator_standard_deviation",
    "comparator_group_size",
)
FIELDS = {"binary": BINARY, "continuous": CONTINUOUS}
TOLERANCE = 0.0051

Figures = tuple[float, ...] | None


@dataclass(frozen=True)
class Answer:
    """One row: its article, and gold and read figures in the order of the fields."""

    article: str
    gold: tuple[float | None, ...]
    read: tuple[float, ...] | None

    @property
    def complete(self) -> bool:
        """Whether every gold field is there."""
        return None not in self.gold

    @property
    def right(self) -> bool:
        """Whether every field was read exactly (to two decimals)."""
        return (
            self.read is not None
            and self.complete
            and all(
                g is not None and abs(g - r) <= TOLERANCE for g, r in zip(self.gold, self.read, strict=True)
            )
        )


def numeric_measures(path: Path, articles_path: Path) -> tuple[list[Measure], str]:
    """Exact rows among complete ones, answered rows, and how many of the answered are right."""
    rows, texts = numeric_rows(path, articles_path)
    prepared = {key: prepare_numeric(text) for key, text in texts.items()}
    read: list[Figures] = []
    for row in rows:
        asked = (prepared[str(row["pmcid"])], row["intervention"], row["comparator"], row["outcome"])
        reading = read_counts(*asked) if row["outcome_type"] == "binary" else read_means(*asked)
        found = (reading.counts or reading.means) if reading else None
        read.append(tuple(float(v) for v in found.model_dump().values()) if found else None)
    note = (
        "the shipped model has seen the development rows (out of fold: bench.training.numbers); intervals "
        "resample articles; an answer without gold is wrong"
    )
    return numeric_figures(rows, read), note


def numeric_rows(path: Path, articles_path: Path) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The rows whose article is there, and the articles' texts by their key."""
    texts = {str(row["pmcid"]): str(row["markdown"]) for row in read_jsonl(articles_path)}
    return [r for r in read_jsonl(path) if r["outcome_type"] in FIELDS and str(r["pmcid"]) in texts], texts


def numeric_figures(rows: Sequence[Mapping[str, Any]], read: Sequence[Figures]) -> list[Measure]:
    """The figures of what was read of each row, for counts and for means."""
    measures: list[Measure] = []
    for kind, fields in FIELDS.items():
        answers = [
            Answer(str(row["pmcid"]), gold_figures(row, fields), found)
            for row, found in zip(rows, read, strict=True)
            if row["outcome_type"] == kind
        ]
        measures += _figures(kind, answers)
    return measures


def gold_figures(row: Mapping[str, Any], fields: Sequence[str]) -> tuple[float | None, ...]:
    """The published figures of a row in the order of the fields; None for one that is not given."""
    return tuple(_gold(row[field]) for field in fields)


def _gold(cell: Any) -> float | None:
    try:
        return float(str(cell).replace(",", "").replace(" ", ""))
    except ValueError:
        return None


def _figures(kind: str, answers: list[Answer]) -> list[Measure]:
    complete = [a for a in answers if a.complete]
    answered = [a for a in answers if a.read is not None]
    answered_complete = [a for a in complete if a.read is not None]
    return [
        _share(f"{kind}: complete rows, all fields exact", complete),
        _share(f"{kind}: right of the complete rows answered", answered_complete),
        _share(f"{kind}: right of all rows answered", answered),
        Measure(
            f"{kind}: complete rows answered", len(answered_complete) / max(1, len(complete)), len(complete)
        ),
    ]


def _share(name: str, answers: list[Answer]) -> Measure:
    right = np.array([a.right for a in answers], dtype=float)
    if not len(right):
        return Measure(name, None, 0)
    interval = clustered_interval([a.article for a in answers], lambda i: float(right[i].mean()), 300)
    return Measure(name, float(right.mean()), len(right), interval, 0.0)
