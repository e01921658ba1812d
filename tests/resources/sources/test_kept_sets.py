"""A large file that is kept gives what a reading of the whole file gives, whatever became of either."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.sources import kept_sets
from resources.sources.document_sets import iter_documents
from resources.sources.formats import base
from resources.sources.kept_sets import KeptSet, NotKept
from resources.sources.large_sets import LargeSet

ROOT = Path(__file__).resolve().parents[3]
METALS = ("zinc", "iron zinc", "copper", "zinc lozenges for colds", "stars zinc zinc")
QUERIES = ("zinc lozenges", "copper adults", "number 7", "absent", "")


def line(n: int) -> str:
    return json.dumps(
        {
            "title": f"Report {n} on {METALS[n % 5]}",
            "abstract": "zinc was given. " * (n % 4),
            "pmid": str(n + 1),
        }
    )


LINES = st.sampled_from([*map(line, range(12)), "", "no paper", '{"title": "---"}', line(3), "[1]"])
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(("append", "append", "append", "edit", "cut", "touch")), st.lists(LINES, max_size=6)
    ),
    min_size=1,
    max_size=6,
)


def same(file: Path, home: Path) -> KeptSet:
    """The kept set, once it was seen to give what a fresh reading gives."""
    kept, fresh = KeptSet(file, file.name, home), LargeSet(iter_documents([file]))
    for query in QUERIES:
        for limit in (1, 3, 50):
            assert kept.search(query, limit) == fresh.search(query, limit)
    return kept


@settings(max_examples=15)
@given(CHANGES)
def test_after_any_changes_a_kept_file_gives_what_a_fresh_reading_gives(
    changes: list[tuple[str, list[str]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, home = Path(folder) / "papers.jsonl", Path(folder) / "home"
        held = [line(n) for n in range(6)]
        for change, lines in changes:
            if change == "append":
                held += lines
            elif change == "edit":
                held[len(held) // 2 : len(held) // 2] = lines
            elif change == "cut":
                held = held[: max(1, len(held) - 2)]
            file.write_text("".join(f"{text}\n" for text in held), encoding="utf-8")
            same(file, home)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Forty papers."""
    file = tmp_path / "papers.jsonl"
    file.write_text("".join(line(n) + "\n" for n in range(40)), encoding="utf-8")
    return file


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many lines each reading of a file began."""
    seen: list[int] = []
    read = base.lines_of

    def watched(path: Path, source: Any, number: int, total: int) -> Any:
        seen.append(number)
        return read(path, source, number, total)

    monkeypatch.setattr(kept_sets, "lines_of", watched)
    return seen


def append(file: Path, *lines: str) -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.writelines(f"{text}\n" for text in lines)


def index_of(home: Path) -> Path:
    (index,) = home.glob("*.sqlite")
    return index


def test_only_what_was_appended_is_read_and_what_is_the_same_not_at_all(
    file: Path, tmp_path: Path, begun: list[int]
) -> None:
    home = tmp_path / "home"
    same(file, home)
    append(file, line(50))
    same(file, home)
    os.utime(file, (1, 1))
    same(file, home)
    same(file, home)
    assert begun == [0, 40, 41], "the last time nothing was read: the file is the same, and old"
    text = file.read_text()
    file.write_text(text.replace("copper", "silver", 1))
    same(file, home)
    assert begun[-1] == 0, "a file that was edited is read anew"


def test_what_another_code_has_read_is_read_anew(
    file: Path, tmp_path: Path, begun: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    same(file, tmp_path / "home")
    monkeypatch.setattr(kept_sets, "_code", lambda: "another")
    same(file, tmp_path / "home")
    assert begun == [0, 0]


def test_a_last_line_that_may_go_on_is_not_kept(file: Path, tmp_path: Path) -> None:
    with file.open("a") as opened:
        opened.write(line(50))
    with pytest.raises(NotKept, match="may go on"):
        KeptSet(file, file.name, tmp_path / "home")
    with pytest.raises(NotKept):
        KeptSet(file, file.name, file / "no folder")
    with pytest.raises(NotKept, match="too few"):
        KeptSet(file, file.name, tmp_path / "home", least=41)


def garble(index: Path) -> None:
    data = bytearray(index.read_bytes())
    data[100:] = os.urandom(len(data) - 100)
    index.write_bytes(data)


def shorten(index: Path) -> None:
    index.write_bytes(index.read_bytes()[: index.stat().st_size // 2])


def change(statement: str) -> Callable[[Path], None]:
    def made(index: Path) -> None:
        with sqlite3.connect(index) as database:
            database.execute(statement)

    return made


def link(index: Path) -> None:
    index.rename(index.with_suffix(".elsewhere"))
    index.symlink_to(index.with_suffix(".elsewhere"))


@pytest.mark.parametrize(
    "harm",
    [
        garble,
        shorten,
        link,
        lambda index: index.chmod(0o666),
        lambda index: index.write_bytes(b""),
        change("UPDATE papers SET content = replace(content, 'zinc', 'lead')"),
        change("UPDATE papers SET name = 'elsewhere:1' WHERE place = 0"),
        change("DELETE FROM papers WHERE place = 7"),
        change("UPDATE lengths SET numbers = zeroblob(160)"),
        change("UPDATE postings SET often = places WHERE word = 'zinc'"),
        change("UPDATE state SET told = replace(told, '40', '39')"),
        change("DELETE FROM state"),
        change("CREATE TRIGGER other AFTER INSERT ON papers BEGIN DELETE FROM papers; END"),
    ],
)
def test_an_index_that_is_not_as_it_was_written_is_thrown_away(
    file: Path, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    home = tmp_path / "home"
    same(file, home)
    harm(index_of(home))
    same(file, home)
    append(file, line(50))
    same(file, home)


KILLED = """
import os, signal, sys
from pathlib import Path
from resources.sources import kept_sets, kept_tables

write = kept_tables.Batch.flush

def killed(batch):
    write(batch)
    os.kill(os.getpid(), signal.SIGKILL)

kept_tables.Batch.flush = killed
kept_sets.KeptSet(Path(sys.argv[1]), "papers.jsonl", Path(sys.argv[2]))
"""


def test_a_process_killed_while_it_adds_or_builds_leaves_nothing_half_done(
    file: Path, tmp_path: Path, begun: list[int]
) -> None:
    home = tmp_path / "home"
    command = [sys.executable, "-c", KILLED, str(file), str(home)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    same(file, home)
    append(file, line(50))
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    same(file, home)
    assert begun == [0, 40], "what was whole before the kill is still there"


ASKED = """
import sys
from pathlib import Path
from resources.sources.kept_sets import KeptSet

sys.stdin.readline()
found = KeptSet(Path(sys.argv[1]), "papers.jsonl", Path(sys.argv[2])).search("zinc lozenges", 5)
print([record.record_id for record in found.records], found.total)
"""


def test_processes_that_add_the_same_lines_at_once_add_them_once(file: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    same(file, home)
    append(file, *map(line, range(50, 90)))
    command = [sys.executable, "-c", ASKED, str(file), str(home)]
    asked = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = {process.communicate("go\n")[0] for process in asked}
    found = same(file, home).search("zinc lozenges", 5)
    assert said == {f"{[record.record_id for record in found.records]} {found.total}\n"}


def test_only_the_files_used_last_are_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for n in range(6):
        file = tmp_path / f"{n}.jsonl"
        file.write_text(line(n) + "\n")
        same(file, home)
    assert len(list(home.glob("*.sqlite"))) == 4
