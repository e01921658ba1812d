"""The statistical benchmarks: columns are found whatever their names, and figures hold on the data beside."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bench import pooling, tables
from bench.statistics.columns import compute, find_source
from bench.statistics.escalc import computations


def frame(names: tuple[str, ...]) -> pd.DataFrame:
    rng = np.random.default_rng(3)
    totals = rng.integers(40, 90, size=(12, 2))
    events = rng.integers(3, 30, size=(12, 2))
    data = dict(zip(names, (events[:, 0], totals[:, 0], events[:, 1], totals[:, 1]), strict=True))
    return pd.DataFrame({"study": np.arange(12), **data, "year": np.arange(1990, 2002), "note": ["x"] * 12})


@pytest.mark.parametrize(
    "names",
    [
        ("ai", "n1i", "ci", "n2i"),
        ("deaths.drug", "total.drug", "deaths.placebo", "total.placebo"),
        ("eT", "sizeT", "eC", "sizeC"),
        ("north", "blue", "green", "south"),
    ],
)
def test_columns_are_found_by_name_pairing_or_search(names: tuple[str, ...]) -> None:
    data = frame(names)
    function = dict(computations("RR"))["table"]
    expected = compute(function, [data[n].to_numpy(dtype=float) for n in names])
    source = find_source(data, "RR", len(data), expected)
    assert source is not None
    assert source.columns == names


def test_the_rows_of_one_category_are_found() -> None:
    data = pd.concat([frame(("ai", "n1i", "ci", "n2i")).assign(outcome=o) for o in "ab"], ignore_index=True)
    data.loc[data.outcome == "b", "ai"] += 1
    chosen = data[data.outcome == "b"]
    function = dict(computations("OR"))["table"]
    expected = compute(function, [chosen[n].to_numpy(dtype=float) for n in ("ai", "n1i", "ci", "n2i")])
    source = find_source(data, "OR", 12, expected)
    assert source is not None
    assert list(source.rows) == list(range(12, 24))


def test_numbers_that_no_column_gives_find_nothing() -> None:
    data = frame(("ai", "n1i", "ci", "n2i"))
    assert find_source(data, "RR", 12, (np.full(12, 9.0), np.full(12, 9.0))) is None


def test_a_folder_without_oracles_says_what_to_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pooling.main(["--oracles", str(tmp_path), "--csv", str(tmp_path)]) == 2
    assert "give --oracles the folder" in capsys.readouterr().err


def test_every_published_row_is_reproduced(shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "meta_analysis"
    path = tmp_path / "figures.json"
    arguments = ["--oracles", str(folder), "--csv", str(folder / "csv"), "--json", str(path)]
    assert pooling.main(arguments) == 0
    assert json.loads(path.read_text())[0]["value"] == 1.0


def test_review_tables_agree_on_97_of_100_rows(shared: Path) -> None:
    rows = tables.read(shared / "data" / "cochrane_tables" / "dev.csv.gz")
    binary = tables.binary_rows(rows)
    names, agreed = tables.agreement(binary)
    both = (binary.frame["Experimental.cases"] > 0) & (binary.frame["Control.cases"] > 0)
    judged = np.isin(np.array(names), ("RR", "OR", "RD")) & both.to_numpy()
    assert judged.sum() > 10_000
    assert agreed[judged].mean() >= 0.97
