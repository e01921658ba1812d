"""From the accepted claims of one outcome to a graded relation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from aitia.evidence import METHOD_VERSION
from aitia.evidence.conflicts import Conflict, find_conflicts, tabulate
from aitia.evidence.grading import grade_study
from aitia.evidence.relations.alternatives import find_alternatives, unadjusted
from aitia.evidence.relations.bodies import choose_group, weigh_groups
from aitia.evidence.relations.contradiction import within_papers
from aitia.evidence.relations.exclusion import ExclusionReason, exclusion_of, in_words
from aitia.evidence.relations.inputs import MAIN_KEY, members_of, relation_inputs
from aitia.evidence.relations.models import EvidenceSource, GradedRelation, GroupEvidence
from aitia.evidence.relations.studies import (
    citation,
    directions_of,
    oriented_direction,
    relevance,
    study_evidence,
)
from aitia.evidence.relations.subgroups import asked_labels, claim_labels, split_by_subgroup
from aitia.evidence.relations.text import reports_bias_to_null, reports_gradient
from aitia.model.evidence import AcceptedClaim, OutcomePart, StudyEvidence, StudyGrade
from aitia.model.keys import EdgeId, NodeId, StudyId
from aitia.model.scales import Direction, RetractionStatus
from aitia.question.arms import inactive_name
from aitia.question.specification import Question


class _Sorted(NamedTuple):
    used: list[AcceptedClaim]
    left_out: dict[EdgeId, ExclusionReason]


def grade_relations(question: Question, claims: Sequence[AcceptedClaim]) -> tuple[GradedRelation, ...]:
    """Grade every relation that the claims speak of: the question's own outcome, others and harms."""
    inputs = relation_inputs(question, claims)
    return tuple(_grade(question, key, entry.claims, entry.fingerprint) for key, entry in inputs.items())


def grade_relation(question: Question, key: str, claims: Sequence[AcceptedClaim]) -> GradedRelation:
    """Grade the relation `key`. `claims` are those that `relation_inputs` gave for it, or all claims.

    Raises KeyError when no claim belongs to `key`.
    """
    entry = relation_inputs(question, claims)[key]
    return _grade(question, key, entry.claims, entry.fingerprint)


def _grade(question: Question, key: str, claims: Sequence[AcceptedClaim], fingerprint: str) -> GradedRelation:
    members = members_of(key, claims)
    inside = {item.edge_id for item in members}
    context = [item for item in claims if item.edge_id not in inside and _stands(item)]
    told = {item.edge_id: claim_labels(item) for item in members}
    usable, left_out = _sort_out(question, members, told)
    studies, notes = _studies(question, usable)
    grades = {study.study_id: grade_study(study) for study in studies}
    groups = _weigh(question, usable, studies, grades)
    used_group, reason = choose_group(groups)
    body = next((group for group in groups if group.group is used_group), None)
    cause, effect = _labels(question, key, members)
    axes = _axes(usable, told)
    conflicts = find_conflicts(studies, axes)
    alternatives = find_alternatives(cause, effect, usable, context, studies)
    cause_node, effect_node = _nodes(members)
    return GradedRelation(
        relation_key=key,
        fingerprint=fingerprint,
        role=members[0].match.role,
        cause_node=cause_node,
        effect_node=effect_node,
        cause=cause,
        effect=effect,
        direction=body.direction if body else Direction.UNCLEAR,
        studies=tuple(studies),
        study_grades=tuple(grades[study.study_id] for study in studies),
        groups=groups,
        used_group=used_group,
        used_reason=reason,
        conflicts=(*conflicts, *_within(question, usable, told)),
        conflict_table=tabulate(studies, conflicts, axes),
        alternatives=alternatives,
        splits=split_by_subgroup(usable, told, lambda part: _weigh_part(question, part)),
        sources=tuple(_source(question, item, left_out.get(item.edge_id)) for item in members),
        limitations=(
            *_standing(members, left_out),
            *(body.limitations if body else ()),
            *unadjusted(studies, alternatives),
            *notes,
        ),
        method_version=METHOD_VERSION,
    )


