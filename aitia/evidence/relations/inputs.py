"""Which claims each relation rests on, and the fingerprint that says whether anything changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aitia.evidence import METHOD_VERSION
from aitia.model.evidence import AcceptedClaim, OutcomeRole
from aitia.model.keys import NodeId, content_hash
from aitia.question.specification import Question
from aitia.words.naming import canonical_name

MAIN_KEY = "main"
_ORDER = (OutcomeRole.MAIN, OutcomeRole.SURROGATE, OutcomeRole.OTHER, OutcomeRole.HARM)


class RelationInput(NamedTuple):
    """A relation's claims (sorted by edge id) and their fingerprint.

    Besides the claims of the relation itself they hold those that bear on it otherwise: claims in the
    reverse direction and those of common causes. Their match tells them apart.
    """

    claims: tuple[AcceptedClaim, ...]
    fingerprint: str


def relation_key(item: AcceptedClaim) -> str | None:
    """The relation that a claim belongs to: the question's own outcome, or role and outcome.

    Names of one outcome share a relation ("severe bleeding", "major haemorrhage"): by their family where
    there is one, else by their node.
    """
    if item.match.role is OutcomeRole.UNRELATED:
        return None
    if item.match.role is OutcomeRole.MAIN:
        return MAIN_KEY
    return f"{item.match.role.value}:{item.match.family or item.effect_node}"


def relation_inputs(question: Question, claims: Sequence[AcceptedClaim]) -> Mapping[str, RelationInput]:
    """The claims and fingerprint of every relation, the question's own outcome first.

    The mapping and the fingerprints do not depend on the order of `claims`. Compare fingerprints with
    the stored ones before calling `grade_relation`.
    """
    rows = sorted({item.edge_id: item for item in claims}.values(), key=lambda item: item.edge_id)
    own: dict[str, list[AcceptedClaim]] = {}
    for item in rows:
        key = relation_key(item)
        if key is not None:
            own.setdefault(key, []).append(item)
    contents = {item.edge_id: _content(item) for item in rows}
    asked = question.model_dump_json()
    found: dict[str, RelationInput] = {}
    for key in sorted(own, key=_sort_key):
        members = sorted([*own[key], *_context(own[key], rows)], key=lambda item: item.edge_id)
        parts = (METHOD_VERSION, key, asked, *(contents[item.edge_id] for item in members))
        found[key] = RelationInput(tuple(members), content_hash(*parts))
    return found


def members_of(key: str, claims: Sequence[AcceptedClaim]) -> list[AcceptedClaim]:
    """The claims of one relation, without those that only bear on it."""
    return [item for item in claims if relation_key(item) == key]


def ends(members: Sequence[AcceptedClaim]) -> tuple[frozenset[NodeId], frozenset[NodeId]]:
    """Cause and effect nodes of a relation's claims."""
    return (
        frozenset(item.cause_node for item in members),
        frozenset(item.effect_node for item in members),
    )


def named(item: AcceptedClaim) -> str:
    """What a claim names as the cause, whatever its type: smoking is one, as exposure and as condition."""
    return canonical_name(item.claim.cause)


def _context(members: Sequence[AcceptedClaim], rows: Sequence[AcceptedClaim]) -> list[AcceptedClaim]:
    """Claims in the reverse direction, and both halves of common causes of cause and effect."""
    causes, effects = ends(members)
    inside = {item.edge_id for item in members}
    outside = [item for item in rows if item.edge_id not in inside]
    apart = [item for item in rows if item.cause_node not in causes | effects]
    into_cause = {named(item) for item in apart if item.effect_node in causes}
    into_effect = {named(item) for item in apart if item.effect_node in effects}
    common = into_cause & into_effect
    return [
        item
        for item in outside
        if (item.cause_node in effects and item.effect_node in causes)
        or (named(item) in common and item.effect_node in causes | effects)
        or (item.claim.relation == "confounds" and item.effect_node in causes | effects)
    ]


def _sort_key(key: str) -> tuple[int, str]:
    role = key.split(":", 1)[0]
    return [value.value for value in _ORDER].index(role), key


def _content(item: AcceptedClaim) -> str:
    paper = item.paper
    shown = (paper.title, paper.abstract, str(paper.year), *paper.authors, str(paper.demonstration))
    identifiers = (str(paper.doi), str(paper.pmid), str(paper.pmcid), str(paper.arxiv_id))
    return content_hash(
        item.edge_id,
        item.claim.model_dump_json(),
        item.study.model_dump_json(),
        item.study_id,
        item.cause_node,
        item.effect_node,
        item.match.model_dump_json(),
        paper.paper_id,
        paper.retraction_status.value,
        *shown,
        *identifiers,
    )
