"""What runs log: a JSON object a line, with the question, run, step and paper that it is about."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from resources import run_log
from resources.run_log import RunLog
from resources.settings import get_settings
from resources.workbench import Workbench

if TYPE_CHECKING:
    from resources.settings import Settings
    from resources.store.session import Store


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_step_tells_what_it_does_and_what_came_of_it_and_why_it_failed(
    store: Store, store_settings: Settings
) -> None:
    bench = Workbench(store_settings, store)
    said: list[str] = []
    bench.progress = said.append
    bench.tell("before any step")
    bench.at("full_texts", "question_1", "run_1")
    bench.tell("note: no full text of pmid:1", paper_id="pmid:1")
    bench.tell("asking")
    with bench.silent():
        bench.tell("what a rehearsal says")
    bench.done({"full_texts_fetched": 2})
    bench.failed(ValueError("a trace\n  of two lines"))
    assert said == ["before any step", "note: no full text of pmid:1", "asking"]
    found = lines(bench.settings.data_home / "dagster" / "runs.jsonl")
    about = {"question_id": "question_1", "run_id": "run_1", "step": "full_texts"}
    assert all(about.items() <= line.items() for line in found)
    assert [(line["level"], line["message"]) for line in found] == [
        ("warning", "no full text of pmid:1"),
        ("info", "asking"),
        ("info", "done"),
        ("error", "a trace of two lines"),
    ]
    assert found[0]["paper_id"] == "pmid:1"
    assert (found[2]["counts"], found[3]["error"]) == ({"full_texts_fetched": 2}, "ValueError")
    assert 0 <= found[2]["seconds"] < 60
    assert datetime.fromisoformat(found[0]["time"]).tzinfo == UTC


def test_lines_of_many_writers_stay_whole_and_no_terminal_acts_on_them(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "runs.jsonl"
    hostile = "\x1b[2J\u202e \n" + "x" * 5_000

    def write(number: int) -> None:
        log = RunLog(path)
        for _ in range(50):
            log.write("info", hostile, writer=number)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = lines(path)
    assert sorted(line["writer"] for line in found) == sorted(list(range(4)) * 50)
    assert {line["message"] for line in found} == {hostile}
    assert path.read_bytes().isascii()
    assert not {0x1B, 0x0D} & set(path.read_bytes())
    assert path.stat().st_mode & 0o077 == 0, "it names what was asked"


def test_a_file_that_grew_long_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_log, "_MOST_BYTES", 1_000)
    log = RunLog(tmp_path / "runs.jsonl")
    for number in range(30):
        log.write("info", "a line of some length that fills the file", number=number)
    kept = [*lines(tmp_path / "runs.jsonl.1"), *lines(tmp_path / "runs.jsonl")]
    numbers = [line["number"] for line in kept]
    assert numbers == list(range(numbers[0], 30))
    assert (tmp_path / "runs.jsonl").stat().st_size <= 1_000


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    RunLog(tmp_path / "file" / "runs.jsonl").write("info", "lost")
    RunLog(Path("/dev/full")).write("info", "lost")


def test_the_log_goes_where_the_settings_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def place(value: str | None) -> Path | None:
        return get_settings(data_home=tmp_path, log_file=value).run_log

    assert place(None) == tmp_path / "dagster" / "runs.jsonl"
    assert place("/var/log/aitia.jsonl") == Path("/var/log/aitia.jsonl")
    assert place("-") is None
    RunLog(None).write("info", "heard")
    assert json.loads(capsys.readouterr().err)["message"] == "heard"
