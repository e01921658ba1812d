"""The statements of sql/reasoning, by name."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "sql" / "reasoning"


@cache
def statement(name: str) -> str:
    """The text of a statement of sql/reasoning."""
    return (_FOLDER / f"{name}.sql").read_text(encoding="utf-8")
