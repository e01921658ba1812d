"""Passages of one paper that contradict each other, and very large effects that only one of them tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from aitia.evidence.conflicts import Conflict, ConflictKind, ConflictSide
from aitia.model.claim import Claim
from aitia.model.evidence import AcceptedClaim
from aitia.model.keys import EdgeId
from aitia.model.scales import Direction

VERY_LARGE = 5.0
"""A ratio beyond which, or beyond whose reciprocal, GRADE calls an effect very large."""
_WORDS = {
    Direction.INCREASES: "an increase",
    Direction.DECREASES: "a reduction",
    Direction.NO_DIFFERENCE: "no difference",
}
Directions = Mapping[EdgeId, Direction]


def corroborated(
    claims: Sequence[AcceptedClaim], directions: Directions
) -> tuple[list[AcceptedClaim], list[AcceptedClaim]]:
    """The claims that count, and very large effects that another passage denies and none confirms.

    `directions` are the claims' directions as the question sees them.
    """
    doubted = [
        item
        for item in claims
        if _very_large(item.claim)
        and (others := [other for other in claims if _apart(item, other)])
        and not any(directions[other.edge_id] is directions[item.edge_id] for other in others)
        and any(_disagree(directions[item.edge_id], directions[other.edge_id]) for other in others)
    ]
    kept = [item for item in claims if item not in doubted]
    return (kept, doubted) if kept else (list(claims), [])


def within_papers(
    claims: Sequence[AcceptedClaim],
    directions: Directions,
    told: Mapping[EdgeId, Mapping[str, str]],
    labels: Mapping[EdgeId, str],
) -> tuple[Conflict, ...]:
    """One conflict for each paper in which two passages on the same outcome and people disagree.

    `told` are the people that a claim names, `labels` the papers' citations.
    """
    found: dict[str, Conflict] = {}
    for one, other in combinations(sorted(claims, key=lambda item: item.edge_id), 2):
        same = one.effect_node == other.effect_node and told[one.edge_id] == told[other.edge_id]
        first, second = directions[one.edge_id], directions[other.edge_id]
        if same and _apart(one, other) and _disagree(first, second):
            found.setdefault(
                one.paper.paper_id, _conflict((one, other), (first, second), labels[one.edge_id])
            )
    return tuple(found[key] for key in sorted(found))


def _conflict(
    items: tuple[AcceptedClaim, AcceptedClaim], said: tuple[Direction, Direction], label: str
) -> Conflict:
    one, other = (
        ConflictSide(direction=way, study_ids=(item.study_id,), edge_ids=(item.edge_id,), labels=(label,))
        for item, way in zip(items, said, strict=True)
    )
    text = f"{label} tells {_WORDS[said[0]]} in one passage and {_WORDS[said[1]]} in another."
    return Conflict(kind=ConflictKind.WITHIN_PAPER, sides=(one, other), splits=(), explained_by=(), text=text)


def _apart(one: AcceptedClaim, other: AcceptedClaim) -> bool:
    """Whether two claims quote different passages of the same paper."""
    a, b = one.claim.quote, other.claim.quote
    overlap = a.passage_id == b.passage_id and a.char_start < b.char_end and b.char_start < a.char_end
    return one.paper.paper_id == other.paper.paper_id and not overlap


def _disagree(one: Direction, other: Direction) -> bool:
    return one is not other and Direction.UNCLEAR not in (one, other)


def _very_large(claim: Claim) -> bool:
    points = [e.point for e in claim.estimates if e.measure.is_ratio and e.point is not None and e.point > 0]
    return any(not 1 / VERY_LARGE < point < VERY_LARGE for point in points)
