"""A wrong folder ends the comparison of meta-analyses with a message instead of figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.pooling import main

EFFECTS = "dataset,measure,i,yi,vi\n{name},GEN,1,0.5,0.04\n{name},GEN,2,0.25,0.09\n"
DATA = "yi,vi\n0.5,0.04\n0.25,0.09\n"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """One oracle of one made-up data set, and the folder with that data set."""
    oracles, data = tmp_path / "oracles", tmp_path / "data"
    oracles.mkdir()
    data.mkdir()
    (oracles / "oracle_effects.csv").write_text(EFFECTS.format(name="dat.tea"))
    (data / "dat.tea.csv").write_text(DATA)
    return oracles, data


def _run(oracles: Path, data: Path) -> tuple[int, Path]:
    written = oracles.parent / "figures.json"
    return main(["--oracles", str(oracles), "--csv", str(data), "--json", str(written)]), written


def test_right_folders_are_compared(folders: tuple[Path, Path]) -> None:
    code, written = _run(*folders)
    assert code == 0
    assert json.loads(written.read_text())[0]["value"] == 1.0


@pytest.mark.parametrize("wrong", ["not_there", "oracles", "data/dat.tea.csv"])
def test_a_wrong_data_folder_is_named(
    folders: tuple[Path, Path], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folders[0].parent / wrong
    code, written = _run(folders[0], path)
    assert code == 2
    assert not written.exists()
    error = capsys.readouterr().err
    assert f"--csv {path}" in error
    assert "give --csv the folder" in error


@pytest.mark.parametrize("wrong", ["not_there", "data", "oracles/oracle_effects.csv"])
def test_a_wrong_oracle_folder_is_named(
    folders: tuple[Path, Path], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folders[0].parent / wrong
    assert main(["--oracles", str(path), "--csv", str(folders[1])]) == 2
    error = capsys.readouterr().err
    assert f"--oracles {path}" in error
    assert "give --oracles the folder" in error


@pytest.mark.parametrize(
    "content", [b"", b"dataset,measure\n", b"a,b\n1,2\n", b"\xff\xfe\x00", b'dataset,measure\n"a,b\n']
)
def test_an_oracle_file_that_is_none_is_told(
    folders: tuple[Path, Path], content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (folders[0] / "oracle_effects.csv").write_bytes(content)
    assert _run(*folders)[0] == 2
    assert str(folders[0]) in capsys.readouterr().err


def test_a_data_set_that_is_missing_counts_as_not_reproduced_and_gives_no_infinity(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    (folders[0] / "oracle_more.csv").write_text(EFFECTS.format(name="dat.salt"))
    code, written = _run(*folders)
    assert code == 1
    assert "lacks dat.salt" in capsys.readouterr().err
    figures = {row["measure"]: row["value"] for row in json.loads(written.read_text())}
    assert figures["rows reproduced, share"] == 0.5
    assert figures["studies: largest error, closed"] is None
    assert "Infinity" not in written.read_text()
