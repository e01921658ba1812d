"""One concept is one node, whatever role it plays; and names that are nobody's cause or effect."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from aitia.graph.alias_names import normalise
from aitia.model.keys import NodeId

_WORDS = Path(__file__).with_name("generic.toml")
_LONGEST_SHORT_FORM = 5


def concepts(
    names: Mapping[NodeId, str], clusters: Mapping[NodeId, NodeId] | None = None
) -> dict[NodeId, NodeId]:
    """Each node's concept: the least node id among those that count as one, in whatever order they came.

    Nodes of one alias cluster are one concept, and so are nodes of any type whose names are equal after
    normalisation: stroke as an outcome is stroke as a condition. A short form ("MS") joins nothing where
    its nodes stand in clusters whose longer names differ.
    """
    standing = {node: (clusters or {}).get(node, node) for node in names}
    normal = {node: normalise(name) for node, name in names.items()}
    parent: dict[NodeId, NodeId] = {root: root for root in standing.values()}

    def root_of(node: NodeId) -> NodeId:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    sharing: dict[str, set[NodeId]] = {}
    members: dict[NodeId, set[str]] = {}
    for node, cluster in standing.items():
        sharing.setdefault(normal[node], set()).add(cluster)
        members.setdefault(cluster, set()).add(normal[node])
    for name, roots in sorted(sharing.items()):
        if not name or (_is_short(name) and _mean_different(roots, members)):
            continue
        first, *others = sorted(roots)
        for other in others:
            a, b = root_of(first), root_of(other)
            parent[max(a, b)] = min(a, b)
    lowest: dict[NodeId, NodeId] = {}
    for node in sorted(standing):
        lowest.setdefault(root_of(standing[node]), node)
    return {node: lowest[root_of(cluster)] for node, cluster in standing.items()}


def is_generic(name: str) -> bool:
    """Whether a name says nothing by itself: "patients", "primary outcome", "the control group"."""
    nouns, fillers = _generic_words()
    words = normalise(name).split()
    return not words or (any(w in nouns for w in words) and all(w in nouns or w in fillers for w in words))


def _is_short(name: str) -> bool:
    return " " not in name and len(name) <= _LONGEST_SHORT_FORM


def _mean_different(roots: set[NodeId], members: Mapping[NodeId, set[str]]) -> bool:
    """Whether two of the clusters have longer names and none in common."""
    longer = [{name for name in members[root] if not _is_short(name)} for root in sorted(roots)]
    told = [names for names in longer if names]
    return any(not one & other for place, one in enumerate(told) for other in told[place + 1 :])


@cache
def _generic_words() -> tuple[frozenset[str], frozenset[str]]:
    listed = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    nouns, fillers = (
        frozenset(normalise(word) for word in listed[part].split()) for part in ("nouns", "fillers")
    )
    return nouns, fillers | frozenset(listed["fillers"].split())
