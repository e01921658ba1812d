"""Word lists and patterns that stand as TOML files beside the code that reads them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """The TOML file of that name in a package; lists keep their order."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def words_of(lists: dict[str, Any], name: str) -> frozenset[str]:
    """A list of words as a set."""
    return frozenset(lists[name])
