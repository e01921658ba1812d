"""Kinds of people and settings that a phrase names (children, people after surgery), and whether a text is on
them at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from aitia.model.data import read_table


@dataclass(frozen=True)
class _Kind:
    name: str
    asked: re.Pattern[str]
    told: re.Pattern[str]
    in_outcome: bool


def people_in(population: str, outcome: str = "") -> tuple[str, ...]:
    """The kinds that a question's population names, and those of an outcome that may ("vomiting after
    surgery")."""
    return tuple(
        kind.name
        for kind in _kinds()
        if kind.asked.search(population) or (kind.in_outcome and kind.asked.search(outcome))
    )


def are_told_of(kind: str, text: str) -> bool:
    """Whether a text speaks of such people by any word of theirs."""
    return next(one for one in _kinds() if one.name == kind).told.search(text) is not None


@cache
def _kinds() -> tuple[_Kind, ...]:
    table = read_table(__package__, "people.toml")
    return tuple(
        _Kind(
            name,
            re.compile(rf"(?i)(?<!non-)(?<!not )(?<!without )\b(?:{row['asked']})\b"),
            re.compile(rf"(?i)\b(?:{row['told']})"),
            row.get("in_outcome", False),
        )
        for name, row in table.items()
    )
