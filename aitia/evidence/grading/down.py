"""GRADE's five reasons to take certainty off. Each returns one step with a change of 0, -1 or -2."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aitia.evidence.grading.study import is_significant, is_trial_level, study_size
from aitia.evidence.grading.thresholds import (
    AMPLE_PARTICIPANTS,
    CONSIDERABLE_I2,
    FEW_EVENTS,
    FEW_PARTICIPANTS,
    MINIMAL_STUDIES_FOR_BIAS_TEST,
    OPTIMAL_EVENTS,
    OPTIMAL_PARTICIPANTS,
    SMALL_STUDY_P,
    SUBSTANTIAL_I2,
    UNSTATED_PARTICIPANTS,
    excludes_null,
    figure,
    important_limits,
)
from aitia.model.claim import RiskOfBias
from aitia.model.evidence import GradeStep, PooledEffect, StudyEvidence
from aitia.model.scales import SYNTHESIS_DESIGNS, Direction, EffectMeasure
from aitia.model.synthesis import Synthesis
from aitia.question.specification import Question

Rows = Sequence[StudyEvidence]

_ASPECTS = {
    "population": re.compile(r"\b(?:population|participants?|patients?|people|age|sex)\b", re.I),
    "comparator": re.compile(r"\b(?:comparator|comparison|control)\b", re.I),
    "outcome": re.compile(r"\b(?:outcome|surrogate|end ?point|time point)\b", re.I),
    "intervention": re.compile(r"\b(?:intervention|exposure|dose|drug|treatment)\b", re.I),
}
_WEAK_OUTCOME = 0.35
_CLEAR, _LIKELY, _TAIL = 0.8, 0.5, 0.025
"""Of a pool of everybody's numbers: clearly, and more likely than not, significant; a 95% interval's tail."""


def shares(rows: Rows, pooled: PooledEffect | None) -> dict[str, float]:
    """Each study's share of the weight: the pool's when it holds every study, otherwise by participants."""
    if pooled is not None and all(row.study_id in pooled.weights for row in rows):
        total = sum(pooled.weights[row.study_id] for row in rows)
        if total > 0:
            return {row.study_id: pooled.weights[row.study_id] / total for row in rows}
    sizes = {row.study_id: study_size(row) or UNSTATED_PARTICIPANTS for row in rows}
    whole = sum(sizes.values())
    return {name: size / whole for name, size in sizes.items()}


def risk_of_bias(rows: Rows, pooled: PooledEffect | None) -> GradeStep:
    """Two levels when half the weight is at high risk; one for a quarter, or for half with some concerns.

    An unknown risk in half the weight costs trials a level where the body is not large: small studies of
    unknown conduct show larger effects (Dechartres 2013, BMJ 346:f2304). Other designs start two levels lower
    for what is not known of them (GRADE guideline 4), and it is not counted twice.
    """
    weight = shares(rows, pooled)
    high, unknown, concerns = (
        [row for row in rows if row.risk_of_bias is risk]
        for risk in (RiskOfBias.HIGH, RiskOfBias.UNKNOWN, RiskOfBias.SOME_CONCERNS)
    )
    high_share = _sum(high, weight)
    judged, unsure = _sum([*high, *concerns], weight), _sum([*high, *concerns, *unknown], weight)
    if high_share >= 0.25 - 1e-9:
        change = -2 if high_share >= 0.5 - 1e-9 else -1
        return _step("risk_of_bias", change, f"{high_share:.0%} of the weight is at high risk of bias", high)
    if judged >= 0.5 - 1e-9:
        reason = f"{judged:.0%} of the weight gives concern about risk of bias"
        return _step("risk_of_bias", -1, reason, [*high, *concerns])
    if unsure < 0.5 - 1e-9:
        return _step("risk_of_bias", 0, "most of the weight is at low risk of bias", rows)
    say = "says" if len(unknown) == 1 else "say"
    reason = f"{len(unknown)} of {len(rows)} studies {say} too little to judge the risk of bias"
    if not any(is_trial_level(row) for row in rows):
        return _step("risk_of_bias", 0, f"{reason}; the design starts lower for that", rows)
    people = participants(rows)
    if people is not None and people >= AMPLE_PARTICIPANTS:
        return _step("risk_of_bias", 0, f"{reason}; not counted with {people:,} participants", rows)
    return _step("risk_of_bias", -1, reason, [*high, *concerns, *unknown])


def inconsistency(rows: Rows, pooled: PooledEffect | None) -> GradeStep:
    """I² read together with the directions of the studies and the overlap of their intervals."""
    if len(rows) < 2:
        return _step("inconsistency", 0, "one study: nothing to be inconsistent with", rows)
    opposed, contradicting = opposed_studies(rows)
    apart = intervals_apart(rows)
    i2 = pooled.i2 if pooled is not None else None
    shown = "I² unknown" if i2 is None else f"I² {i2:.0f}%"
    if i2 is not None and i2 >= CONSIDERABLE_I2 and (contradicting or (opposed and apart)):
        return _step("inconsistency", -2, f"{shown}, and the studies point in opposite directions", rows)
    if i2 is not None and i2 >= CONSIDERABLE_I2:
        return _step("inconsistency", -1, f"{shown}, though the studies agree on the direction", rows)
    if contradicting:
        return _step("inconsistency", -1, f"significant effects in opposite directions ({shown})", rows)
    if i2 is not None and i2 >= SUBSTANTIAL_I2 and (opposed or apart):
        how = "in direction" if opposed else "beyond their intervals"
        return _step("inconsistency", -1, f"{shown}, and the studies differ {how}", rows)
    return _step("inconsistency", 0, f"no serious inconsistency ({shown})", rows)


def opposed_studies(rows: Rows) -> tuple[bool, bool]:
    """Whether studies point in opposite directions, and whether significant ones do."""

    def both(part: Rows) -> bool:
        signs = {_sign(row) for row in part}
        return {1, -1} <= signs

    return both(rows), both([row for row in rows if is_significant(row)])


def intervals_apart(rows: Rows) -> bool:
    """Whether two intervals of the same measure do not overlap."""
    bounds: dict[EffectMeasure, list[tuple[float, float]]] = {}
    for row in rows:
        if row.estimate is not None:
            bounds.setdefault(row.estimate.measure, []).append((row.estimate.low, row.estimate.high))
    return any(max(low for low, _ in pairs) > min(high for _, high in pairs) for pairs in bounds.values())


def indirectness(question: Question, rows: Rows, pooled: PooledEffect | None) -> GradeStep:
    """What was studied against what was asked; animals count as very serious."""
    weight = shares(rows, pooled)
    animals = [row for row in rows if row.is_animal]
    if _sum(animals, weight) >= 0.5 - 1e-9:
        return _step("indirectness", -2, "the evidence comes from animals", animals)
    found: dict[str, list[StudyEvidence]] = {}
    for row in rows:
        for aspect in aspects(row):
            found.setdefault(aspect, []).append(row)
    serious = {name: part for name, part in found.items() if _sum(part, weight) >= 0.5 - 1e-9}
    if animals and "species" not in serious:
        serious["species"] = animals
    if not serious:
        return _step(
            "indirectness", 0, f"the studies asked about {question.outcome} as the question does", rows
        )
    touched = {row.study_id: row for part in serious.values() for row in part}
    reason = "; ".join(_quote_aspect(name, part) for name, part in sorted(serious.items()))
    return _step("indirectness", -min(2, len(serious)), reason, list(touched.values()))


def aspects(row: StudyEvidence) -> frozenset[str]:
    """Which of population, intervention, comparator and outcome differ from the question's."""
    found = {_aspect(note) for note in row.indirectness}
    if row.outcome_score < _WEAK_OUTCOME:
        found.add("outcome")
    return frozenset(found)


