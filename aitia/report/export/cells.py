"""CSV that no spreadsheet runs: text that would be taken for a formula is text."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Cell = str | int | float | bool | None


def safe(value: Cell) -> str:
    """A cell: numbers as they are, missing values empty, what begins like a formula behind an apostrophe."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    text = value.replace("\x00", "")
    return f"'{text}" if text.lstrip(" \u00a0\ufeff")[:1] in _FORMULA and text.strip() else text


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The table as CSV (RFC 4180 quoting, lines end with a line feed)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    # A bare \r in a cell would end its row where a reader takes any line ending.
    writer.writerows([safe(value).replace("\r\n", "\n").replace("\r", "\n") for value in row] for row in rows)
    return out.getvalue()
