"""Kinds of people and settings that a phrase names (children, people after surgery), and whether a text is on
them at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from aitia.model.data import read_table


@dataclass(frozen=True)
class _Kind:
    asked: re.Pattern[str]
    told: re.Pattern[str]
    in_outcome: bool


def people_in(population: str, outcome: str = "") -> tuple[str, ...]:
    """The kinds that a question's population names, and those of an outcome that may ("vomiting after
    surgery")."""
    return tuple(
        name
        for name, kind in _kinds().items()
        if kind.asked.search(population) or (kind.in_outcome and kind.asked.search(outcome))
    )


def are_told_of(kind: str, text: str) -> bool:
    """Whether a text speaks of such people by any word of theirs."""
    return _kinds()[kind].told.search(text) is not None


@cache
def _kinds() -> Mapping[str, _Kind]:
    table = read_table(__package__, "people.toml")
    return {
        name: _Kind(
            re.compile(rf"(?i)(?<!non-)(?<!not )(?<!without )\b(?:{row['asked']})\b"),
            re.compile(rf"(?i)\b(?:{row['told']})"),
            row.get("in_outcome", False),
        )
        for name, row in table.items()
    }
