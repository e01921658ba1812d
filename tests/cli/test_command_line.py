"""The `aitia` command answers for itself: help, versions and errors, each in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment},
        check=False,
    )


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv=['aitia','--help']\n"
        "from cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit as stop: assert not stop.code\n"
        "heavy = {'dagster','sqlalchemy','numpy','pydantic','onnxruntime','great_expectations'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    for command in ("ask", "questions", "show", "sources", "sql", "db", "dev"):
        assert f"  {command} " in done.stdout
    assert "HEAVY []" in done.stdout


@pytest.mark.parametrize("command", ["ask", "questions", "show", "sources", "sql", "db", "dev"])
def test_each_command_explains_itself(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage: aitia" in done.stdout


@pytest.mark.parametrize(
    ("question", "hint"),
    [("", "question"), ("What is vitamin D?", "?"), ("x" * 5000, "characters")],
    ids=["empty", "not causal", "5,000 characters"],
)
def test_a_question_that_cannot_be_read_is_refused_with_exit_code_2(question: str, hint: str) -> None:
    done = run("ask", question)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_documents_path_that_is_missing_is_named() -> None:
    done = run("ask", "Does aspirin reduce stroke?", "--documents", "/no/such/folder")
    assert done.returncode == 1
    assert "/no/such/folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_cannot_be_reached_is_one_line_with_the_next_step(tmp_path: Path) -> None:
    done = run(
        "questions",
        AITIA_DATABASE_URL="postgresql://nobody:secret@127.0.0.1:1/aitia",
        AITIA_DATA_HOME=str(tmp_path),
    )
    assert done.returncode == 1
    assert "127.0.0.1" in done.stderr
    assert "secret" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
