"""Pairs of cells that could be the two arms' figures for one outcome: every pair that a table allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from aitia.reading.numbers.cells import read_size
from aitia.reading.numbers.tables import Row, Table
from aitia.reading.paper.arms import Names, control_words, stems

TIME = re.compile(r"\b(\d{1,3})[- ]?(?:months?|weeks?|days?|hours?|h|min|years?|m|wk|y)\b", re.I)
_NO_ARM = re.compile(
    r"(?i)^\s*p\b|\bp[- ]?values?\b|\b(?:vs|versus|minus|difference|ratio|total|overall|all)\b"
)
_SIZE_PART = re.compile(r"[(\[]?\s?\b[Nn]\s?=.*")
_SPREAD = re.compile(r"(?i)\s*\b(?:SD|s\.d\.|standard deviations?|SEM?|%|percent)\W*$")
_CENTRE = re.compile(r"(?i)\s*\b(?:means?|M|n|no\.?|number|x̄)\W*$")
_SIZE_ROW = re.compile(
    r"(?i)(?:number of (?:patients|participants|subjects|women|men|children|cases)|n|no\.?(?: of patients)?|"
    r"patients|participants|subjects|sample(?: size)?)[\s,(]*(?:n|no\.?)?\)?"
)
_MOST_PAIRS = 12
_MOST_ROWS = 120
_NEAR = 12
UNKNOWN = 0.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells, the words of their row and columns, how well the arms fit (−2 to 2), and their sizes."""

    first: str
    second: str
    label: str
    section: str
    column: str
    caption: str
    arms: float
    alike: float
    sizes: tuple[int | None, int | None]
    offset: int


def table_pairs(table: Table, names: Names) -> Iterator[Pair]:
    """Every pair of cells of a table, arms as columns and arms as rows."""
    table = _joined_columns(_spread_header(table))
    yield from _by_column(table, names)
    yield from _by_row(table, names)


def arm_fit(text: str, names: Names) -> float:
    """−1 to 1: how surely a header or row label names the first arm (1) or the second (−1)."""
    if not text or len(text) > 200 or _NO_ARM.search(text):
        return UNKNOWN
    words = _words(_SIZE_PART.sub("", text))
    one, two = names.first - names.second, names.second - names.first
    fit = _share(words, one) - _share(words, two)
    if not fit and names.first_control != names.second_control:
        sign = 1 if names.first_control else -1
        fit = sign * (0.7 if control_words(text) else 0.0)
    return max(-1.0, min(1.0, fit))


def _share(words: frozenset[str], own: frozenset[str]) -> float:
    shared = len(words & own)
    return 0.0 if not shared else 0.5 + 0.25 * shared / len(words) + 0.25 * shared / len(own)


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    return stems(text)


def _pairs_of(fits: Sequence[float]) -> list[tuple[int, int, float]]:
    """(first, second, fit) of the places that can be the two arms, best first."""
    known = [i for i, fit in enumerate(fits) if fit]
    found = [
        (i, j, fits[i] - fits[j])
        for i in range(len(fits))
        for j in range(len(fits))
        if i != j and fits[i] >= 0 >= fits[j] and (fits[i] or fits[j] or not known)
    ]
    found.sort(key=lambda pair: (-pair[2], abs(pair[0] - pair[1])))
    return found


def _by_column(table: Table, names: Names) -> Iterator[Pair]:
    fits = [arm_fit(header, names) if not _NO_ARM.search(header) else None for header in table.header]
    usable = [i for i, fit in enumerate(fits) if fit is not None]
    pairs = _pairs_of([fits[i] or 0.0 for i in usable])
    sizes = _size_row(table)
    kept = 0
    for a, b, fit in pairs:
        i, j = usable[a], usable[b]
        rest = _rest(table.header[i], names), _rest(table.header[j], names)
        if sorted(TIME.findall(table.header[i])) != sorted(TIME.findall(table.header[j])):
            continue
        if _ordinal(table.header, i) != _ordinal(table.header, j):
            continue
        kept += 1
        if kept > _MOST_PAIRS:
            return
        own = (read_size(table.header[i]) or sizes.get(i), read_size(table.header[j]) or sizes.get(j))
        for row in table.rows[:_MOST_ROWS]:
            if i < len(row.cells) and j < len(row.cells) and row.cells[i] and row.cells[j]:
                yield Pair(
                    row.cells[i],
                    row.cells[j],
                    row.label,
                    row.section,
                    " ".join(sorted(rest[0] | rest[1])),
                    f"{table.caption} {table.corner}",
                    fit,
                    _alike(*rest),
                    own,
                    row.offset,
                )


