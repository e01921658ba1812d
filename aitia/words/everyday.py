"""Everyday and clinical, common and Latin, brand and generic names of one thing, from `everyday.toml`."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from aitia.model.data import read_table

Group = tuple[str, ...]
ENDING = "-"
"""A member that begins so stands for all that end so, after two letters at least."""


@lru_cache(maxsize=4096)
def everyday_names(term: str) -> tuple[str, ...]:
    """Other names of what the term names, in the order of the list; empty when none is known."""
    found: dict[str, None] = {}
    for name, groups in _named_in(term):
        for group in groups:
            found.update(dict.fromkeys(other for other in group if other != name))
    return tuple(found)


def known_names(term: str) -> tuple[str, ...]:
    """The names in a term that have synonyms, longest first."""
    return tuple(name for name, _ in _named_in(term))


@cache
def everyday_groups() -> tuple[Group, ...]:
    """The groups of names, in the order of the file; each is of one thing."""
    held = read_table(__package__, "everyday.toml")
    brands = ((generic, *names) for generic, names in held["brands"].items())
    return (*(tuple(group) for group in held["groups"]), *brands)


@cache
def everyday_kinds() -> tuple[tuple[str, Group], ...]:
    """Classes with the members that papers name instead, in the order of the file."""
    held = read_table(__package__, "everyday.toml")["kinds"]
    return tuple((name, tuple(members)) for name, members in held.items())


def as_written(member: str) -> str:
    """A pattern of how a text names a member of a class, or any that ends as it says."""
    name = re.escape(member.removeprefix(ENDING))
    return rf"(?i)(?<!\w){r'[a-z]{2,}' if member.startswith(ENDING) else ''}{name}(?!\w)"


def _named_in(term: str) -> list[tuple[str, tuple[Group, ...]]]:
    low = f" {_spaced(term)} "
    found = []
    for name, spaced, groups in _by_length():
        for form in (spaced, f"{spaced}s"):
            if f" {form} " in low:
                low = low.replace(f" {form} ", " | ")
                found.append((name, groups))
                break
    return found


def _spaced(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9()+-]+", " ", text.lower()).split())


@cache
def _by_length() -> tuple[tuple[str, str, tuple[Group, ...]], ...]:
    """Every name with its groups, longest first: "heart attack" is not about the heart in general."""
    groups: dict[str, list[Group]] = {}
    for group in everyday_groups():
        for name in group:
            groups.setdefault(name, []).append(group)
    ordered = sorted(groups, key=lambda name: (-len(name), name))
    return tuple((name, _spaced(name), tuple(groups[name])) for name in ordered)
