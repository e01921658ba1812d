"""The parts of a verdict beside its conclusion: absolute effects, conditions, harms, other outcomes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from aitia.evidence.effects import AbsoluteEffect, absolute_effect
from aitia.evidence.relations.models import GradedRelation, Subgroup
from aitia.model.evidence import OutcomeRole, PooledEffect, StudyEvidence
from aitia.model.scales import Direction, EffectMeasure, Polarity
from aitia.verdict.consistency import agrees
from aitia.verdict.models import ConditionFinding, HarmFinding, OutcomeFinding

_EFFECTS = frozenset({Direction.INCREASES, Direction.DECREASES})


def absolute_of(relation: GradedRelation | None) -> AbsoluteEffect | None:
    """Events more or fewer per 1,000 at the risk of the comparator arms read; None when that is not known.

    Nor where all studies together say otherwise than those that print an effect.
    """
    body = relation.body if relation else None
    if relation is None or body is None or body.pooled is None or not _is_risk(body.pooled.measure):
        return None
    if not agrees(body.pooled, body.direction):
        return None
    inside = set(body.study_ids)
    baseline = comparator_risk([study for study in relation.studies if study.study_id in inside])
    return absolute_effect(body.pooled, baseline) if baseline is not None else None


def comparator_risk(studies: Sequence[StudyEvidence]) -> float | None:
    """Events over participants in the comparator arms of the studies that state them."""
    counts = [s.estimate.counts for s in studies if s.estimate is not None and s.estimate.counts is not None]
    total = sum(count.total_comparator for count in counts)
    risk = sum(count.events_comparator for count in counts) / total if total else 0.0
    return risk if 0 < risk < 1 else None


def conditions_of(relation: GradedRelation | None) -> tuple[ConditionFinding, ...]:
    """For each axis with several subgroups: where the effect holds, where not, where it is the opposite."""
    if relation is None:
        return ()
    found = []
    for split in relation.splits:
        lead = _leading(relation, split.subgroups)
        holds = [s.label for s in split.subgroups if s.direction is lead and lead in _EFFECTS]
        opposite = [s.label for s in split.subgroups if s.direction in _EFFECTS and s.direction is not lead]
        rest = [s.label for s in split.subgroups if s.direction not in _EFFECTS]
        text = "; ".join(f"{s.label}: {describe_subgroup(s, relation.effect)}" for s in split.subgroups)
        if split.interaction_p is not None:
            differ = "differ" if split.interaction_p < 0.05 else "do not differ significantly"
            text = f"{text}; the subgroups {differ} (p for interaction {p_words(split.interaction_p)})"
        elif holds and (rest or opposite):
            text = f"{text}; whether the subgroups differ cannot be tested"
        found.append(
            ConditionFinding(
                axis=split.axis,
                text=f"{text}.",
                holds_in=tuple(holds),
                not_shown_in=tuple(rest),
                opposite_in=tuple(opposite),
                split=split,
            )
        )
    return tuple(found)


def p_words(p: float) -> str:
    """A p value as papers print it: "= 0.034", "< 0.001"."""
    return "< 0.001" if p < 0.001 else f"= {p:.2g}"


def describe_subgroup(subgroup: Subgroup, outcome: str) -> str:
    """One subgroup's finding in words."""
    count = len(subgroup.study_ids)
    basis = f"{count} stud{'y' if count == 1 else 'ies'}"
    certainty = subgroup.certainty.value.replace("_", " ")
    finding = describe_finding(subgroup.direction, outcome, subgroup.pooled, count)
    return f"{finding} ({basis}, {certainty} certainty)"


def describe_direction(direction: Direction, outcome: str) -> str:
    """A direction in words."""
    return {
        Direction.INCREASES: f"an increase in {outcome}",
        Direction.DECREASES: f"a reduction in {outcome}",
        Direction.NO_DIFFERENCE: f"no significant difference in {outcome}",
        Direction.UNCLEAR: f"no clear direction for {outcome}",
    }[direction]


def describe_finding(
    direction: Direction, outcome: str, pooled: PooledEffect | None = None, studies: int | None = None
) -> str:
    """What `studies` studies find, with the pool of those that print an effect.

    The two are told apart where the pool says otherwise than all studies together.
    """
    words = describe_direction(direction, outcome)
    if pooled is None:
        return words
    some = studies is not None and pooled.k < studies
    if agrees(pooled, direction):
        part = f" (pool of the {pooled.k} of {studies} that print one)" if some else ""
        return f"{words}, {describe_effect(pooled)}{part}"
    those = f"the {pooled.k} of {studies}" if some else "those"
    return f"{describe_effect(pooled)} in {those} that print one; all studies together, {words}"


def describe_effect(pooled: PooledEffect) -> str:
    """An effect with its interval, as it is printed everywhere."""
    return (
        f"{pooled.measure.shown} {number(pooled.point)} "
        f"({100 * pooled.level:g}% CI {number(pooled.low)} to {number(pooled.high)})"
    )


def number(value: float) -> str:
    """A number as verdicts print it: two decimals, or three significant digits below 0.1."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"


def harms_of(relations: Sequence[GradedRelation]) -> tuple[HarmFinding, ...]:
    """Every harm that was studied, those that were shown first."""
    harms = [relation for relation in relations if relation.role is OutcomeRole.HARM and relation.studies]
    findings = [
        HarmFinding(
            relation_key=relation.relation_key,
            outcome=relation.effect,
            direction=relation.direction,
            significant=relation.body.significant if relation.body else None,
            certainty=relation.certainty,
            effect=relation.pooled,
            absolute=absolute_of(relation),
            group=relation.used_group,
            studies=relation.studies,
            steps=relation.body.grade.steps if relation.body else (),
        )
        for relation in harms
    ]
    return tuple(
        sorted(
            findings, key=lambda h: (h.direction is not Direction.INCREASES, -len(h.studies), h.relation_key)
        )
    )


def outcomes_of(relations: Sequence[GradedRelation]) -> tuple[OutcomeFinding, ...]:
    """Surrogates and other outcomes, most studied first."""
    rows = [r for r in relations if r.role in (OutcomeRole.SURROGATE, OutcomeRole.OTHER) and r.studies]
    return tuple(
        OutcomeFinding(
            relation_key=row.relation_key,
            outcome=row.effect,
            surrogate=row.role is OutcomeRole.SURROGATE,
            direction=row.direction,
            significant=row.body.significant if row.body else None,
            certainty=row.certainty,
            effect=row.pooled,
            study_count=len(row.studies),
        )
        for row in sorted(rows, key=lambda r: (-len(r.studies), r.relation_key))
    )


def polarity_of(relation: GradedRelation | None) -> Polarity:
    """Whether less of the outcome is better, when the studies do not disagree on it."""
    known = {s.outcome_polarity for s in relation.studies} if relation else set()
    known.discard(Polarity.UNKNOWN)
    return known.pop() if len(known) == 1 else Polarity.UNKNOWN


def _leading(relation: GradedRelation, subgroups: Sequence[Subgroup]) -> Direction:
    if relation.direction in _EFFECTS:
        return relation.direction
    shown = [s for s in subgroups if s.direction in _EFFECTS]
    return max(shown, key=lambda s: len(s.study_ids)).direction if shown else relation.direction


def _is_risk(measure: EffectMeasure) -> bool:
    return measure.is_ratio or measure is EffectMeasure.RISK_DIFFERENCE
