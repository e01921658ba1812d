"""A summary of causes around a question: seed nodes by meaning, expansion both ways, paths with quotes.

The mode follows CausalRAG (Wang et al. 2025): k nodes nearest to the question, s steps from each along and
against the arrows, causal paths apart from associations, and a summary that quotes each step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.graph import Arc, backward, find_paths, forward, is_generic
from aitia.graph.alias_names import normalise
from aitia.model.keys import EdgeId, NodeId
from aitia.summary.statements import Link, Said

SEEDS, STEPS = 3, 3
MOST_CHAINS, MOST_OTHERS = 8, 6
_WAYS = 4

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True)
class Chain:
    """Statements that follow each other, and how near their sentences are to the question (-1 to 1)."""

    steps: tuple[Said, ...]
    score: float


@dataclass(frozen=True)
class CausalSummary:
    """What the documents say around the question, best first. `nodes` were reached from the seeds."""

    question: str
    seeds: tuple[str, ...]
    nodes: int
    statements: int
    causal: tuple[Chain, ...]
    associations: tuple[Chain, ...]
    without_effect: tuple[Chain, ...]

    @property
    def contexts(self) -> tuple[Said, ...]:
        """Every quoted statement once, in the order of the summary."""
        groups = (*self.causal, *self.associations, *self.without_effect)
        return tuple(dict.fromkeys(said for chain in groups for said in chain.steps))


def summarise(
    question: str, statements: Sequence[Said], embed: Embed, seeds: int = SEEDS, steps: int = STEPS
) -> CausalSummary:
    """The causal paths, associations and findings of no effect around the question.

    `embed` gives a vector a text, of shape (n, d). Nodes are names in one spelling; a name that says nothing
    by itself ("patients", "outcome") is no seed and no path leads over it.
    """
    told = [said for said in statements if _key(said.cause) != _key(said.effect)]
    names: dict[NodeId, str] = {}
    for said in told:
        for name in (said.cause, said.effect):
            names.setdefault(_key(name), name)
    named = sorted(node for node, name in names.items() if node and not is_generic(name))
    if not named:
        return CausalSummary(question, (), 0, len(told), (), (), ())
    near = _likeness(question, [names[node] for node in named], embed)
    order = sorted(range(len(named)), key=lambda i: (-near[i], named[i]))[:seeds]
    start = [named[i] for i in order]
    quotes = sorted({said.quote.text for said in told})
    score = dict(zip(quotes, _likeness(question, quotes, embed), strict=True))
    told = [said for said in told if {_key(said.cause), _key(said.effect)} <= set(named)]
    reached = _reached([said for said in told if said.link is Link.CAUSAL], start, steps)
    chains = _chains([said for said in told if said.link is Link.CAUSAL], start, reached, steps, score)
    others = [
        tuple(_single(told, link, reached | frozenset(start), score))
        for link in (Link.ASSOCIATION, Link.NO_EFFECT)
    ]
    shown = tuple(names[node] for node in start)
    return CausalSummary(question, shown, len(reached), len(told), chains, others[0], others[1])


def _key(name: str) -> NodeId:
    return NodeId(normalise(name))


def _likeness(question: str, texts: Sequence[str], embed: Embed) -> list[float]:
    vectors = np.asarray(embed([question, *texts]), dtype=np.float64)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return [float(value) for value in vectors[1:] @ vectors[0]]


def _arcs(causal: Sequence[Said], score: Mapping[str, float]) -> tuple[list[Arc], dict[EdgeId, Said]]:
    held: dict[EdgeId, Said] = {}
    arcs = []
    for number, said in enumerate(causal):
        edge = EdgeId(f"{number:06d}")
        held[edge] = said
        # Half of the way from unlike to alike keeps a path's product between 0 and 1.
        weight = (1 + score[said.quote.text]) / 2
        arcs.append(Arc(edge, _key(said.cause), _key(said.effect), said.relation, weight, paper=said.paper))
    return arcs, held


def _reached(causal: Sequence[Said], start: Sequence[NodeId], steps: int) -> frozenset[NodeId]:
    arcs, _ = _arcs(causal, {said.quote.text: 0.0 for said in causal})
    return frozenset(forward(arcs, start, steps)) | frozenset(backward(arcs, start, steps))


def _chains(
    causal: Sequence[Said],
    start: Sequence[NodeId],
    reached: frozenset[NodeId],
    steps: int,
    score: Mapping[str, float],
) -> tuple[Chain, ...]:
    """Ways from where the arrows begin over a seed to where they end, and every arrow that touches a seed.

    What is part of another way that is shown is not repeated.
    """
    arcs, held = _arcs(causal, score)
    lasts = reached - {arc.source for arc in arcs}
    firsts = reached - {arc.target for arc in arcs}
    ways: list[tuple[Said, ...]] = []
    for seed in start:
        up = find_paths(arcs, firsts - {seed}, [seed], steps, limit=_WAYS)
        down = find_paths(arcs, [seed], lasts - {seed}, steps, limit=_WAYS)
        for first in [path.arcs for path in up] or [()]:
            for second in [path.arcs for path in down] or [()]:
                joined = (*first, *second)
                if joined and len({arc.source for arc in joined}) == len(joined):
                    ways.append(tuple(held[arc.edge_id] for arc in joined))
    ways += [(held[arc.edge_id],) for arc in arcs if {arc.source, arc.target} & set(start)]
    chains = [Chain(way, max(score[said.quote.text] for said in way)) for way in ways]
    chains.sort(key=lambda c: (-c.score, -len(c.steps), c.steps[0].quote.text, c.steps[-1].quote.text))
    return tuple(_not_repeated(chains))[:MOST_CHAINS]


def _not_repeated(chains: Sequence[Chain]) -> list[Chain]:
    kept: list[Chain] = []
    for chain in chains:
        if not any(set(chain.steps) <= set(other.steps) for other in kept):
            kept.append(chain)
    return kept


def _single(
    told: Sequence[Said], link: Link, near: frozenset[NodeId], score: Mapping[str, float]
) -> list[Chain]:
    touching = [s for s in told if s.link is link and {_key(s.cause), _key(s.effect)} & near]
    chains = [Chain((said,), score[said.quote.text]) for said in dict.fromkeys(touching)]
    chains.sort(key=lambda c: (-c.score, c.steps[0].quote.text, c.steps[0].cause, c.steps[0].effect))
    return chains[:MOST_OTHERS]
