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
from numpy.typing import NDArray

from aitia.evidence.effects.tables import Tables
from aitia.evidence.pooling.bias import begg, egger, trim_and_fill
from aitia.evidence.pooling.fit import fit
from aitia.evidence.pooling.heterogeneity import EXACT, METAFOR, Convergence, TauMethod
from aitia.evidence.pooling.tabular import TableFit, mantel_haenszel, peto
from aitia.model.errors import StatisticsError
from aitia.model.scales import EffectMeasure
from bench.report import Measure, emit
from bench.statistics.columns import Source, find_csv, find_source, load

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
        oracles = _checked_oracles(options.oracles)
        _check_data(oracles, options.csv)
    except _WrongFolder as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    sources = _sources(oracles, options.csv)
    tallies = {kind: _compare(kind, frame, sources, METAFOR) for kind, frame in oracles.items()}
    exact = _compare("pooled", oracles["pooled"], sources, EXACT) if "pooled" in oracles else None
    emit(_measures(tallies, exact), options.json, "Published meta-analyses reproduced")
    for kind, tally in tallies.items():
        for miss in tally.misses[:20]:
            print(f"{kind}: {miss}")
    return 0 if all(t.reproduced == t.rows for t in tallies.values()) else 1


class _WrongFolder(ValueError):
    """A folder without the files that are compared; the message names it and the next step."""


def _checked_oracles(folder: Path) -> dict[str, pd.DataFrame]:
    """The oracles of a folder, or `_WrongFolder`."""
    advice = "give --oracles the folder that holds oracle_*.csv (../shared/data/meta_analysis)."
    if not folder.is_dir():
        raise _WrongFolder(f"--oracles {folder} is not a folder; {advice}")
    try:
        oracles = _oracles(folder)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise _WrongFolder(f"an oracle_*.csv in --oracles {folder} is no CSV ({error}); {advice}") from error
    if not oracles or all(frame.empty for frame in oracles.values()):
        raise _WrongFolder(f"--oracles {folder} holds no rows of an oracle_*.csv; {advice}")
    for column in ("dataset", "measure"):
        if any(column not in frame or frame[column].isna().any() for frame in oracles.values()):
            raise _WrongFolder(f"an oracle_*.csv in --oracles {folder} lacks {column} in some row; {advice}")
    return oracles


def _check_data(oracles: dict[str, pd.DataFrame], folder: Path) -> None:
    """Raise `_WrongFolder` when no data set is there; name on stderr the ones that are not."""
    advice = "give --csv the folder that holds them (../shared/data/meta_analysis/csv)."
    if not folder.is_dir():
        raise _WrongFolder(f"--csv {folder} is not a folder; {advice}")
    names = sorted({str(name) for frame in oracles.values() for name in frame.dataset})
    absent = [name for name in names if find_csv(folder, name) is None]
    if len(absent) == len(names):
        raise _WrongFolder(
            f"--csv {folder} has none of the {len(names)} data sets that the oracles name, such as "
            f"{names[0]}.csv; {advice}"
        )
    if absent:
        listed = ", ".join(absent[:10]) + (" …" if len(absent) > 10 else "")
        print(f"--csv {folder} lacks {listed}; their rows count as not reproduced.", file=sys.stderr)


def _oracles(folder: Path) -> dict[str, pd.DataFrame]:
    """The oracle files by what their columns say they are."""
    found: dict[str, list[pd.DataFrame]] = {}
    for path in sorted(folder.glob("oracle_*.csv")):
        frame = pd.read_csv(path)
        if "yi" in frame:
            kind = "studies"
        elif "tau2" in frame:
            kind = "pooled"
        else:
            kind = "tables"
        found.setdefault(kind, []).append(frame)
    return {kind: pd.concat(frames, ignore_index=True) for kind, frames in found.items()}


Sources = dict[tuple[str, str], Source]


def _sources(oracles: dict[str, pd.DataFrame], folder: Path) -> Sources:
    """Columns and rows for every data set and measure that an oracle names."""
    studies = oracles.get("studies")
    found: Sources = {}
    for _, frame in sorted(oracles.items(), key=lambda item: item[0] == "tables"):
        for (dataset, measure), rows in frame.groupby(["dataset", "measure"], sort=False):
            key = (str(dataset), _measure_name(str(measure)))
            data = load(folder, key[0])
            if key in found or data is None:
                continue
            expected = None if studies is None else _expected(studies, key)
            count = len(expected[0]) if expected else _rows_of(studies, key[0], rows, data)
            source = find_source(data, key[1], count, expected)
            if source is not None:
                found[key] = source
    return found


def _rows_of(studies: pd.DataFrame | None, dataset: str, rows: pd.DataFrame, data: pd.DataFrame) -> int:
    """How many rows the oracle used: as for another measure of the set, else all, or its k if far fewer."""
    if studies is not None and (studies.dataset == dataset).any():
        return int(studies[studies.dataset == dataset].groupby("measure").size().iloc[0])
    k = int(rows.k.iloc[0])
    return len(data) if k > 0.5 * len(data) else k


def _expected(
    studies: pd.DataFrame, key: tuple[str, str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    rows = studies[(studies.dataset == key[0]) & (studies.measure == key[1])]
    if rows.empty:
        return None
    if "i" in rows:
        rows = rows.sort_values("i")
    return rows.yi.to_numpy(dtype=float), rows.vi.to_numpy(dtype=float)


def _compare(kind: str, frame: pd.DataFrame, sources: Sources, convergence: Convergence) -> Tally:
    tally = Tally()
    if kind == "studies":
        _compare_studies(frame, sources, tally)
        return tally
    for _, row in frame.iterrows():
        name = f"{row.dataset} {row.measure} {row.method}"
        key = (str(row.dataset), _measure_name(str(row.measure)))
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
    name = _measure_name(str(row.measure))
    result: TableFit = peto(cells) if row.method == "PETO" else mantel_haenszel(cells, EffectMeasure(name))
    found: dict[str, float | None] = {column: getattr(result, own) for column, own in _TABULAR.items()}
    # metafor counts every complete table here, those without events too.
    return {"k": float(len(a)), **found}


def _measure_name(measure: str) -> str:
    """The oracles call Peto's log OR both PETO and PETO_OR."""
    return "PETO" if measure.startswith("PETO") else measure


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
