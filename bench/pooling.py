"""Reproduce published meta-analyses: `python -m bench.pooling --oracles DIR --csv DIR [--json PATH]`.

The oracles are results of R metafor 3.8.1 (per study, pooled, Mantel–Haenszel and Peto). A row counts as
reproduced when each of its figures agrees: closed forms to 1e-6, iterative estimators to 1e-4 (relative for
figures above 1). Iterations stop by metafor's own rules; how far the exact solution lies from it is said too.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from aitia.evidence.effects.tables import Tables
from aitia.evidence.pooling.bias import begg, egger, trim_and_fill
from aitia.evidence.pooling.fit import fit
from aitia.evidence.pooling.heterogeneity import EXACT, METAFOR, Convergence, TauMethod
from aitia.evidence.pooling.tabular import TableFit, mantel_haenszel, peto
from aitia.model.errors import StatisticsError
from aitia.model.scales import EffectMeasure
from bench.report import Measure, emit
from bench.statistics.columns import Source
from bench.statistics.oracles import (
    Sources,
    WrongFolder,
    check_data,
    checked_oracles,
    measure_name,
    sources_of,
)

CLOSED, ITERATIVE = 1e-6, 1e-4
_ITERATIVE = frozenset({"PM", "ML", "REML", "EB"})
_FIT = {
    "k": "k",
    "beta": "beta",
    "se": "se",
    "ci_lb": "low",
    "ci_ub": "high",
    "z": "z",
    "p": "p",
    "tau2": "tau2",
    "se_tau2": "se_tau2",
    "I2": "i2",
    "H2": "h2",
    "Q": "q",
    "Qp": "q_p",
    "pi_lb": "prediction_low",
    "pi_ub": "prediction_high",
}
_KNAPP = {"hksj_se": "se", "hksj_lb": "low", "hksj_ub": "high", "hksj_p": "p"}
_TABULAR = {"beta": "beta", "se": "se", "ci_lb": "low", "ci_ub": "high", "Q": "q", "Qp": "q_p", "I2": "i2"}


@dataclass
class Tally:
    """How many rows of one oracle came out alike, the largest error of each kind, and what did not."""

    rows: int = 0
    reproduced: int = 0
    largest: dict[str, float] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)

    def add(self, name: str, kind: str, errors: dict[str, float], tolerance: float) -> None:
        """One row with the error of each of its figures."""
        self.rows += 1
        worst = max(errors.values(), default=math.inf)
        self.largest[kind] = max(self.largest.get(kind, 0.0), worst)
        if worst <= tolerance:
            self.reproduced += 1
        else:
            bad = ", ".join(f"{n} {e:.2g}" for n, e in errors.items() if not e <= tolerance)
            self.misses.append(f"{name}: {bad or 'nothing computed'}")


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; exit code 0 when every row is reproduced."""
    parser = argparse.ArgumentParser(prog="python -m bench.pooling", description=__doc__.splitlines()[0])
    parser.add_argument("--oracles", type=Path, required=True, help="folder with oracle_*.csv")
    parser.add_argument("--csv", type=Path, required=True, help="folder with the data sets as CSV")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    try:
        oracles = checked_oracles(options.oracles)
        check_data(oracles, options.csv)
    except WrongFolder as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    sources = sources_of(oracles, options.csv)
    tallies = {kind: _compare(kind, frame, sources, METAFOR) for kind, frame in oracles.items()}
    exact = _compare("pooled", oracles["pooled"], sources, EXACT) if "pooled" in oracles else None
    emit(_measures(tallies, exact), options.json, "Published meta-analyses reproduced")
    for kind, tally in tallies.items():
        for miss in tally.misses[:20]:
            print(f"{kind}: {miss}")
    return 0 if all(t.reproduced == t.rows for t in tallies.values()) else 1


def _compare(kind: str, frame: pd.DataFrame, sources: Sources, convergence: Convergence) -> Tally:
    tally = Tally()
    if kind == "studies":
        _compare_studies(frame, sources, tally)
        return tally
    for _, row in frame.iterrows():
        name = f"{row.dataset} {row.measure} {row.method}"
        key = (str(row.dataset), measure_name(str(row.measure)))
        # An odds ratio does not tell rows from columns of a table; the other measures do.
        same_arms = (key[1], "RR", "RD", "OR") if kind == "tables" else (key[1],)
        source = next((sources[key[0], m] for m in same_arms if (key[0], m) in sources), None)
        errors: dict[str, float] = {}
        iterative = kind == "pooled" and row.method in _ITERATIVE
        if source is not None:
            try:
                found = _tabular(row, source) if kind == "tables" else _pooled(row, source, convergence)
                errors = _errors(row, found)
            except StatisticsError as error:
                name = f"{name} ({error})"
        tally.add(name, "iterative" if iterative else "closed", errors, ITERATIVE if iterative else CLOSED)
    return tally


