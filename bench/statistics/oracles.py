"""Published meta-analyses and their results by R metafor: what a comparison needs, checked."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from bench.statistics.columns import Source, find_csv, find_source, load


class WrongFolder(ValueError):
    """A folder without the files that are compared; the message names it and the next step."""


def checked_oracles(folder: Path) -> dict[str, pd.DataFrame]:
    """The oracles of a folder, or `WrongFolder`."""
    advice = "give --oracles the folder that holds oracle_*.csv (../shared/data/meta_analysis)."
    if not folder.is_dir():
        raise WrongFolder(f"--oracles {folder} is not a folder; {advice}")
    try:
        oracles = oracles_in(folder)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise WrongFolder(f"an oracle_*.csv in --oracles {folder} is no CSV ({error}); {advice}") from error
    if not oracles or all(frame.empty for frame in oracles.values()):
        raise WrongFolder(f"--oracles {folder} holds no rows of an oracle_*.csv; {advice}")
    for column in ("dataset", "measure"):
        if any(column not in frame or frame[column].isna().any() for frame in oracles.values()):
            raise WrongFolder(f"an oracle_*.csv in --oracles {folder} lacks {column} in some row; {advice}")
    return oracles


def check_data(oracles: dict[str, pd.DataFrame], folder: Path) -> None:
    """Raise `WrongFolder` when no data set is there; name on stderr the ones that are not."""
    advice = "give --csv the folder that holds them (../shared/data/meta_analysis/csv)."
    if not folder.is_dir():
        raise WrongFolder(f"--csv {folder} is not a folder; {advice}")
    names = sorted({str(name) for frame in oracles.values() for name in frame.dataset})
    absent = [name for name in names if find_csv(folder, name) is None]
    if len(absent) == len(names):
        raise WrongFolder(
            f"--csv {folder} has none of the {len(names)} data sets that the oracles name, such as "
            f"{names[0]}.csv; {advice}"
        )
    if absent:
        listed = ", ".join(absent[:10]) + (" …" if len(absent) > 10 else "")
        print(f"--csv {folder} lacks {listed}; their rows count as not reproduced.", file=sys.stderr)


def oracles_in(folder: Path) -> dict[str, pd.DataFrame]:
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


def sources_of(oracles: dict[str, pd.DataFrame], folder: Path) -> Sources:
    """Columns and rows for every data set and measure that an oracle names."""
    studies = oracles.get("studies")
    found: Sources = {}
    for _, frame in sorted(oracles.items(), key=lambda item: item[0] == "tables"):
        for (dataset, measure), rows in frame.groupby(["dataset", "measure"], sort=False):
            key = (str(dataset), measure_name(str(measure)))
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


def measure_name(measure: str) -> str:
    """The oracles call Peto's log OR both PETO and PETO_OR."""
    return "PETO" if measure.startswith("PETO") else measure
