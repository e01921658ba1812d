"""An export that cannot be written is one message, and leaves nothing half-written behind."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assets.steps.bundle import export_bundle
from assets.steps.dossier import exported
from cli.export import write_files
from cli.problems import explain
from resources.files import replace_files
from tests.disks import unmount

ROOT = Path(__file__).resolve().parents[2]
LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700)); "
    "from cli.main import main; main(sys.argv[1:])"
)


@contextmanager
def files_of_at_most(count: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a disk that has no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def files(world: Any, form: str) -> Mapping[str, bytes]:
    question_id = world.question.question_id
    if form == "bundle":
        return {"bundle": export_bundle(world.bench.store, question_id)}
    return exported(world.bench, question_id, form)


def message(made: Mapping[str, bytes], target: Path) -> str:
    """What the command says of an export that fails."""
    with pytest.raises(OSError, match=r"\w") as raised:
        write_files(made, target)
    return explain(raised.value)


@pytest.mark.parametrize(("form", "name"), [("csv", "tables"), ("bundle", "a.zip"), ("json", "a.json")])
def test_where_the_disk_takes_too_little_the_old_files_stand_and_no_new_one(
    answered: Any, tmp_path: Path, form: str, name: str
) -> None:
    target = tmp_path / name
    old = target / "studies.csv" if form == "csv" else target
    old.parent.mkdir(exist_ok=True)
    old.write_bytes(b"what stood there")
    made = files(answered, form)
    with files_of_at_most(700):
        assert str(target) in message(made, target)
    assert old.read_bytes() == b"what stood there"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [old]


def test_the_command_tells_it_in_one_line_and_takes_away_what_it_made(answered: Any, tmp_path: Path) -> None:
    settings = answered.bench.settings
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AITIA_")}
    place = {
        "AITIA_DATABASE_URL": settings.database_url.get_secret_value(),
        "AITIA_DATA_HOME": str(settings.data_home),
    }
    target = tmp_path / "new" / "tables"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "export", answered.question.question_id, "--format", "csv",
         "-o", target],
        cwd=ROOT, env=kept | place, capture_output=True, text=True, timeout=300, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: {target}")
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_with_the_next_step(answered: Any) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    said = message(files(answered, "json"), Path("/dev/full"))
    assert said.startswith("The disk of /dev/full is full.")
    assert "free some space" in said


@pytest.fixture
def small_disk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A file system of 64 kB, of a kind; skipped where this account may not mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size=64k,{request.param}", "tmpfs", str(place)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system may be mounted here")
    yield place
    unmount(place)


@pytest.mark.parametrize(
    ("small_disk", "said"), [("rw", "is full"), ("ro", "Read-only file system")], indirect=["small_disk"]
)
def test_a_disk_that_is_full_or_only_reads_is_left_as_it_was(
    answered: Any, small_disk: Path, said: str
) -> None:
    if said == "is full":
        (small_disk / "other").write_bytes(b"x" * 60_000)
    before = sorted(small_disk.iterdir())
    told = message(files(answered, "csv"), small_disk / "tables")
    assert said in told
    assert str(small_disk / "tables") in told
    assert sorted(small_disk.iterdir()) == before


def test_files_are_replaced_together_or_not_at_all(tmp_path: Path) -> None:
    first, blocked = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"old")
    blocked.mkdir()
    with pytest.raises(IsADirectoryError, match="b"):
        replace_files({first: b"x", blocked: b"y"})
    assert first.read_bytes() == b"old"
    replace_files({first: b"new", tmp_path / "deep" / "er" / "c": b"z"})
    assert first.read_bytes() == b"new"
    assert (tmp_path / "deep" / "er" / "c").read_bytes() == b"z"
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]
