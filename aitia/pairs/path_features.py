"""Typed paths between two things, and what a ranker sees of one: types, relations, degrees, grades."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LONGEST = 12
"""Steps of a path that are looked at; what is longer says nothing."""

UNKNOWN = "?"
_CAUSAL = ("cause", "regulat", "affect", "increase", "decrease", "prevent", "treat", "palliat", "induce")


@dataclass(frozen=True, slots=True)
class TypedPath:
    """The names along a path, the types of those nodes, and the relations between them.

    `types` is as long as `names` or empty, `relations` one shorter; `confidence` 0 to 1 and `grade` 0 (none)
    to 4 (high) are those of the weakest step, where its edges have any.
    """

    names: tuple[str, ...]
    relations: tuple[str, ...]
    types: tuple[str, ...] = ()
    confidence: float = 0.0
    grade: int = 0

    @property
    def length(self) -> int:
        """How many steps the path has."""
        return len(self.relations)


def path_words(path: TypedPath) -> list[str]:
    """The path as steps of type and relation, from the cause to the effect; unknown types are "?"."""
    types = path.types or (UNKNOWN,) * len(path.names)
    steps = [types[0] if types else UNKNOWN]
    for relation, kind in zip(path.relations[:LONGEST], types[1:], strict=False):
        steps += [relation, kind or UNKNOWN]
    return steps


def path_ngrams(path: TypedPath, degrees: Mapping[str, int] | None = None) -> set[str]:
    """N-grams of types and relations, of relations alone, the whole pattern, length and hub degree."""
    steps = path_words(path)
    found = {f"length:{min(LONGEST, path.length)}", "pattern:" + "/".join(steps)}
    for size in (1, 2, 3):
        found.update("steps:" + "/".join(steps[i : i + size]) for i in range(len(steps) - size + 1))
    relations = path.relations[:LONGEST]
    found.update(f"relations:{a}/{b}" for a, b in itertools.pairwise(relations))
    if degrees:
        found.add(f"hub:{int(math.log2(1 + hub_degree(path, degrees)))}")
    return found


def hub_degree(path: TypedPath, degrees: Mapping[str, int]) -> int:
    """The highest degree among the nodes between the ends; 0 where none is known."""
    return max((degrees.get(name.lower(), 0) for name in path.names[1:-1]), default=0)


NUMBERS = (
    "length", "causal steps", "causal last", "same relations", "kinds of nodes", "hub degree", "mean degree",
    "degree of cause", "degree of effect", "confidence", "grade", "support",
)  # fmt: skip


def path_numbers(
    path: TypedPath, degrees: Mapping[str, int] | None = None, support: Mapping[str, float] | None = None
) -> list[float]:
    """The features named in `NUMBERS`. Degrees as log2(1 + n).

    `support` gives how much an n-gram speaks for a cause (log odds); its mean over the path is the last.
    """
    degrees, relations = degrees or {}, path.relations[:LONGEST]
    causal = [any(word in relation.lower() for word in _CAUSAL) for relation in relations]
    every = [degrees.get(name.lower(), 0) for name in path.names]
    inner = every[1:-1]
    grams = sorted(path_ngrams(path))
    known = [support[gram] for gram in grams if gram in support] if support else []
    return [
        float(path.length),
        float(sum(causal)),
        float(bool(causal) and causal[-1]),
        float(len(relations) - len(set(relations))),
        float(len(set(path.types))),
        math.log2(1 + max(inner, default=0)),
        math.log2(1 + sum(inner) / max(1, len(inner))),
        math.log2(1 + (every[0] if every else 0)),
        math.log2(1 + (every[-1] if every else 0)),
        path.confidence,
        float(path.grade),
        sum(known) / max(1, len(known)),
    ]


def as_text(path: TypedPath) -> str:
    """The path as a person, an embedder or a cross-encoder reads it: "a causes b; b is associated with c"."""
    steps = zip(path.names, path.relations, path.names[1:], strict=False)
    return "; ".join(f"{a} {_plain(relation)} {b}" for a, relation, b in steps)


def _plain(relation: str) -> str:
    """A relation's name as words, without Hetionet's abbreviation of it: "CAUSES_CcSE" is "causes"."""
    head, _, tail = relation.rpartition("_")
    name = head if head and head.isupper() and not tail.isupper() and not tail.islower() else relation
    return name.replace("_", " ").lower()


def simple_paths(
    neighbours: Mapping[str, Sequence[tuple[str, str]]],
    types: Mapping[str, str],
    start: str,
    goal: str,
    max_steps: int = 3,
    limit: int = 50,
) -> list[TypedPath]:
    """Paths without a repeated node, shortest first and then by name; an arc (relation, node) has one way."""
    found: list[TypedPath] = []
    frontier: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((start,), ())]
    for _ in range(max_steps):
        onward: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        for names, relations in frontier:
            for relation, node in sorted(neighbours.get(names[-1], ())):
                if node in names:
                    continue
                reached = (*names, node), (*relations, relation)
                if node != goal:
                    onward.append(reached)
                elif len(found) < limit:
                    found.append(TypedPath(*reached, tuple(types.get(name, UNKNOWN) for name in reached[0])))
        frontier = onward
    return found
