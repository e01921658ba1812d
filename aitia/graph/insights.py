"""What a graph adds to the evidence on cause and effect: chains, disagreements, common causes; and why."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from aitia.graph.concepts import is_generic
from aitia.graph.paths import MAX_STEPS, STEP_DISCOUNT, Arc, Path, between, find_paths, verbalise
from aitia.model.keys import EdgeId, NodeId
from aitia.model.scales import Direction

RULES = "2"
"""Raised whenever insights are found or ranked in another way: cached ones are then found anew."""

ASSOCIATED = 0.5
"""Weight of a step that only an association supports."""
ALONE = 0.5
"""Weight of a thing on the way that one paper alone names (an orphan)."""
_FEW_NEIGHBOURS = 10
_MOST_PATTERNS = 10
_FEWEST_TO_DISAGREE = 3  # of two papers one may just have been misread
_POPULATION = "Population"
_ASSOCIATIONS = frozenset({"associated_with"})
_NO_EFFECT = frozenset({"has_no_effect_on"})
_SIGNS = {Direction.INCREASES.value: 1, Direction.DECREASES.value: -1}
_TOLD = {1: "increases", -1: "decreases"}
Named = Mapping[NodeId, tuple[str, str]]


class Kind(StrEnum):
    """What an insight is."""

    PATH = "path"
    CONTRADICTION = "contradiction"
    CONFOUNDER = "confounder"


@dataclass(frozen=True)
class Insight:
    """One thing that the graph adds, in words; `edges` are the sentences behind it; `score` is 0 to 1."""

    kind: Kind
    score: float
    text: str
    why: str
    edges: tuple[EdgeId, ...]


def find_insights(
    arcs: Sequence[Arc], start: NodeId, goal: NodeId, names: Named, limit: int = 20
) -> tuple[Insight, ...]:
    """Chains from `start` to `goal` over other things, disagreements on their steps, and common causes.

    Best first within a kind. No chain passes a generic thing, a population, or a step that says "no effect".
    A step's confidence is that of its papers together; a thing on the way that many things touch, or that
    one paper alone names, counts less, and `why` says so.
    """
    barred = {node for node, named in names.items() if _bars(named)} - {start, goal}
    told = [arc for arc in arcs if not {arc.source, arc.target} & barred]
    alone, degree = orphans(arcs), _degrees(arcs)
    weights = {node: _weight(node, alone, degree) for node in degree}
    steps = _together([arc for arc in told if _leads(arc)])
    ways = find_paths(steps, [start], [goal], limit=limit + 20, weights=weights)
    chains = [path for path in ways if len(path.arcs) > 1]
    direct = _sign_of([a for a in told if (a.source, a.target) == (start, goal)])
    support = _papers(told)
    found = [
        Insight(
            Kind.PATH,
            round(path.score, 6),
            verbalise(path, names),
            _why(path, names, support, alone, degree, direct),
            tuple(arc.edge_id for arc in path.arcs),
        )
        for path in chains[:limit]
    ]
    near = between(steps, [start], [goal], MAX_STEPS)
    found += _contradictions(told, {(a.source, a.target) for a in near} - {(start, goal)}, names)
    return (*found, *_confounders(told, start, goal, names, weights))


def orphans(arcs: Iterable[Arc]) -> frozenset[NodeId]:
    """The things that one paper alone names."""
    papers: dict[NodeId, set[str]] = defaultdict(set)
    for arc in arcs:
        papers[arc.source].add(arc.paper)
        papers[arc.target].add(arc.paper)
    return frozenset(node for node, said in papers.items() if len(said) == 1)


def _bars(named: tuple[str, str]) -> bool:
    return named[0] == _POPULATION or is_generic(named[1])


def _leads(arc: Arc) -> bool:
    return arc.relation not in _NO_EFFECT and arc.direction != Direction.NO_DIFFERENCE.value


def _degrees(arcs: Iterable[Arc]) -> dict[NodeId, int]:
    touching: dict[NodeId, set[NodeId]] = defaultdict(set)
    for arc in arcs:
        touching[arc.source].add(arc.target)
        touching[arc.target].add(arc.source)
    return {node: len(others) for node, others in touching.items()}


def _weight(node: NodeId, alone: frozenset[NodeId], degree: Mapping[NodeId, int]) -> float:
    hub = 1 / (1 + math.log10(max(1.0, degree[node] / _FEW_NEIGHBOURS)))
    return hub * (ALONE if node in alone else 1.0)


def _together(arcs: Iterable[Arc]) -> list[Arc]:
    """One arc for each step and relation: its best sentence, with the confidence of its papers together.

    1 - Π(1 - best confidence of each paper), at most .99; halved where only an association is told.
    """
    groups: dict[tuple[NodeId, NodeId, str], list[Arc]] = defaultdict(list)
    for arc in arcs:
        groups[arc.source, arc.target, arc.relation].append(arc)
    made = []
    for (_, _, relation), said in sorted(groups.items()):
        best = min(said, key=lambda a: (-a.confidence, a.edge_id))
        by_paper: dict[str, float] = {}
        for arc in said:
            by_paper[arc.paper] = max(by_paper.get(arc.paper, 0.0), arc.confidence)
        doubt = math.prod(1 - by_paper[paper] for paper in sorted(by_paper))
        strength = min(0.99, 1 - doubt) * (ASSOCIATED if relation in _ASSOCIATIONS else 1.0)
        made.append(replace(best, confidence=round(strength, 6)))
    return made


def _papers(arcs: Iterable[Arc]) -> dict[tuple[NodeId, NodeId], int]:
    found: dict[tuple[NodeId, NodeId], set[str]] = defaultdict(set)
    for arc in arcs:
        if _leads(arc):
            found[arc.source, arc.target].add(arc.paper)
    return {pair: len(papers) for pair, papers in found.items()}


def _sign_of(arcs: Iterable[Arc]) -> int:
    """+1 or -1 where more papers say so than say the contrary, else 0."""
    said = {(arc.paper, _SIGNS[arc.direction]) for arc in arcs if arc.direction in _SIGNS}
    total = sum(sign for _, sign in said)
    return (total > 0) - (total < 0)


def _why(
    path: Path,
    names: Named,
    support: Mapping[tuple[NodeId, NodeId], int],
    alone: frozenset[NodeId],
    degree: Mapping[NodeId, int],
    direct: int,
) -> str:
    counts = [support[arc.source, arc.target] for arc in path.arcs]
    told_by = ", ".join(map(str, counts))
    parts = [f"{len(path.arcs)} steps, told by {told_by} papers (× {STEP_DISCOUNT} a further step)"]
    for arc in path.arcs:
        if arc.relation in _ASSOCIATIONS:
            told = f"{names[arc.source][1]} and {names[arc.target][1]} are only associated"
            parts.append(f"{told} (× {ASSOCIATED})")
    for node in path.nodes[1:-1]:
        if node in alone:
            parts.append(f"one paper alone names {names[node][1]} (× {ALONE})")
        if degree[node] > _FEW_NEIGHBOURS:
            parts.append(f"{names[node][1]} touches {degree[node]} things, which says less")
    sign = math.prod(_SIGNS.get(arc.direction, 0) for arc in path.arcs)
    if sign:
        against = ", against most papers on the two themselves" if direct and direct != sign else ""
        effect, cause = names[path.nodes[-1]][1], names[path.nodes[0]][1]
        parts.append(f"by its steps {cause} {_TOLD[sign]} {effect}{against}")
    return "; ".join(parts)


def _contradictions(arcs: Iterable[Arc], steps: set[tuple[NodeId, NodeId]], names: Named) -> list[Insight]:
    """Steps of which some papers say that they increase and others that they decrease."""
    said: dict[tuple[NodeId, NodeId], list[Arc]] = defaultdict(list)
    for arc in arcs:
        if (arc.source, arc.target) in steps:
            said[arc.source, arc.target].append(arc)
    found = []
    for (source, target), told in sorted(said.items()):
        sides = {s: sorted((a for a in told if _SIGNS.get(a.direction) == s), key=_rank) for s in (1, -1)}
        papers = {sign: len({arc.paper for arc in side}) for sign, side in sides.items()}
        everybody = {arc.paper for side in sides.values() for arc in side}
        if not (papers[1] and papers[-1]) or len(everybody) < _FEWEST_TO_DISAGREE:
            continue
        more, less = papers[1], papers[-1]
        text = f"Papers disagree on whether {names[source][1]} increases or decreases {names[target][1]}"
        why = f"{more} say it increases, {less} that it decreases"
        edges = (sides[1][0].edge_id, sides[-1][0].edge_id)
        found.append(Insight(Kind.CONTRADICTION, round(min(more, less) / (more + less), 6), text, why, edges))
    return sorted(found, key=lambda item: (-item.score, item.edges))[:_MOST_PATTERNS]


def _confounders(
    arcs: Sequence[Arc], start: NodeId, goal: NodeId, names: Named, weights: Mapping[NodeId, float]
) -> list[Insight]:
    """Things that act on both ends: they may be why the ends go together."""
    onto: dict[NodeId, dict[NodeId, Arc]] = {start: {}, goal: {}}
    for arc in sorted(_together([a for a in arcs if _leads(a)]), key=_rank):
        if arc.target in onto and arc.source not in onto:
            onto[arc.target].setdefault(arc.source, arc)
    found = []
    for node in sorted(onto[start].keys() & onto[goal].keys()):
        one, other = onto[start][node], onto[goal][node]
        text = (
            f"{names[node][1]} acts on both: —{one.relation}→ {names[start][1]}, "
            f"—{other.relation}→ {names[goal][1]}"
        )
        score = round(one.confidence * other.confidence * weights[node], 6)
        why = "a common cause can make two things go together though neither acts on the other"
        found.append(Insight(Kind.CONFOUNDER, score, text, why, (one.edge_id, other.edge_id)))
    return sorted(found, key=lambda item: (-item.score, item.edges))[:_MOST_PATTERNS]


def _rank(arc: Arc) -> tuple[float, str]:
    return -arc.confidence, arc.edge_id
