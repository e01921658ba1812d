"""Nodes that mean the same, as links that can be taken back; nodes are never merged.

Tier A: equal after a documented normalisation, or joined by an abbreviation that a paper declares. Tier B:
similar. With 0.95 or more and an alias in common (also one that means several things, which alone joins
nothing) the rule approves the link; all others of 0.85 or more wait for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.graph.alias_names import (
    DECLARED,
    AliasNode,
    abbreviates,
    contrast,
    long_form,
    names_of,
    normalise,
    own_names,
)
from aitia.model.keys import NodeId, stable_id

TIER_B_SIMILARITY = 0.95
PENDING_SIMILARITY = 0.85

Similarity = Callable[[str, str], float]


class Tier(StrEnum):
    """How sure a link is: exact, similar, or said by a person."""

    A = "A"
    B = "B"
    PERSON = "person"


class AliasLink(BaseModel):
    """Two nodes that mean the same (`node_a` < `node_b`), why, and through which shared name."""

    model_config = ConfigDict(frozen=True)

    link_id: str
    node_a: NodeId
    node_b: NodeId
    tier: Tier
    similarity: float | None
    shared_alias: str | None
    reason: str

    @property
    def approved(self) -> bool:
        """Whether the link stands by its rule; one that does not waits for a person."""
        if self.tier is not Tier.B:
            return True
        return self.shared_alias is not None and (self.similarity or 0.0) >= TIER_B_SIMILARITY


def propose_links(nodes: Sequence[AliasNode], similarity: Similarity | None = None) -> tuple[AliasLink, ...]:
    """Every link that the rules allow among nodes of one type that share a name, in order, each pair once.

    Tier A: own names equal after normalisation, or one node's name is a declared alias or abbreviation
    of the other. Tier B (needs `similarity`, 0 to 1): own names at least 0.85 alike and an alias in common.
    Short forms shared by two different long forms make no link of tier A: "MS" is many things. An exact link
    comes before a similar one, whichever shared name is looked at first.
    """
    rows = sorted({node.node_id: node for node in nodes}.values(), key=lambda node: node.node_id)
    found: dict[tuple[NodeId, NodeId], AliasLink] = {}
    several = _ambiguous(rows)
    for one, other, shared in _candidates(rows, several):
        link = _tier_a(one, other, shared)
        if link is not None:
            found.setdefault((link.node_a, link.node_b), link)
    for one, other, shared in _candidates(rows, frozenset()) if similarity else ():
        if (one.node_id, other.node_id) not in found:
            link = _tier_b(one, other, shared, similarity)
            if link is not None:
                found[link.node_a, link.node_b] = link
    return tuple(found[pair] for pair in sorted(found))


def propose_resembling(nodes: Sequence[AliasNode], similarity: Similarity) -> tuple[AliasLink, ...]:
    """Links that wait for a person: nodes of one type that share no name, with names at least 0.85 alike.

    Only names that share half of the shorter one's words are compared, and none that differ in a number, a
    word of contrast ("systolic", "diastolic") or what stands in brackets.
    """
    rows = sorted({node.node_id: node for node in nodes}.values(), key=lambda node: node.node_id)
    found = []
    for one, other in _sharing_words(rows):
        if names_of(one) & names_of(other):
            continue
        link = _tier_b(one, other, None, similarity)
        if link is not None:
            found.append(link)
    return tuple(found)


def clusters(node_ids: Iterable[NodeId], active_links: Iterable[AliasLink]) -> Mapping[NodeId, NodeId]:
    """Each node's representative: the least node id of its cluster, in whatever order links came.

    It is computed from the active links alone, so that leaving a link out gives back exactly the
    clusters from before it. Links to nodes that are not in `node_ids` are followed, too.
    """
    parent: dict[NodeId, NodeId] = {node: node for node in node_ids}
    wanted = sorted(parent)

    def root(node: NodeId) -> NodeId:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for link in active_links:
        a, b = root(link.node_a), root(link.node_b)
        if a != b:
            parent[max(a, b)] = min(a, b)
    lowest: dict[NodeId, NodeId] = {}
    for node in wanted:
        lowest.setdefault(root(node), node)
    return {node: lowest[root(node)] for node in wanted}


def make_link(
    one: NodeId,
    other: NodeId,
    tier: Tier,
    reason: str,
    similarity: float | None = None,
    shared: str | None = None,
) -> AliasLink:
    """A link between two nodes, ordered, with an id that depends on the pair alone.

    Raises ValueError for a node and itself.
    """
    if one == other:
        raise ValueError(f"Node {one} cannot be an alias of itself.")
    a, b = sorted((one, other))
    return AliasLink(
        link_id=stable_id("alias", a, b, tier.value),
        node_a=a,
        node_b=b,
        tier=tier,
        similarity=similarity,
        shared_alias=shared,
        reason=reason,
    )


def _candidates(
    rows: Sequence[AliasNode], several: Collection[tuple[str, str]]
) -> Iterable[tuple[AliasNode, AliasNode, str]]:
    """Pairs of one type with a normalised name in common: work in proportion to what is shared."""
    index: dict[tuple[str, str], list[AliasNode]] = {}
    for node in rows:
        for name in sorted(names_of(node)):
            if (node.type, name) not in several and not _unsure(node, name, several):
                index.setdefault((node.type, name), []).append(node)
    for key, sharing in sorted(index.items()):
        for position, one in enumerate(sharing):
            for other in sharing[position + 1 :]:
                yield one, other, key[1]


def _sharing_words(rows: Sequence[AliasNode]) -> Iterable[tuple[AliasNode, AliasNode]]:
    """Pairs of one type, in order, whose own names share at least half of the shorter one's words."""
    words = {node.node_id: frozenset(normalise(node.name).split()) for node in rows}
    index: dict[tuple[str, str], list[AliasNode]] = {}
    for node in rows:
        for word in words[node.node_id]:
            index.setdefault((node.type, word), []).append(node)
    for one in rows:
        near = {o.node_id: o for word in words[one.node_id] for o in index[one.type, word]}
        for key in sorted(near):
            both = words[one.node_id] & words[key]
            if key > one.node_id and 2 * len(both) >= min(len(words[one.node_id]), len(words[key])):
                yield one, near[key]


