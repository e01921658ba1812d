"""Grouping of items that share a key, and groups of records taken for one paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from aitia.identity.conflicts import Identifiers
from aitia.model.paper import PaperRecord


@dataclass(frozen=True, eq=False)
class Cluster:
    """Records taken for one paper so far, with all their identifiers."""

    records: list[PaperRecord]
    identifiers: Identifiers


def union(parts: Sequence[Cluster]) -> Cluster:
    """One cluster of all the records of several."""
    return Cluster(
        [record for part in parts for record in part.records],
        frozenset().union(*(part.identifiers for part in parts)),
    )


def connected(keys: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """Positions grouped so that two that share a key, directly or by a chain, are together.

    Groups and their members come in ascending order. Linear in the number of keys.
    """
    parent = list(range(len(keys)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    first: dict[Hashable, int] = {}
    for position, held in enumerate(keys):
        for key in held:
            a, b = root(first.setdefault(key, position)), root(position)
            parent[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = defaultdict(list)
    for position in range(len(keys)):
        groups[root(position)].append(position)
    return [groups[key] for key in sorted(groups)]


def without(group: Sequence[int], dropped: Collection[int]) -> list[int]:
    """The members of a group that are not dropped, in order."""
    return [member for member in group if member not in dropped]