def _compare_studies(frame: pd.DataFrame, sources: Sources, tally: Tally) -> None:
    for (dataset, measure), rows in frame.groupby(["dataset", "measure"], sort=False):
        source = sources.get((str(dataset), str(measure)))
        ordered = rows.sort_values("i") if "i" in rows else rows
        y, v = source.effects() if source else (np.full(len(rows), math.inf),) * 2
        for place, (_, row) in enumerate(ordered.iterrows()):
            errors = _errors(row, {"yi": float(y[place]), "vi": float(v[place])})
            tally.add(f"{dataset} {measure} {place + 1}", "closed", errors, CLOSED)


def _pooled(row: pd.Series, source: Source, convergence: Convergence) -> dict[str, float | None]:
    y, v = source.effects()
    known = np.isfinite(y)
    y, v = y[known], v[known]
    method = TauMethod({"FE": "EE", "CE": "EE"}.get(row.method, row.method))
    plain = fit(y, v, method, convergence=convergence)
    found: dict[str, float | None] = {name: getattr(plain, own) for name, own in _FIT.items()}
    if method is not TauMethod.EE:
        knapp = fit(y, v, method, True, convergence=convergence)
        found |= {name: getattr(knapp, own) for name, own in _KNAPP.items()}
    regression, ranks = egger(y, v), begg(y, v)
    if regression is not None:
        found |= {"egger_t": regression.t, "egger_df": float(regression.df), "egger_p": regression.p}
    if ranks is not None:
        found |= {"begg_tau": ranks.tau, "begg_p": ranks.p}
    if "trimfill_k0" in row:
        filled = trim_and_fill(y, v, method, convergence)
        found |= {"trimfill_k0": float(filled.missing), "trimfill_beta": filled.fit.beta}
    return found


def _tabular(row: pd.Series, source: Source) -> dict[str, float | None]:
    a, second, c, fourth = source.arrays()
    known = np.isfinite(a + second + c + fourth)
    a, second, c, fourth = a[known], second[known], c[known], fourth[known]
    cells = Tables(a, second, c, fourth) if source.kind == "cells" else Tables(a, second - a, c, fourth - c)
    name = measure_name(str(row.measure))
    result: TableFit = peto(cells) if row.method == "PETO" else mantel_haenszel(cells, EffectMeasure(name))
    found: dict[str, float | None] = {column: getattr(result, own) for column, own in _TABULAR.items()}
    # metafor counts every complete table here, those without events too.
    return {"k": float(len(a)), **found}


def _errors(row: pd.Series, found: dict[str, float | None]) -> dict[str, float]:
    """Error of each figure that the oracle states: absolute, or relative where the figure is above 1."""
    errors = {}
    for column in row.index:
        if column in ("dataset", "measure", "method", "i"):
            continue
        value = found.get(column)
        if pd.isna(row[column]):
            errors[column] = 0.0 if value is None or not math.isfinite(value) else math.inf
        elif value is None or not math.isfinite(value):
            errors[column] = math.inf
        else:
            target = float(row[column])
            errors[column] = abs(value - target) / max(1.0, abs(target))
    return errors


def _measures(tallies: dict[str, Tally], exact: Tally | None) -> list[Measure]:
    rows: list[Measure] = []
    total = sum(t.rows for t in tallies.values())
    done = sum(t.reproduced for t in tallies.values())
    rows.append(Measure("rows reproduced, share", done / total if total else None, total))
    for kind, tally in tallies.items():
        rows.append(Measure(f"{kind}: rows reproduced", float(tally.reproduced), tally.rows))
        rows += [
            Measure(f"{kind}: largest error, {k}", _finite(e), tally.rows) for k, e in tally.largest.items()
        ]
    if exact is not None:
        rows.append(
            Measure("pooled, iterated to the end: rows within tolerance", float(exact.reproduced), exact.rows)
        )
        if "iterative" in exact.largest:
            rows.append(
                Measure(
                    "pooled, iterated to the end: largest distance",
                    _finite(exact.largest["iterative"]),
                    exact.rows,
                )
            )
    return rows


def _finite(error: float) -> float | None:
    """None where a figure was missing altogether: JSON knows no infinity."""
    return error if math.isfinite(error) else None


if __name__ == "__main__":
    sys.exit(main())
