"""Word lists and patterns that stand as TOML files beside the code that reads them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """The TOML file of that name in a package; lists keep their order."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def words_of(lists: dict[str, Any], name: str) -> frozenset[str]:
    """A list of words as a set."""
    return frozenset(lists[name])


def patterns_of(table: dict[str, Any]) -> dict[str, re.Pattern[str]]:
    """The `patterns` of a table, ignoring case; `<<name>>` stands for a part, which may hold earlier ones."""
    parts: dict[str, str] = {}
    for name, text in table["parts"].items():
        parts[name] = filled(text, parts)
    return {name: re.compile(filled(text, parts), re.IGNORECASE) for name, text in table["patterns"].items()}


def filled(text: str, parts: Mapping[str, str]) -> str:
    """A pattern with its `<<name>>`s put in."""
    return re.sub(r"<<(\w+)>>", lambda match: parts[match[1]], text)
