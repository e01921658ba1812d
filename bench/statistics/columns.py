"""Which columns and rows of a published CSV an oracle speaks of.

Names are tried first (metafor's own and the common variants). Where none gives the oracle's study effects,
the columns are searched: the assignment whose effects equal the oracle's in every row is the one that was
meant. That search settles conventions only; compared are the numbers computed from the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from bench.statistics.escalc import ROLES, Effects, computations

Array = NDArray[np.float64]
TOLERANCE = 1e-6
MOST_PERMUTATIONS = 400_000
_NAMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "table": (
        ("ai", "n1i", "ci", "n2i"),
        ("xt", "nt", "xc", "nc"),
        ("xti", "nti", "xci", "nci"),
        ("ee", "ne", "ec", "nc"),
        ("x1i", "n1i", "x2i", "n2i"),
    ),
    "cells": (("ai", "bi", "ci", "di"), ("tpos", "tneg", "cpos", "cneg"), ("tp", "fn", "fp", "tn")),
    "means": (
        ("m1i", "sd1i", "n1i", "m2i", "sd2i", "n2i"),
        ("me", "se", "ne", "mc", "sc", "nc"),
        ("mti", "sdti", "nti", "mci", "sdci", "nci"),
        ("mt", "sdt", "nt", "mc", "sdc", "nc"),
    ),
    "rates": (("x1i", "t1i", "x2i", "t2i"),),
    "correlation": (("ri", "ni"), ("r", "n"), ("correlation", "samplesize")),
    "proportion": (("xi", "ni"), ("xi", "mi"), ("events", "total"), ("x", "n")),
    "variance": (("yi", "vi"), ("diff", "var"), ("logor", "varlogor")),
    "error": (("yi", "sei"), ("b", "se"), ("diff", "se"), ("lnhr", "selnhr")),
}


@dataclass(frozen=True)
class Source:
    """Where numbers came from: kind of data, columns in the order of its roles, and the rows' positions."""

    kind: str
    columns: tuple[str, ...]
    rows: NDArray[np.int64]
    function: Callable[..., Effects]
    frame: pd.DataFrame

    def arrays(self) -> list[Array]:
        """The columns as numbers, in the order of the kind's roles."""
        return [self.frame[c].to_numpy(dtype=float)[self.rows] for c in self.columns]

    def effects(self) -> Effects:
        """Effects and variances of the rows; missing where R would say NA."""
        return compute(self.function, self.arrays())


def load(folder: Path, dataset: str) -> pd.DataFrame | None:
    """The data set's CSV, None when it is not there."""
    path = find_csv(folder, dataset)
    return None if path is None else pd.read_csv(path)


def find_csv(folder: Path, dataset: str) -> Path | None:
    """Where the data set's CSV is, with or without the prefix `dat.`; None when it is not there."""
    names = (f"{dataset}.csv", f"dat.{dataset}.csv", f"{dataset.removeprefix('dat.')}.csv")
    return next((folder / name for name in names if (folder / name).is_file()), None)


def find_source(frame: pd.DataFrame, measure: str, count: int, expected: Effects | None) -> Source | None:
    """The columns and rows that give `expected` (effects, variances with nan for NA) over `count` rows.

    Without per-study effects the first assignment by name is taken.
    """
    numeric = _numbers(frame)
    for rows in _row_sets(frame, count, expected is not None):
        for kind, function in computations(measure):
            for columns in _assignments(numeric, kind, function, rows, expected):
                source = Source(kind, columns, rows, function, numeric)
                if expected is None or _same(source.effects(), expected):
                    return source
    return None


def compute(function: Callable[..., Effects], arrays: list[Array]) -> Effects:
    """Effects with nan for everything that R would give as NA."""
    with np.errstate(all="ignore"):
        y, v = function(*arrays)
    missing = ~np.isfinite(y) | ~np.isfinite(v)
    return np.where(missing, np.nan, y), np.where(missing, np.nan, v)


def _numbers(frame: pd.DataFrame) -> pd.DataFrame:
    numeric = pd.DataFrame({c: pd.to_numeric(frame[c], errors="coerce") for c in frame.columns})
    return numeric.loc[:, numeric.notna().any()]