def imprecision(rows: Rows, pooled: PooledEffect | None, synthesis: Synthesis | None = None) -> GradeStep:
    """The interval against none and an important effect; participants and events against what is needed.

    The interval is that of all studies together (`synthesis`), or the pool's where that is all there is.
    """
    by_interval, interval_reason = _interval_level(pooled, synthesis)
    by_size, size_reason = _size_level(rows)
    if by_size == 0:
        by_interval = min(1, by_interval)  # with an optimal information size no interval is very imprecise
    level = max(by_interval, by_size)
    reasons = [reason for value, reason in ((by_interval, interval_reason), (by_size, size_reason)) if value]
    if level == 0:
        reasons = [interval_reason, size_reason]
    return _step("imprecision", -level, "; ".join(reasons), rows)


def publication_bias(rows: Rows, pooled: PooledEffect | None) -> GradeStep:
    """Egger's test from ten studies up; below that nothing can be said, and the step says so."""
    if pooled is None or pooled.k < MINIMAL_STUDIES_FOR_BIAS_TEST or pooled.egger_p_value is None:
        reason = (
            f"fewer than {MINIMAL_STUDIES_FOR_BIAS_TEST} pooled studies: small-study effects cannot be tested"
        )
        return _step("publication_bias", 0, reason, rows)
    suspected = pooled.egger_p_value < SMALL_STUDY_P
    words = "small studies differ from large ones" if suspected else "no sign of small-study effects"
    reason = f"{words} (Egger's test p = {pooled.egger_p_value:.3g})"
    return _step("publication_bias", -1 if suspected else 0, reason, rows)


