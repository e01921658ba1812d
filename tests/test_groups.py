"""Tests of one group run on one worker: they share servers and databases that cost a minute to start."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GROUPED = """
import os, pathlib, pytest, time
@pytest.mark.xdist_group("one")
@pytest.mark.parametrize("number", range(4))
def test_where(number):
    time.sleep(0.1)
    (pathlib.Path(__file__).parent / f"ran-{number}").write_text(os.environ["PYTEST_XDIST_WORKER"])
"""


def test_a_group_of_tests_stays_on_one_worker(tmp_path: Path) -> None:
    (tmp_path / "test_grouped.py").write_text(GROUPED, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    ran = sorted(tmp_path.glob("ran-*"))
    assert len(ran) == 4
    assert len({file.read_text(encoding="utf-8") for file in ran}) == 1
