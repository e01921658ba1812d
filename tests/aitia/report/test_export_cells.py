"""No cell of a CSV file is taken for a formula, and no number is spoilt on the way."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.report.export.cells import safe, table

FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "\u00a0=1",
    "\ufeff=1",
    "＝1",
    "－1",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_run_is_text(text: str) -> None:
    assert safe(text) == f"'{text}"


def test_numbers_stay_numbers() -> None:
    assert [safe(value) for value in (-0.35, 3, None, float("nan"), True)] == ["-0.35", "3", "", "", "true"]


@given(st.lists(st.lists(st.text(max_size=20), min_size=2, max_size=2), max_size=10))
def test_every_cell_is_read_back_whole_and_begins_like_no_formula(rows: list[list[str]]) -> None:
    read = list(csv.reader(io.StringIO(table(("a", "b"), rows), newline="")))
    assert len(read) == len(rows) + 1 or any("\r" in cell for row in rows for cell in row)
    for cell in (cell for row in read[1:] for cell in row):
        assert (
            cell.lstrip(" \u00a0\ufeff")[:1] not in ("=", "+", "-", "@", "＝", "＋", "－", "＠") or not cell
        )
