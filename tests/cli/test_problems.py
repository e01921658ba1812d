"""Whatever breaks, a person reads one message with the next step and no trace."""

from __future__ import annotations

import errno
from pathlib import Path

import psycopg2
import pytest

from aitia.model.errors import StoreFull
from cli.problems import explain
from resources.settings import Settings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data home of the test's own, as the environment names it."""
    monkeypatch.setenv("AITIA_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AITIA_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_an_error_of_ours_behind_another_one_is_the_message(home: Path) -> None:
    problem = RuntimeError("while running a step")
    problem.__cause__ = StoreFull("The database has no space left; free some.")
    assert explain(problem) == "The database has no space left; free some."


def test_a_full_disk_says_what_to_do(home: Path) -> None:
    said = explain(OSError(errno.ENOSPC, "No space left on device", "/data/report.html"))
    assert said.startswith("The disk of /data/report.html is full.")
    assert "free some space, then run the same command again" in said


@pytest.mark.parametrize(("folder", "variable"), [("home", "DATA_HOME"), ("cache", "CACHE_HOME")])
def test_a_folder_that_may_not_be_written_names_the_setting_that_moves_it(
    home: Path, folder: str, variable: str
) -> None:
    place = str(home / folder / "models" / "x.onnx")
    said = explain(PermissionError(errno.EACCES, "Permission denied", place))
    assert place in said
    assert f"Set AITIA_{variable} to a folder that you may write to" in said


@pytest.mark.parametrize(
    ("state", "next_step"),
    [
        ("53100", "free some space"),
        ("42501", "GRANT CREATE ON DATABASE"),
        ("57P01", "aitia db start"),
    ],
)
def test_what_dagsters_own_driver_raises_is_told_too(
    home: Path, store_settings: Settings, state: str, next_step: str
) -> None:
    address = store_settings.database_url
    assert address is not None
    connection = psycopg2.connect(address.get_secret_value())
    try:
        with pytest.raises(psycopg2.Error) as raised, connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'as planned' USING ERRCODE = '{state}'; END $$")
    finally:
        connection.close()
    said = explain(raised.value)
    assert "as planned" in said
    assert next_step in said
    assert "\n" not in said
    assert not (home / "home" / "errors.log").exists()


def test_an_unknown_error_is_one_line_and_its_trace_is_in_the_file_that_it_names(home: Path) -> None:
    try:
        raise KeyError("surprise\nof two lines")
    except KeyError as problem:
        said = explain(problem)
    log = home / "home" / "errors.log"
    assert said.startswith("KeyError: ")
    assert "\n" not in said
    assert str(log) in said
    assert "test_problems.py" in log.read_text(encoding="utf-8")


def test_the_trace_is_kept_elsewhere_where_the_data_home_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AITIA_DATA_HOME", "/dev/null/home")
    said = explain(ValueError("no"))
    kept = Path(said.rsplit(" ", 1)[1].rstrip("."))
    assert "ValueError: no" in kept.read_text(encoding="utf-8")
    kept.unlink()
