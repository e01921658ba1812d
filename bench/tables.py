"""Recompute published review tables: `python -m bench.tables FILE.csv.gz [--json PATH]`.

Each row has arms and the published effect with its interval, but not the measure. Per analysis the measure is
the one whose recomputed effects and intervals agree with most of its rows; an analysis that none explains
counts as RR and so as missed. Rows of events count where both arms have events; the measures RR, OR and RD
are judged, Peto's OR is shown apart. Then every analysis, continuous ones too, is pooled in one run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from aitia.evidence.effects import normal_quantile
from aitia.evidence.effects import tables as t
from aitia.evidence.effects.means import Groups, mean_difference, standardised_mean_difference
from aitia.evidence.pooling.many import pool_groups
from bench.report import Measure, clustered_interval, emit

Array = NDArray[np.float64]
TOLERANCE = 0.002
SMALLEST = 0.05
LEVELS = (0.95, 0.99, 0.9)
_RATIOS = frozenset({"RR", "OR", "PETO"})
_BINARY: dict[str, Callable[[t.Tables], tuple[Array, Array]]] = {
    "RR": t.log_risk_ratio,
    "OR": t.log_odds_ratio,
    "RD": t.risk_difference,
    "PETO": t.peto_log_odds_ratio,
}
_MEANS = {"MD": mean_difference, "SMD": standardised_mean_difference}


@dataclass(frozen=True)
class Rows:
    """Rows of one kind with their analysis, the published figures, and each measure's recomputation."""

    frame: pd.DataFrame
    analysis: NDArray[np.int64]
    published: Array
    effects: dict[str, tuple[Array, Array]]


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="table rows as CSV, plain or gzip")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    if not options.file.is_file():
        print(f"{options.file} is no file; give the CSV of table rows.", file=sys.stderr)
        return 2
    frame = read(options.file)
    binary, means = binary_rows(frame), mean_rows(frame)
    measures = [*_agreement(binary), *_speed(frame, binary, means)]
    emit(measures, options.json, "Review tables recomputed")
    return 0


def read(path: Path) -> pd.DataFrame:
    """The rows with numbers as numbers and `analysis`, a running number of review, group and analysis."""
    frame = pd.read_csv(path, low_memory=False)
    text = {"review", "Analysis.name", "Subgroup", "Study", "Study.year"}
    for column in frame.columns.difference(list(text)):
        frame[column] = pd.to_numeric(frame[column], errors="coerce")
    keys = ["review", "Analysis.group", "Analysis.number"]
    return frame.assign(analysis=frame.groupby(keys, sort=False, dropna=False).ngroup())


def binary_rows(frame: pd.DataFrame) -> Rows:
    """Rows with possible events and totals, a published effect and no means."""
    e1, n1, e2, n2 = (frame[f"{a}.{c}"] for a in ("Experimental", "Control") for c in ("cases", "N"))
    filled = frame[["Experimental.mean", "Control.mean", "Experimental.SD", "Control.SD"]].fillna(0)
    possible = (e1 >= 0) & (e2 >= 0) & (e1 <= n1) & (e2 <= n2) & (n1 > 0) & (n2 > 0) & (e1 + e2 > 0)
    rows = frame[possible & ~(filled != 0).any(axis=1) & frame.Mean.notna() & frame["CI.start"].notna()]
    cells = t.tables(*(rows[f"{a}.{c}"] for a in ("Experimental", "Control") for c in ("cases", "N")))
    return _rows(rows, {name: function(cells) for name, function in _BINARY.items()})


def mean_rows(frame: pd.DataFrame) -> Rows:
    """Rows with means, positive standard deviations and groups of two or more."""
    sd = (frame["Experimental.SD"] > 0) & (frame["Control.SD"] > 0)
    size = (frame["Experimental.N"] > 1) & (frame["Control.N"] > 1)
    known = frame["Experimental.mean"].notna() & frame["Control.mean"].notna()
    rows = frame[sd & size & known & frame.Mean.notna() & frame["CI.start"].notna()]
    columns = [
        rows[f"{a}.{c}"].to_numpy(dtype=float)
        for a in ("Experimental", "Control")
        for c in ("mean", "SD", "N")
    ]
    groups = Groups(*columns)
    return _rows(rows, {name: function(groups) for name, function in _MEANS.items()})