def _within(
    question: Question, usable: Sequence[AcceptedClaim], told: Mapping[EdgeId, Mapping[str, str]]
) -> tuple[Conflict, ...]:
    """The papers that contradict themselves on one outcome."""
    labels = {item.edge_id: citation(item.paper) for item in usable}
    return within_papers(usable, directions_of(question, usable), told, labels)


def _stands(item: AcceptedClaim) -> bool:
    return item.paper.retraction_status is not RetractionStatus.RETRACTED


def _sort_out(
    question: Question, members: Sequence[AcceptedClaim], told: Mapping[EdgeId, Mapping[str, str]]
) -> _Sorted:
    """Leave out what is no evidence; hold a conditional question to its own people where studied."""
    left_out = {item.edge_id: reason for item in members if (reason := exclusion_of(item)) is not None}
    used = [item for item in members if item.edge_id not in left_out]
    left_out |= _less_direct(used) | _head_to_head(used)
    used = [item for item in used if item.edge_id not in left_out]
    asked = asked_labels(question)
    fitting = {item.study_id for item in used if _fits(told[item.edge_id], asked) is True}
    kept = []
    for item in used:
        fit = _fits(told[item.edge_id], asked)
        if fit is False and fitting:
            left_out[item.edge_id] = ExclusionReason.OTHER_POPULATION
        else:
            kept.append(_indirect(item, asked, told[item.edge_id]) if fit is False else item)
    return _Sorted(kept, left_out)


def _less_direct(used: Sequence[AcceptedClaim]) -> dict[EdgeId, ExclusionReason]:
    """Components and proxies of the outcome where others report it, proxies where others a component."""
    rank = {OutcomePart.COMPONENT: 1, OutcomePart.PROXY: 2}
    ranks = {item.edge_id: rank.get(item.match.part or OutcomePart.OWN, 0) for item in used}
    nearest = min(ranks.values(), default=0)
    return {edge: ExclusionReason.LESS_DIRECT for edge, value in ranks.items() if value > nearest}


def _head_to_head(used: Sequence[AcceptedClaim]) -> dict[EdgeId, ExclusionReason]:
    """Comparisons with another treatment where the question names none and others compare with nothing."""
    rivals = [item.edge_id for item in used if item.match.rival is not None]
    return dict.fromkeys(rivals, ExclusionReason.OTHER_COMPARATOR) if len(rivals) < len(used) else {}


def _fits(told: Mapping[str, str], asked: Mapping[str, str]) -> bool | None:
    """True when a claim speaks of the people asked about, False when of others, None when it does not say."""
    shared = [told[axis] == label for axis, label in asked.items() if axis in told]
    return None if not shared else all(shared)


def _indirect(item: AcceptedClaim, asked: Mapping[str, str], told: Mapping[str, str]) -> AcceptedClaim:
    differs = [
        f"{told[axis]} instead of {label}" for axis, label in sorted(asked.items()) if told.get(axis) != label
    ]
    note = f"The population differs: {'; '.join(differs)}."
    match = item.match.model_copy(update={"indirectness": (*item.match.indirectness, note)})
    return item.model_copy(update={"match": match})


def _studies(
    question: Question, claims: Sequence[AcceptedClaim]
) -> tuple[list[StudyEvidence], tuple[str, ...]]:
    by_study: dict[StudyId, list[AcceptedClaim]] = {}
    for item in claims:
        by_study.setdefault(item.study_id, []).append(item)
    built = [study_evidence(question, by_study[study_id]) for study_id in sorted(by_study)]
    notes = dict.fromkeys(note for _, part in built for note in part)
    return [row for row, _ in built], tuple(notes)


def _weigh(
    question: Question,
    claims: Sequence[AcceptedClaim],
    studies: Sequence[StudyEvidence],
    grades: Mapping[StudyId, StudyGrade],
) -> tuple[GroupEvidence, ...]:
    text = {item.study_id: f"{item.paper.abstract} {item.claim.quote.text}" for item in claims}
    return weigh_groups(
        question,
        studies,
        grades,
        gradients=sorted(study for study, words in text.items() if reports_gradient(words)),
        opposing=sorted(study for study, words in text.items() if reports_bias_to_null(words)),
    )


