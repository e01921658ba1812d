"""Paths between nodes, best first, and the part of a graph that lies within reach of a change."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aitia.model.keys import EdgeId, NodeId
from aitia.model.scales import Direction

MAX_STEPS = 3
STEP_DISCOUNT = 0.8


@dataclass(frozen=True)
class Arc:
    """One edge between concepts; `confidence` is 0 to 1, `paper` the one that says it."""

    edge_id: EdgeId
    source: NodeId
    target: NodeId
    relation: str
    confidence: float
    direction: str = Direction.UNCLEAR.value
    paper: str = ""


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
    return frozenset(_distances(touching, seeds, depth))


def forward(arcs: Iterable[Arc], seeds: Iterable[NodeId], steps: int) -> dict[NodeId, int]:
    """The nodes that the seeds lead to in at most `steps`, with the fewest steps to each (0 for a seed)."""
    leaving: dict[NodeId, set[NodeId]] = {}
    for arc in arcs:
        leaving.setdefault(arc.source, set()).add(arc.target)
    return _distances(leaving, seeds, steps)


def backward(arcs: Iterable[Arc], seeds: Iterable[NodeId], steps: int) -> dict[NodeId, int]:
    """The nodes that lead to the seeds, with the fewest steps from each (0 for a seed), at most `steps`."""
    entering: dict[NodeId, set[NodeId]] = {}
    for arc in arcs:
        entering.setdefault(arc.target, set()).add(arc.source)
    return _distances(entering, seeds, steps)


def between(arcs: Sequence[Arc], starts: Sequence[NodeId], ends: Sequence[NodeId], steps: int) -> list[Arc]:
    """The arcs that some walk of at most `steps` from a start to an end takes."""
    ahead, behind = forward(arcs, starts, steps), backward(arcs, ends, steps)
    far = steps + 1
    return [a for a in arcs if ahead.get(a.source, far) + 1 + behind.get(a.target, far) <= steps]


def find_paths(
    arcs: Iterable[Arc],
    starts: Iterable[NodeId],
    ends: Iterable[NodeId],
    max_steps: int = MAX_STEPS,
    limit: int = 20,
    budget: int = 20_000,
    weights: Mapping[NodeId, float] | None = None,
) -> tuple[Path, ...]:
    """The best simple paths from a start to an end, best first, ties by edge ids.

    Between two nodes only the most confident arc of each relation is followed, so that many papers
    saying the same make one path. `weights` (0 to 1) multiply the score of a path that passes the node on its
    way. `budget` bounds the partial paths looked at in dense graphs.
    """
    first, goals = sorted(set(starts)), frozenset(ends)
    leaving = _strongest(between(list(arcs), first, sorted(goals), max_steps))
    queue: list[tuple[float, tuple[str, ...], tuple[Arc, ...]]] = []
    for start in sorted(frozenset(first) - goals):
        for arc in leaving.get(start, ()):
            heapq.heappush(queue, _entry((arc,), goals, weights or {}))
    found: list[Path] = []
    while queue and len(found) < limit and budget > 0:
        budget -= 1
        cost, _, trail = heapq.heappop(queue)
        if trail[-1].target in goals:
            found.append(Path(trail, -cost))
        elif len(trail) < max_steps:
            for arc in _onward(leaving, trail):
                heapq.heappush(queue, _entry((*trail, arc), goals, weights or {}))
    return tuple(found)


def verbalise(path: Path, names: Mapping[NodeId, tuple[str, str]]) -> str:
    """`type name —relation→ type name …`, with `names` giving (type, name) of each node."""
    steps = [f"—{arc.relation}→ {_named(arc.target, names)}" for arc in path.arcs]
    return " ".join([_named(path.arcs[0].source, names), *steps])


def _named(node: NodeId, names: Mapping[NodeId, tuple[str, str]]) -> str:
    kind, name = names[node]
    return f"{kind} {name}"


def _distances(
    onward: Mapping[NodeId, set[NodeId]], seeds: Iterable[NodeId], steps: int
) -> dict[NodeId, int]:
    reached = dict.fromkeys(sorted(set(seeds)), 0)
    frontier = list(reached)
    for distance in range(1, steps + 1):
        found = {n for node in frontier for n in onward.get(node, ())} - reached.keys()
        frontier = sorted(found)
        reached.update(dict.fromkeys(frontier, distance))
    return reached


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


def _entry(
    trail: tuple[Arc, ...], goals: frozenset[NodeId], weights: Mapping[NodeId, float]
) -> tuple[float, tuple[str, ...], tuple[Arc, ...]]:
    score = STEP_DISCOUNT ** (len(trail) - 1)
    for arc in trail:
        score *= arc.confidence
        if arc.target not in goals:
            score *= weights.get(arc.target, 1.0)
    return -score, tuple(arc.edge_id for arc in trail), trail
