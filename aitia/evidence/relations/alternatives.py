"""Other ways to explain an association: the effect causing the cause, common causes, and time order."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.evidence.grading.groups import DesignGroup, design_group
from aitia.evidence.relations.confounders import confounders_named
from aitia.evidence.relations.inputs import ends, named
from aitia.evidence.relations.models import Alternative, AlternativeKind
from aitia.evidence.relations.studies import citation
from aitia.evidence.relations.text import names_reverse_causation
from aitia.model.evidence import AcceptedClaim, StudyEvidence
from aitia.model.keys import EdgeId, PaperId
from aitia.model.scales import StudyDesign

_COMMON = (AlternativeKind.CONFOUNDER, AlternativeKind.NAMED_CONFOUNDER)
_CONFOUNDED = frozenset({DesignGroup.OBSERVATIONAL, DesignGroup.OBSERVATIONAL_SYNTHESES})


def find_alternatives(
    cause: str,
    effect: str,
    members: Sequence[AcceptedClaim],
    context: Sequence[AcceptedClaim],
    studies: Sequence[StudyEvidence],
) -> tuple[Alternative, ...]:
    """Alternative explanations of `cause` → `effect`, in a fixed order, each with the edges it rests on."""
    observed = {study.study_id for study in studies if design_group(study) in _CONFOUNDED}
    exposed = [item for item in members if item.study_id in observed]
    return (
        *_reverse(cause, effect, members, context),
        *_timing(cause, effect, studies),
        *_common_causes(cause, effect, members, context),
        *_named(exposed),
    )


def unadjusted(studies: Sequence[StudyEvidence], alternatives: Sequence[Alternative]) -> tuple[str, ...]:
    """What must be said where studies without randomisation name nothing that they adjusted for."""
    observed = [study for study in studies if design_group(study) in _CONFOUNDED]
    told = {paper for item in alternatives if item.kind in _COMMON for paper in item.paper_ids}
    silent = [study for study in observed if told.isdisjoint(study.paper_ids)]
    if not silent:
        return ()
    count = f"{len(silent)} of {len(observed)} studies without randomisation"
    names = "names" if len(silent) == 1 else "name"
    return (f"Confounding cannot be ruled out: {count} {names} nothing that was adjusted for where we read.",)


def _reverse(
    cause: str, effect: str, members: Sequence[AcceptedClaim], context: Sequence[AcceptedClaim]
) -> list[Alternative]:
    causes, effects = ends(members)
    edges = [item for item in context if item.cause_node in effects and item.effect_node in causes]
    papers = [
        item for item in members if names_reverse_causation(f"{item.paper.title} {item.paper.abstract}")
    ]
    if not edges and not papers:
        return []
    names = ", ".join(dict.fromkeys(citation(item.paper) for item in (*edges, *papers)))
    return [
        Alternative(
            kind=AlternativeKind.REVERSE_CAUSATION,
            name=effect,
            text=(
                f"{effect} may have led to or changed {cause}, rather than the other way round "
                f"(raised in {names})."
            ),
            edge_ids=_edges(edges),
            paper_ids=_papers((*edges, *papers)),
        )
    ]


_LOOKED_BACK = {
    StudyDesign.CROSS_SECTIONAL: (
        "Cross-sectional studies ({names}) cannot tell whether {cause} came before {effect}."
    ),
    StudyDesign.CASE_CONTROL: (
        "Case-control studies ({names}) learn of {cause} after {effect}: what is remembered, or changed by "
        "it, may differ."
    ),
}
"""What a design leaves open of the order in time."""


def _timing(cause: str, effect: str, studies: Sequence[StudyEvidence]) -> list[Alternative]:
    found = []
    for design, words in _LOOKED_BACK.items():
        rows = [study for study in studies if study.design is design]
        if rows:
            names = ", ".join(study.label for study in rows)
            found.append(
                Alternative(
                    kind=AlternativeKind.TIMING,
                    name=effect,
                    text=words.format(names=names, cause=cause, effect=effect),
                    edge_ids=tuple(sorted({edge for study in rows for edge in study.edge_ids})),
                    paper_ids=tuple(sorted({paper for study in rows for paper in study.paper_ids})),
                )
            )
    return found


def _common_causes(
    cause: str, effect: str, members: Sequence[AcceptedClaim], context: Sequence[AcceptedClaim]
) -> list[Alternative]:
    causes, effects = ends(members)
    found: dict[str, list[AcceptedClaim]] = {}
    for item in context:
        if item.cause_node not in causes | effects and item.effect_node in causes | effects:
            found.setdefault(named(item), []).append(item)
    alternatives = []
    for common in sorted(found):
        items = sorted(found[common], key=lambda item: item.edge_id)
        both = {item.effect_node in causes for item in items} == {True, False}
        if not both and all(item.claim.relation != "confounds" for item in items):
            continue
        name = items[0].claim.cause
        how = f"acts on both {cause} and {effect}" if both else f"is said to confound {cause} and {effect}"
        papers = ", ".join(dict.fromkeys(citation(item.paper) for item in items))
        alternatives.append(
            Alternative(
                kind=AlternativeKind.CONFOUNDER,
                name=name,
                text=f"{name} {how} ({papers}).",
                edge_ids=_edges(items),
                paper_ids=_papers(items),
            )
        )
    return alternatives


def _named(items: Sequence[AcceptedClaim]) -> list[Alternative]:
    found: dict[str, dict[PaperId, AcceptedClaim]] = {}
    for item in sorted(items, key=lambda row: row.edge_id):
        text = f"{item.paper.title}. {item.paper.abstract}. {item.claim.quote.text}"
        for name in confounders_named(text):
            found.setdefault(name, {}).setdefault(item.paper.paper_id, item)
    ranked = sorted(found, key=lambda name: (-len(found[name]), name))
    return [
        Alternative(
            kind=AlternativeKind.NAMED_CONFOUNDER,
            name=name,
            text=f"{name}: named as a confounder or adjusted for in {_cite(list(found[name].values()))}.",
            edge_ids=_edges(list(found[name].values())),
            paper_ids=_papers(list(found[name].values())),
        )
        for name in ranked
    ]


def _cite(items: Sequence[AcceptedClaim]) -> str:
    return ", ".join(sorted({citation(item.paper) for item in items}))


def _edges(items: Sequence[AcceptedClaim]) -> tuple[EdgeId, ...]:
    return tuple(sorted({item.edge_id for item in items}))


def _papers(items: Sequence[AcceptedClaim]) -> tuple[PaperId, ...]:
    return tuple(sorted({item.paper.paper_id for item in items}))
