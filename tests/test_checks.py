"""What continuous integration runs is what the README tells a newcomer to run, and every other check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def recipe(target: str) -> str:
    """The commands of a target of the Makefile."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert found, f"the Makefile has no recipe for {target}"
    return found[1]


def integration() -> list[str]:
    """The targets that continuous integration makes."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    return re.findall(r"^(?:exec )?make (\w+)", script, re.M)


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    assert "make test " in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "test" in integration()


@pytest.mark.parametrize("check", ["ruff format --check", "ruff check", "mypy", "lint-imports"])
def test_continuous_integration_checks_format_lint_types_and_imports(check: str) -> None:
    assert any(check in recipe(target) for target in integration())