def _weigh_part(question: Question, part: Sequence[AcceptedClaim]) -> GroupEvidence | None:
    studies, _ = _studies(question, part)
    grades = {study.study_id: grade_study(study) for study in studies}
    groups = _weigh(question, part, studies, grades)
    used, _ = choose_group(groups)
    return next((group for group in groups if group.group is used), None)


def _axes(
    claims: Sequence[AcceptedClaim], told: Mapping[EdgeId, Mapping[str, str]]
) -> dict[str, Callable[[StudyEvidence], str | None]]:
    labels: dict[StudyId, dict[str, str]] = {}
    for item in claims:
        against = item.claim.comparator
        stated = {
            "comparator": inactive_name(against) if against else None,
            "time": item.study.time_point or item.study.duration,
        }
        own = labels.setdefault(item.study_id, {})
        own.update({name: value for name, value in stated.items() if value}, **told[item.edge_id])

    def axis(name: str) -> Callable[[StudyEvidence], str | None]:
        return lambda study: labels.get(study.study_id, {}).get(name)

    names = sorted({name for row in labels.values() for name in row})
    return {**{name: axis(name) for name in names}, "dose": lambda study: study.dose}


def _labels(question: Question, key: str, members: Sequence[AcceptedClaim]) -> tuple[str, str]:
    if key == MAIN_KEY:
        return question.intervention, question.outcome
    names = Counter(item.claim.effect for item in members)
    # Of names as frequent, the shortest: it says least that is not common to all.
    name = min(names, key=lambda words: (-names[words], len(words), words))
    return question.intervention, name[:1].lower() + name[1:] if name[1:2].islower() else name


def _nodes(members: Sequence[AcceptedClaim]) -> tuple[NodeId, NodeId]:
    straight = [item for item in members if not item.match.swapped] or list(members)
    straight = sorted(straight, key=lambda item: (-relevance(item), item.edge_id))
    return (
        NodeId(_most_common([item.cause_node for item in straight])),
        NodeId(_most_common([item.effect_node for item in straight])),
    )


def _most_common(values: Sequence[str]) -> str:
    counts = Counter(values)
    return min(counts, key=lambda value: (-counts[value], value))


def _source(question: Question, item: AcceptedClaim, left_out: ExclusionReason | None) -> EvidenceSource:
    paper = item.paper
    status = paper.retraction_status
    caution = {
        RetractionStatus.CONCERN: "an expression of concern stands against the paper",
        RetractionStatus.CORRECTED: "the paper was corrected",
    }.get(status, "")
    return EvidenceSource(
        edge_id=item.edge_id,
        study_id=item.study_id,
        paper_id=paper.paper_id,
        label=citation(paper),
        title=paper.title,
        year=paper.year,
        doi=paper.doi,
        pmid=paper.pmid,
        pmcid=paper.pmcid,
        arxiv_id=paper.arxiv_id,
        demonstration=paper.demonstration,
        retraction_status=status,
        design=item.study.design,
        direction=oriented_direction(question, item),
        cause=item.claim.cause,
        relation=item.claim.relation,
        effect=item.claim.effect,
        confidence=item.claim.confidence,
        quote=item.claim.quote,
        estimates=item.claim.estimates,
        used=left_out is None,
        note=in_words(left_out, item) if left_out else caution,
        exclusion=left_out,
    )


def _standing(
    members: Sequence[AcceptedClaim], left_out: Mapping[EdgeId, ExclusionReason]
) -> tuple[str, ...]:
    """What must be said of the papers' standing, one sentence per kind."""
    by_status: dict[RetractionStatus, dict[str, None]] = {}
    for item in members:
        if item.edge_id not in left_out or not _stands(item):
            by_status.setdefault(item.paper.retraction_status, {})[citation(item.paper)] = None
    words = {
        RetractionStatus.RETRACTED: "Retracted and left out",
        RetractionStatus.CONCERN: "An expression of concern stands against",
        RetractionStatus.CORRECTED: "Corrected after publication",
        RetractionStatus.UNKNOWN: "Whether it was retracted is not known (no service answered)",
    }
    return tuple(
        f"{sentence}: {_few(sorted(by_status[status]))}."
        for status, sentence in words.items()
        if status in by_status
    )


def _few(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