def _interval_level(pooled: PooledEffect | None, synthesis: Synthesis | None) -> tuple[int, str]:
    if pooled is None:
        return _direction_level(synthesis) if synthesis else (1, "no interval could be pooled")
    low, high, whose = pooled.low, pooled.high, "the interval"
    if synthesis is not None and synthesis.low is not None and synthesis.high is not None:
        low, high = synthesis.low, synthesis.high
        whose = "the interval" if synthesis.equals_pool else "the interval of all studies together"
    shown = f"{pooled.measure.shown} {figure(low)} to {figure(high)}"
    limits = important_limits(pooled.measure)
    if excludes_null(pooled.measure, low, high):
        return 0, f"{whose} ({shown}) excludes no effect"
    if limits is None:
        return 1, f"{whose} ({shown}) includes no effect and no important difference is agreed on"
    reached = [limit for limit in limits if low <= limit <= high]
    if len(reached) == 2:
        return 2, f"{whose} ({shown}) includes important effects in both directions"
    if reached:
        return 1, f"{whose} ({shown}) includes no effect and an important one ({reached[0]:g})"
    return 0, f"{whose} ({shown}) excludes an important effect"


def _direction_level(synthesis: Synthesis) -> tuple[int, str]:
    """What stated directions and tests alone leave open, on the scale of standard deviations."""
    full = synthesis.full_pool
    if max(full.higher, full.lower) >= _CLEAR:
        return 0, "what the studies state, by direction and test, excludes no effect"
    if synthesis.excludes_importance:
        return 0, "what the studies state, by direction, test and size, excludes an important effect"
    if max(full.higher, full.lower) >= _LIKELY:
        return 1, "no interval is printed, and what the studies state leaves no effect open"
    if min(synthesis.important_more, synthesis.important_less) >= _TAIL:
        return 2, "no interval is printed, and important effects in both directions are left open"
    return 1, "no interval is printed, and an important effect is left open"


def _size_level(rows: Rows) -> tuple[int, str]:
    people, happened = participants(rows), events(rows)
    if people is not None and people < FEW_PARTICIPANTS:
        return 2, f"only {people:,} participants"
    if happened is not None and happened < FEW_EVENTS:
        return 2, f"only {happened} events"
    if happened is not None and happened < OPTIMAL_EVENTS:
        return 1, f"{happened} events are fewer than the {OPTIMAL_EVENTS} of an optimal information size"
    if people is None:
        return 1, "the number of participants is not stated"
    if all(row.design in SYNTHESIS_DESIGNS and row.estimate is None for row in rows):
        return 1, "the review counts the participants of all its outcomes and prints no effect for this one"
    if people < OPTIMAL_PARTICIPANTS:
        return (
            1,
            f"{people:,} participants are fewer than the {OPTIMAL_PARTICIPANTS} "
            "of an optimal information size",
        )
    return 0, f"{people:,} participants" + (f" with {happened:,} events" if happened is not None else "")


def participants(rows: Rows) -> int | None:
    """Participants of all studies that state them, in the pool or not; None where none does."""
    sizes = [size for row in rows if (size := study_size(row)) is not None]
    return sum(sizes) if sizes else None


def events(rows: Rows) -> int | None:
    """Events of all studies, None unless every one states them."""
    stated = [_events_of(row) for row in rows]
    known = [value for value in stated if value is not None]
    return sum(known) if known and len(known) == len(rows) else None


def _events_of(row: StudyEvidence) -> int | None:
    if row.events is not None:
        return row.events
    counts = row.estimate.counts if row.estimate else None
    return counts.events_intervention + counts.events_comparator if counts else None


def _sign(row: StudyEvidence) -> int:
    if row.estimate is not None:
        return (row.estimate.effect > 0) - (row.estimate.effect < 0)
    return {Direction.INCREASES: 1, Direction.DECREASES: -1}.get(row.direction, 0)


def _aspect(note: str) -> str:
    matches: Callable[[str], bool] = lambda name: bool(_ASPECTS[name].search(note))  # noqa: E731
    return next((name for name in _ASPECTS if matches(name)), "other")


def _quote_aspect(name: str, part: Rows) -> str:
    note = next((n for row in part for n in row.indirectness if _aspect(n) == name), "")
    return f"{name}: {note}" if note else f"{name} differs from the question's"


def _sum(part: Rows, weight: dict[str, float]) -> float:
    return sum(weight[row.study_id] for row in part)


def _step(domain: str, change: int, reason: str, rows: Rows) -> GradeStep:
    return GradeStep(
        domain=domain, change=change, reason=reason, study_ids=tuple(sorted(row.study_id for row in rows))
    )