def _unsure(node: AliasNode, name: str, several: Collection[tuple[str, str]]) -> bool:
    """Whether a node has the name only as a long form of its own ambiguous short form."""
    return (node.type, normalise(node.name)) in several and name not in own_names(node)


def _ambiguous(rows: Sequence[AliasNode]) -> set[tuple[str, str]]:
    """Short forms that stand for more than one long form among nodes of one type."""
    longs: dict[tuple[str, str], set[str]] = {}
    for node in rows:
        for name in (node.name, *node.aliases):
            declared = DECLARED.match(name.strip()[:200])
            if declared and abbreviates(declared["short"], declared["long"]):
                key = (node.type, normalise(declared["short"]))
                longs.setdefault(key, set()).add(normalise(declared["long"]))
        for alias in node.aliases:
            if abbreviates(alias, node.name):
                longs.setdefault((node.type, normalise(alias)), set()).add(long_form(node.name))
            elif abbreviates(node.name, alias):
                longs.setdefault((node.type, normalise(node.name)), set()).add(long_form(alias))
    return {key for key, meanings in longs.items() if len(meanings) > 1}


def _tier_a(one: AliasNode, other: AliasNode, shared: str) -> AliasLink | None:
    own, others = own_names(one), own_names(other)
    if shared in own and shared in others:
        return make_link(one.node_id, other.node_id, Tier.A, "the same name after normalisation", 1.0, shared)
    named, declaring = (one, other) if shared == normalise(one.name) else (other, one)
    if shared == normalise(named.name) and shared in names_of(declaring):
        reason = f"“{named.name}” is a declared alias of “{declaring.name}”"
        return make_link(one.node_id, other.node_id, Tier.A, reason, 1.0, shared)
    return None


def _tier_b(
    one: AliasNode, other: AliasNode, shared: str | None, similarity: Similarity | None
) -> AliasLink | None:
    if similarity is None or contrast(one.name, other.name):
        return None
    alike = similarity(one.name, other.name)
    if not alike >= PENDING_SIMILARITY:
        return None
    reason = f"similarity {alike:.3f} and " + (
        f"the shared alias “{shared}”" if shared else "no shared alias"
    )
    return make_link(one.node_id, other.node_id, Tier.B, reason, round(min(1.0, alike), 6), shared)
