"""Tables and texts as Markdown, and the files of the project."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with its headings."""
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join(lines + ["| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows])


def fenced(text: str) -> str:
    """A text as it was printed."""
    return f"```text\n{text.rstrip()}\n```"


def one_line(text: str | None) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((text or "").strip().split("\n\n")[0].split())


def read(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")
