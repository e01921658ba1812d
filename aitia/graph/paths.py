"""Paths between nodes, best first, and the part of a graph that lies within reach of a change."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aitia.model.keys import EdgeId, NodeId

MAX_STEPS = 3
_STEP_DISCOUNT = 0.8


@dataclass(frozen=True)
class Arc:
    """One edge between alias clusters; `confidence` is 0 to 1."""

    edge_id: EdgeId
    source: NodeId
    target: NodeId
    relation: str
    confidence: float


@dataclass(frozen=True)
class Path:
    """Arcs that follow each other. `score` is the product of confidences, discounted per extra step."""

    arcs: tuple[Arc, ...]
    score: float

    @property
    def nodes(self) -> tuple[NodeId, ...]:
        """The nodes in the order they are passed."""
        return (self.arcs[0].source, *[arc.target for arc in self.arcs])


def neighbourhood(arcs: Iterable[Arc], seeds: Iterable[NodeId], depth: int = 2) -> frozenset[NodeId]:
    """The nodes within `depth` arcs of the seeds, in either direction, the seeds included."""
    touching: dict[NodeId, set[NodeId]] = {}
    for arc in arcs:
        touching.setdefault(arc.source, set()).add(arc.target)
        touching.setdefault(arc.target, set()).add(arc.source)
    reached = frontier = frozenset(seeds)
    for _ in range(depth):
        frontier = frozenset(n for node in frontier for n in touching.get(node, ())) - reached
        reached |= frontier
    return reached


def find_paths(
    arcs: Iterable[Arc],
    starts: Iterable[NodeId],
    ends: Iterable[NodeId],
    max_steps: int = MAX_STEPS,
    limit: int = 20,
    budget: int = 20_000,
) -> tuple[Path, ...]:
    """The best simple paths from a start to an end, best first, ties by edge ids.

    Between two nodes only the most confident arc of each relation is followed, so that many papers
    saying the same make one path. `budget` bounds the partial paths looked at in dense graphs.
    """
    leaving = _strongest(arcs)
    goals = frozenset(ends)
    queue: list[tuple[float, tuple[str, ...], tuple[Arc, ...]]] = []
    for start in sorted(frozenset(starts) - goals):
        for arc in leaving.get(start, ()):
            heapq.heappush(queue, _entry((arc,)))
    found: list[Path] = []
    while queue and len(found) < limit and budget > 0:
        budget -= 1
        cost, _, trail = heapq.heappop(queue)
        if trail[-1].target in goals:
            found.append(Path(trail, -cost))
        elif len(trail) < max_steps:
            for arc in _onward(leaving, trail):
                heapq.heappush(queue, _entry((*trail, arc)))
    return tuple(found)


def verbalise(path: Path, names: Mapping[NodeId, tuple[str, str]]) -> str:
    """`type name —relation→ type name …`, with `names` giving (type, name) of each node."""
    steps = [f"—{arc.relation}→ {_named(arc.target, names)}" for arc in path.arcs]
    return " ".join([_named(path.arcs[0].source, names), *steps])


def _named(node: NodeId, names: Mapping[NodeId, tuple[str, str]]) -> str:
    kind, name = names[node]
    return f"{kind} {name}"


def _strongest(arcs: Iterable[Arc]) -> dict[NodeId, Sequence[Arc]]:
    best: dict[tuple[NodeId, NodeId, str], Arc] = {}
    for arc in arcs:
        key = (arc.source, arc.target, arc.relation)
        standing = best.get(key)
        if standing is None or (-arc.confidence, arc.edge_id) < (-standing.confidence, standing.edge_id):
            best[key] = arc
    leaving: dict[NodeId, list[Arc]] = {}
    for key in sorted(best):
        leaving.setdefault(key[0], []).append(best[key])
    return dict(leaving)


def _onward(leaving: Mapping[NodeId, Sequence[Arc]], trail: tuple[Arc, ...]) -> Iterator[Arc]:
    visited = {trail[0].source, *[arc.target for arc in trail]}
    return (arc for arc in leaving.get(trail[-1].target, ()) if arc.target not in visited)


def _entry(trail: tuple[Arc, ...]) -> tuple[float, tuple[str, ...], tuple[Arc, ...]]:
    score = 1.0
    for arc in trail:
        score *= arc.confidence
    score *= _STEP_DISCOUNT ** (len(trail) - 1)
    return -score, tuple(arc.edge_id for arc in trail), trail