def _ordinal(header: Sequence[str], place: int) -> int:
    """How many columns of the same name stand before one."""
    return header[:place].count(header[place])


def _by_row(table: Table, names: Names) -> Iterator[Pair]:
    rows = table.rows[:_MOST_ROWS]
    own = [arm_fit(row.label, names) for row in rows]
    fits = [fit or arm_fit(row.section, names) for fit, row in zip(own, rows, strict=True)]
    kept = 0
    for a, b, fit in _pairs_of(fits):
        one, two = rows[a], rows[b]
        same_section = one.section == two.section or not (own[a] and own[b])
        if abs(a - b) > _NEAR or not same_section or not (fits[a] and fits[b]):
            continue
        kept += 1
        if kept > 2 * _MOST_PAIRS:
            return
        yield from _row_cells(table, one, two, fit, names)


def _row_cells(table: Table, one: Row, two: Row, fit: float, names: Names) -> Iterator[Pair]:
    rest = _rest(one.label, names), _rest(two.label, names)
    section = "" if arm_fit(one.section, names) else one.section
    sizes = (_own_size(table, one), _own_size(table, two))
    for i, header in enumerate(table.header):
        if i < min(len(one.cells), len(two.cells)) and one.cells[i] and two.cells[i]:
            if _NO_ARM.search(header):
                continue
            yield Pair(
                one.cells[i],
                two.cells[i],
                header,
                section,
                " ".join(sorted(rest[0] | rest[1])),
                table.caption,
                fit,
                _alike(*rest),
                sizes,
                one.offset,
            )


def _own_size(table: Table, row: Row) -> int | None:
    for header, cell in zip(table.header, row.cells, strict=False):
        if header.strip().lower() in ("n", "no", "number", "no.", "patients") and cell.isdigit():
            return int(cell)
    return read_size(row.label)


def _size_row(table: Table) -> dict[int, int]:
    """Sizes that a row of the table gives ("Number of patients | 30 | 22")."""
    for row in table.rows[:4]:
        filled = [c for c in row.cells if c]
        if filled and _SIZE_ROW.fullmatch(row.label.strip()) and all(c.isdigit() for c in filled):
            return {i: int(c) for i, c in enumerate(row.cells) if c}
    return {}


def _rest(text: str, names: Names) -> frozenset[str]:
    """What a header says beside the arm: time point, unit, statistic."""
    return _words(_SIZE_PART.sub("", text)) - names.first - names.second


def _alike(one: frozenset[str], two: frozenset[str]) -> float:
    return len(one & two) / len(one | two) if one | two else 1.0


def _spread_header(table: Table) -> Table:
    """The table with names that stand packed to the left put over the blocks of columns that they span."""
    named = [h for h in table.header if h]
    width = len(table.header)
    if not 2 <= len(named) < width or any(table.header[len(named) :]) or width % len(named):
        return table
    block = width // len(named)
    return replace(table, header=tuple(named[i // block] for i in range(width)))


def _joined_columns(table: Table) -> Table:
    """The table with "mean" and "SD", or "n" and "%", of one arm in one column: "12 (31.6)"."""
    joins = [i for i, (a, b) in enumerate(pairwise(table.header)) if _belongs(a, b)]
    if not joins:
        return table
    gone = {i + 1 for i in joins}
    kept = [i for i in range(len(table.header)) if i not in gone]
    header = tuple(_CENTRE.sub("", table.header[i]) if i in joins else table.header[i] for i in kept)
    rows = tuple(
        replace(row, cells=tuple(_cell(row.cells, i, i in joins) for i in kept if i < len(row.cells)))
        for row in table.rows
    )
    return replace(table, header=header, rows=rows)


def _belongs(one: str, other: str) -> bool:
    if not _SPREAD.search(other) or not _CENTRE.search(one):
        return False
    return _CENTRE.sub("", one).strip() == _SPREAD.sub("", other).strip()


def _cell(cells: Sequence[str], place: int, joined: bool) -> str:
    if not joined or place + 1 >= len(cells) or not cells[place] or not cells[place + 1]:
        return cells[place]
    return f"{cells[place]} ({cells[place + 1].strip('()')})"
