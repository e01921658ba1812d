"""Prompts as files; a file's name carries its version, and a text that changes gets a new file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def prompt(version: str) -> str:
    """The text of one version, e.g. "extract-normal-v2"."""
    return files(__name__).joinpath(f"{version}.md").read_text(encoding="utf-8")
