"""The graph around a question's cause and outcome, as arcs between concepts, from every question's papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from aitia.graph import RULES, Arc, concepts, is_generic, neighbourhood
from aitia.model.keys import NodeId, content_hash
from assets.steps.evidence import cluster_of
from resources.store import graph, names
from resources.store.graph import StoredEdge

DEPTH = 2


@dataclass(frozen=True)
class Surroundings:
    """The arcs within `DEPTH` of `start` and `goal`, (type, name) of each concept, edges not looked at."""

    start: NodeId
    goal: NodeId
    arcs: tuple[Arc, ...]
    names: Mapping[NodeId, tuple[str, str]]
    left_out: int

    @property
    def fingerprint(self) -> str:
        """Changes whenever the arcs, the names, or the rules for insights do."""
        said = sorted(f"{a.edge_id} {a.source} {a.target} {a.confidence}" for a in self.arcs)
        called = [f"{node} {kind} {name}" for node, (kind, name) in sorted(self.names.items())]
        return content_hash(RULES, self.start, self.goal, str(self.left_out), *said, *called)


def surroundings(session: Session, ends: Sequence[NodeId]) -> Surroundings:
    """The graph around (cause, outcome). Nothing is followed through a generic name ("patients")."""
    edges, left_out = _edges_around(session, ends)
    called = _names(edges)
    nodes = set(called) | set(ends)
    stored = graph.load_nodes(session, nodes)
    one_name = {key: called.get(key) or stored[key].name for key in nodes if key in stored}
    concept = concepts(one_name, cluster_of(session, nodes))
    arcs = _arcs(edges, concept)
    start, goal = (concept.get(node, node) for node in ends)
    near = neighbourhood(arcs, [start, goal], DEPTH)
    arcs = [arc for arc in arcs if arc.source in near and arc.target in near]
    types = {key: node.type for key, node in stored.items()}
    told = _concept_names(edges, concept, one_name, types)
    return Surroundings(
        start, goal, tuple(arcs), {n: told[n] for n in sorted(near | {start, goal})}, left_out
    )


def _edges_around(session: Session, ends: Sequence[NodeId]) -> tuple[list[StoredEdge], int]:
    edges: dict[str, StoredEdge] = {}
    left_out = 0
    frontier: set[NodeId] = set(ends)
    reached: set[NodeId] = set()
    for _ in range(DEPTH):
        frontier |= set(cluster_of(session, frontier)) | names.of_one_name(session, frontier)
        frontier -= reached
        reached |= frontier
        found = graph.edges_around(session, frontier)
        left_out += found.left_out
        edges.update({edge.id: edge for edge in found.edges})
        called = _names(found.edges)
        frontier = {node for node, name in called.items() if not is_generic(name)} - reached
    return [edges[edge_id] for edge_id in sorted(edges)], left_out


def _arcs(edges: Sequence[StoredEdge], concept: Mapping[NodeId, NodeId]) -> list[Arc]:
    arcs = [
        Arc(
            edge.id,
            concept[edge.source_node_id],
            concept[edge.target_node_id],
            edge.relationship_type,
            edge.confidence,
            edge.direction,
            edge.paper_id,
        )
        for edge in edges
    ]
    return [arc for arc in arcs if arc.source != arc.target]


def _names(edges: Sequence[StoredEdge]) -> dict[NodeId, str]:
    """The name that its edges use most of each node, whichever came first."""
    used: dict[NodeId, Counter[str]] = {}
    for edge in edges:
        used.setdefault(edge.source_node_id, Counter())[edge.claim.cause.strip()] += 1
        used.setdefault(edge.target_node_id, Counter())[edge.claim.effect.strip()] += 1
    return {node: min(names, key=lambda name: (-names[name], name)) for node, names in used.items()}


def _concept_names(
    edges: Sequence[StoredEdge],
    concept: Mapping[NodeId, NodeId],
    called: Mapping[NodeId, str],
    types: Mapping[NodeId, str],
) -> dict[NodeId, tuple[str, str]]:
    """(type, name) of each concept: those of the node that most edges touch."""
    touching: Counter[NodeId] = Counter()
    for edge in edges:
        touching.update((edge.source_node_id, edge.target_node_id))
    best: dict[NodeId, NodeId] = {}
    for node in sorted(called, key=lambda n: (-touching[n], called[n], n)):
        best.setdefault(concept[node], node)
    return {key: (types[node], called[node]) for key, node in best.items()}
