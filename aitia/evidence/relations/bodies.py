"""Studies of one outcome sorted by design, pooled and graded per design, and the choice between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from aitia.evidence.grading import grade_body
from aitia.evidence.grading.down import events, participants
from aitia.evidence.grading.groups import SYNTHESIS_GROUPS, DesignGroup, design_group
from aitia.evidence.grading.study import study_size
from aitia.evidence.grading.thresholds import excludes_null
from aitia.evidence.relations.models import Basis, GroupEvidence, Votes
from aitia.evidence.relations.statistics import pool_studies
from aitia.evidence.relations.voting import count_votes, expected, leading
from aitia.evidence.synthesis import Synthesis, synthesise
from aitia.model.evidence import PooledEffect, StudyEvidence, StudyGrade
from aitia.model.keys import StudyId
from aitia.model.scales import Direction
from aitia.question.specification import Question

LIKELY = 0.5
"""From here on the studies together are more likely than not to show the direction."""


def weigh_groups(
    question: Question,
    studies: Sequence[StudyEvidence],
    grades: Mapping[StudyId, StudyGrade],
    *,
    gradients: Collection[StudyId] = (),
    opposing: Collection[StudyId] = (),
) -> tuple[GroupEvidence, ...]:
    """One body of evidence per kind of design, strongest first; a synthesis never joins primary studies."""
    found: dict[DesignGroup, list[StudyEvidence]] = {}
    for study in sorted(studies, key=lambda row: row.study_id):
        found.setdefault(design_group(study), []).append(study)
    return tuple(
        _weigh(question, group, found[group], grades, gradients, opposing)
        for group in DesignGroup
        if group in found
    )


def choose_group(groups: Sequence[GroupEvidence]) -> tuple[DesignGroup | None, str]:
    """The group that a verdict rests on, and why: the strongest design that found anything."""
    if not groups:
        return None, "no study was found"
    telling = [
        group for group in groups if group.direction is not Direction.UNCLEAR or group.pooled is not None
    ]
    candidates = telling or list(groups)
    tier = max(group.group.tier for group in candidates)
    best = [group for group in candidates if group.group.tier == tier]
    others = ", ".join(group.group.words for group in groups if group not in best)
    weaker = f"; {others} stand beside them" if others else ""
    if len(best) == 1:
        return best[0].group, f"{best[0].group.words} are the strongest design that found anything{weaker}"
    return _synthesis_or_primary(best, weaker)


def _synthesis_or_primary(best: Sequence[GroupEvidence], weaker: str) -> tuple[DesignGroup, str]:
    synthesis = next(group for group in best if group.group in SYNTHESIS_GROUPS)
    primary = next(group for group in best if group.group not in SYNTHESIS_GROUPS)
    more = (synthesis.participants or 0) >= (primary.participants or 0)
    if synthesis.pooled is not None and (primary.pooled is None or more):
        reason = (
            f"a meta-analysis already contains such studies, so it is not pooled with them; it covers "
            f"{_people(synthesis)} against {_people(primary)} in the {primary.group.words} read here"
        )
        return synthesis.group, reason + weaker
    why = "states no usable interval" if synthesis.pooled is None else f"covers only {_people(synthesis)}"
    if synthesis.pooled is None and primary.pooled is None and more and synthesis.participants:
        reason = (
            f"neither states a usable interval, and the syntheses cover more people ({_people(synthesis)})"
        )
        return synthesis.group, reason + weaker
    reason = (
        f"the {primary.group.words} read here give {_people(primary)}, while the best synthesis {why}; "
        "the two are not pooled, since a synthesis contains such studies"
    )
    return primary.group, reason + weaker


def _people(group: GroupEvidence) -> str:
    return (
        "an unknown number of participants"
        if group.participants is None
        else f"{group.participants:,} participants"
    )


def _weigh(
    question: Question,
    group: DesignGroup,
    studies: Sequence[StudyEvidence],
    grades: Mapping[StudyId, StudyGrade],
    gradients: Collection[StudyId],
    opposing: Collection[StudyId],
) -> GroupEvidence:
    base, limits = _leading_synthesis(studies) if group in SYNTHESIS_GROUPS else (list(studies), ())
    pool = pool_studies(base)
    pooled, notes = pool.effect, pool.limitations
    synthesis = synthesise(base, pooled, pool.used)
    ids = {study.study_id for study in base}
    grade = grade_body(
        question,
        base,
        pooled,
        synthesis,
        dose_response_in=sorted(ids & set(gradients)),
        opposing_confounding_in=sorted(ids & set(opposing)),
    )
    votes = count_votes(base, grades)
    direction, significant, basis = _finding(pooled, synthesis, votes)
    return GroupEvidence(
        group=group,
        study_ids=tuple(sorted(study.study_id for study in studies)),
        pooled=pooled,
        direction=direction,
        significant=significant,
        excludes_importance=synthesis.excludes_importance if synthesis else None,
        basis=basis,
        votes=votes,
        participants=participants(base),
        events=events(base),
        grade=grade,
        limitations=(*limits, *notes),
        synthesis=synthesis,
    )


def _leading_synthesis(studies: Sequence[StudyEvidence]) -> tuple[list[StudyEvidence], tuple[str, ...]]:
    """Meta-analyses of one question share their trials: the largest with an interval speaks for them."""
    lead = max(
        studies,
        key=lambda row: (
            row.estimate is not None,
            row.direction is not Direction.UNCLEAR,
            round(row.outcome_score, 1),
            study_size(row) or 0,
            row.year or 0,
            row.study_id,
        ),
    )
    if len(studies) == 1:
        return [lead], ()
    rest = ", ".join(row.label for row in studies if row is not lead)
    return [lead], (
        f"{lead.label} speaks for the syntheses; {rest} share studies with it and are not added up",
    )


def _finding(
    pooled: PooledEffect | None, synthesis: Synthesis | None, votes: Votes
) -> tuple[Direction, bool | None, Basis]:
    """The pool speaks where every study is in it; else what the studies together most probably show."""
    if synthesis is None:
        return Direction.UNCLEAR, None, Basis.NONE
    if synthesis.equals_pool and pooled is not None:
        basis = Basis.POOLED if pooled.k > 1 else Basis.SINGLE_ESTIMATE
        if not excludes_null(pooled.measure, pooled.low, pooled.high):
            return Direction.NO_DIFFERENCE, False, basis
        more = pooled.point > pooled.measure.null_value
        return (Direction.INCREASES if more else Direction.DECREASES), True, basis
    basis = Basis.DIRECTIONS if pooled is None else Basis.COMBINED
    full = synthesis.full_pool
    shares = expected(
        (full.higher, full.lower, full.neither), (votes.higher, votes.lower, votes.none), whole=False
    )
    direction = leading(shares, whole=False)
    if direction is Direction.NO_DIFFERENCE:
        return direction, False, basis
    return direction, True if max(shares[:2]) >= LIKELY else None, basis