def _row_sets(frame: pd.DataFrame, count: int, verifiable: bool) -> Iterator[NDArray[np.int64]]:
    """All rows; or the rows with one value in one column; or the first ones."""
    if len(frame) == count:
        yield np.arange(count)
        return
    for column in frame.columns:
        sizes = frame[column].value_counts()
        for value in sizes.index[sizes == count]:
            yield np.flatnonzero((frame[column] == value).to_numpy())
    if verifiable and len(frame) > count:
        yield np.arange(count)


def _assignments(
    frame: pd.DataFrame,
    kind: str,
    function: Callable[..., Effects],
    rows: NDArray[np.int64],
    expected: Effects | None,
) -> Iterator[tuple[str, ...]]:
    names = {re.sub(r"[^a-z0-9]", "", c.lower()): c for c in frame.columns}
    for wanted in _NAMES[kind]:
        if all(w in names for w in wanted):
            yield tuple(names[w] for w in wanted)
    for prefix in sorted({c.split(".")[0] for c in frame.columns if "." in c}):
        for wanted in _NAMES[kind]:
            columns = tuple(f"{prefix}.{w}" for w in wanted)
            if all(c in frame.columns for c in columns):
                yield columns
    if expected is not None:
        for choices in (_paired(list(frame.columns), len(ROLES[kind])), _all_orders(frame, len(ROLES[kind]))):
            yield from _fitting(frame, choices, function, rows, expected)


def _paired(columns: list[str], size: int) -> list[tuple[str, ...]]:
    """Columns in pairs that differ by the same words ("n.treat" and "n.ctrl"), one of each pair per arm."""
    if size % 2:
        return []
    pairs: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for first, second in permutations(columns, 2):
        pairs.setdefault(_difference(first, second), []).append((first, second))
    found: list[tuple[str, ...]] = []
    for group in pairs.values():
        if size // 2 <= len(group) <= 16:
            chosen = permutations(group, size // 2)
            found += [(*(a for a, _ in order), *(b for _, b in order)) for order in chosen]
    return found


def _difference(first: str, second: str) -> tuple[str, str]:
    """What is left of two names without their common beginning and end."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    first, second = first[start:], second[start:]
    end = 0
    while end < min(len(first), len(second)) and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[: len(first) - end], second[: len(second) - end]


def _all_orders(frame: pd.DataFrame, size: int) -> list[tuple[str, ...]]:
    """Every order of the columns, where there are few enough."""
    columns = list(frame.columns)
    orders = 1
    for step in range(size):
        orders *= max(0, len(columns) - step)
    return list(permutations(columns, size)) if 0 < orders <= MOST_PERMUTATIONS else []


def _fitting(
    frame: pd.DataFrame,
    choices: list[tuple[str, ...]],
    function: Callable[..., Effects],
    rows: NDArray[np.int64],
    expected: Effects,
) -> list[tuple[str, ...]]:
    """Those assignments that give the oracle's first study effect."""
    known = np.flatnonzero(np.isfinite(expected[0]))
    if not choices or not len(known):
        return []
    place = {c: i for i, c in enumerate(frame.columns)}
    index = np.array([[place[c] for c in choice] for choice in choices])
    probe = frame.to_numpy(dtype=float)[rows[known[0]]]
    y, v = compute(function, [probe[index[:, i]] for i in range(index.shape[1])])
    close = np.isclose(y, expected[0][known[0]], atol=TOLERANCE, rtol=0)
    close &= np.isclose(v, expected[1][known[0]], atol=TOLERANCE, rtol=0)
    return [choices[i] for i in np.flatnonzero(close)]


def _same(found: Effects, expected: Effects) -> bool:
    if len(found[0]) != len(expected[0]):
        return False
    known = np.isfinite(expected[0])
    if not np.array_equal(np.isfinite(found[0]), known):
        return False
    pairs = zip(found, expected, strict=True)
    return all(np.allclose(f[known], e[known], atol=TOLERANCE, rtol=0) for f, e in pairs)
