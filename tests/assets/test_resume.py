"""A process killed anywhere resumes without loss or duplicate."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import World

ROOT = Path(__file__).resolve().parents[2]
# The step reports that it begins or has done its work; the process then kills itself, as by `kill -9`. Each
# process comes of one that has loaded everything and opened nothing.
PROGRAM = """
import json, os, signal, sys
from resources.loading import loading

with loading():
    from aitia.question import read_question
    from assets.steps.search_plan import RoundConfig
    from assets.steps.order import run_steps
    from resources.settings import get_settings
    from resources.workbench import open_workbench

def run(text, folder, moment, database, home):
    def progress(message):
        if message.startswith(moment):
            os.kill(os.getpid(), signal.SIGKILL)

    with open_workbench(get_settings(database_url=database, data_home=home), progress) as bench:
        run_steps(bench, read_question(text), RoundConfig(documents=[folder]), "killed")

for line in sys.stdin:
    if os.fork() == 0:
        run(*json.loads(line))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
VOLATILE = {"created_at", "updated_at", "sent_at", "finished_at", "run_id", "settled_inputs", "documents"}
VOLATILE |= {"reasoned_below", "marked_in", "change_id", "transaction_id", "recorded_at", "seal"}
MOMENTS = ("6 candidate papers", "reading ", "checking claims", "graded ", "verdict: ")


def content(world: World) -> dict[str, list[Any]]:
    """Every table's rows without moments and run ids; the change log and its seals are left out.

    A seal is a hash of a whole row, moments too: what is compared is which row has one.
    """
    found = {}
    for name, rows in world.tables().items():
        if name == "change_log":
            continue
        kept = [
            {k: str(v) for k, v in row.items() if k not in VOLATILE}
            for row in rows
            if row.get("table_name") != "change_log"
        ]
        found[name] = sorted(kept, key=str)
    return found


@pytest.fixture
def killed(make_world: Callable[..., World]) -> Iterator[Callable[[str], World]]:
    """A world in which a process asking the question was killed when it reported something."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdin is not None
        assert asking.stdout is not None
        say, hear = asking.stdin, asking.stdout

        def kill(moment: str) -> World:
            world = make_world()
            settings = world.bench.settings
            assert settings.database_url is not None
            places = settings.database_url.get_secret_value(), str(settings.data_home)
            say.write(json.dumps([world.question.text, str(world.folder), moment, *places]) + "\n")
            say.flush()
            assert hear.readline() == f"{-signal.SIGKILL}\n"
            return world

        yield kill


def test_a_run_killed_at_any_step_ends_in_the_rows_of_an_undisturbed_run(
    world: World, killed: Callable[[str], World]
) -> None:
    expected = content(world)
    for moment in MOMENTS:
        resumed = killed(moment)
        resumed.ask()
        found = content(resumed)
        for table, rows in expected.items():
            assert found[table] == rows, f"{table} after a kill at {moment!r}"