def _rows(rows: pd.DataFrame, effects: dict[str, tuple[Array, Array]]) -> Rows:
    published = rows[["Mean", "CI.start", "CI.end"]].to_numpy(dtype=float)
    return Rows(rows, rows.analysis.to_numpy(), published, effects)


def agreement(rows: Rows) -> tuple[list[str], NDArray[np.bool_]]:
    """Per row the measure of its analysis, and whether effect and interval agree with the published ones."""
    names = list(rows.effects)
    size = int(rows.analysis.max()) + 1 if len(rows.analysis) else 0
    options: list[tuple[str, NDArray[np.bool_]]] = []
    for level in LEVELS:
        options += [(name, _agrees(name, rows.effects[name], rows.published, level)) for name in names]
    counts = np.array([np.bincount(rows.analysis, weights=match, minlength=size) for _, match in options])
    best = np.argmax(counts, axis=0)[rows.analysis]
    matches = np.array([match for _, match in options])
    agreed = matches[best, np.arange(len(best))]
    return [options[b][0] for b in best], agreed


def _agrees(name: str, effect: tuple[Array, Array], published: Array, level: float) -> NDArray[np.bool_]:
    y, v = effect
    reach = normal_quantile(level) * np.sqrt(v)
    values = np.column_stack((y, y - reach, y + reach))
    if name in _RATIOS:
        values = np.exp(np.clip(values, -700, 700))
    with np.errstate(invalid="ignore"):
        near = np.abs(values - published) <= TOLERANCE * np.maximum(np.abs(published), SMALLEST)
    return np.asarray(near.all(axis=1))


def _agreement(rows: Rows) -> list[Measure]:
    names, agreed = agreement(rows)
    named = np.array(names)
    events = (rows.frame["Experimental.cases"] > 0).to_numpy() & (rows.frame["Control.cases"] > 0).to_numpy()
    judged = np.isin(named, ("RR", "OR", "RD"))
    reviews = rows.frame.review.astype(str).to_numpy()
    figures = []
    parts = {
        "agreement, RR OR RD, events in both arms": judged & events,
        "agreement, RR": (named == "RR") & events,
        "agreement, OR": (named == "OR") & events,
        "agreement, RD": (named == "RD") & events,
        "agreement, one arm without events": judged & ~events,
        "agreement, Peto": named == "PETO",
    }
    for title, chosen in parts.items():
        figures.append(_share(title, agreed[chosen], reviews[chosen]))
    return figures


def _share(title: str, agreed: NDArray[np.bool_], reviews: NDArray[np.str_]) -> Measure:
    if not len(agreed):
        return Measure(title, None, 0)
    interval = clustered_interval(list(reviews), lambda index: float(agreed[index].mean()), draws=300)
    return Measure(title, float(agreed.mean()), len(agreed), interval)


def _speed(frame: pd.DataFrame, *kinds: Rows) -> list[Measure]:
    """Pool every analysis: effects by its own measure, else from the published effect and interval."""
    start = time.perf_counter()
    y, v = np.full(len(frame), np.nan), np.full(len(frame), np.nan)
    for rows in kinds:
        named = np.array(agreement(rows)[0])
        place = frame.index.get_indexer(rows.frame.index)
        for name, (effect, variance) in rows.effects.items():
            chosen = named == name
            y[place[chosen]], v[place[chosen]] = effect[chosen], variance[chosen]
    rest = np.isnan(y) & frame["GIV.SE"].gt(0).to_numpy()
    y[rest] = frame["GIV.Mean"].to_numpy(dtype=float)[rest]
    v[rest] = frame["GIV.SE"].to_numpy(dtype=float)[rest] ** 2
    known = np.isfinite(y) & np.isfinite(v) & (v > 0)
    analyses = frame.analysis.to_numpy()[known]
    labels = np.unique(analyses, return_inverse=True)[1]
    pools = pool_groups(y[known], v[known], labels)
    seconds = time.perf_counter() - start
    finite = np.isfinite(pools.random) & np.isfinite(pools.random_se)
    return [
        Measure("analyses pooled (REML)", float(finite.sum()), len(pools.k)),
        Measure("studies pooled", float(known.sum()), len(frame)),
        Measure("studies per second", float(known.sum() / seconds), int(known.sum())),
    ]


if __name__ == "__main__":
    sys.exit(main())
