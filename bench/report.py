"""How every benchmark prints and stores its figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Measure:
    """One figure: its value, how many rows it rests on, a 95% interval and the constant baseline.

    `engine` names the model, its prompts and its price list where a model had a part in it.
    """

    measure: str
    value: float | None
    n: int
    ci: tuple[float | None, float | None] = (None, None)
    baseline: float | None = None
    engine: str | None = None


def emit(measures: Sequence[Measure], json_path: Path | None = None, title: str = "") -> None:
    """Print the figures as a table and, when a path is given, write them as a JSON list."""
    engines = dict.fromkeys(row.engine for row in measures if row.engine)
    table = Table(title=title or None, caption="; ".join(engines) or None)
    for heading in ("measure", "value", "n", "95% interval", "baseline"):
        table.add_column(heading)
    for row in measures:
        interval = "" if row.ci[0] is None else f"{_figure(row.ci[0])} to {_figure(row.ci[1])}"
        table.add_row(row.measure, _figure(row.value), str(row.n), interval, _figure(row.baseline))
    Console(width=140).print(table)
    if json_path is not None:
        write_json(measures, json_path)


def write_json(measures: Sequence[Measure], path: Path) -> None:
    """Write the figures as a JSON list, one object a figure; `engine` only where a model had a part in it."""
    rows = [{k: v for k, v in asdict(row).items() if k != "engine" or v} for row in measures]
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def clustered_interval(
    clusters: Sequence[str],
    statistic: Callable[[NDArray[np.int64]], float],
    draws: int = 1000,
    seed: int = 7,
) -> tuple[float, float]:
    """95% percentile bootstrap interval that resamples whole clusters.

    `statistic` takes an array of row indices (with repeats) and returns the figure.
    """
    rng = np.random.default_rng(seed)
    names = sorted(set(clusters))
    rows = {name: np.array([i for i, c in enumerate(clusters) if c == name]) for name in names}
    values = [
        statistic(np.concatenate([rows[name] for name in rng.choice(names, size=len(names))]))
        for _ in range(draws)
    ]
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return float(low), float(high)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
