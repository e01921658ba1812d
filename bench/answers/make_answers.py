"""What a review's own numbers answer: one pooled effect per analysis, and the answer that follows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from aitia.evidence.effects import Unusable, from_counts, from_means, standardise
from aitia.evidence.pooling.pool import PoolStudy, pool
from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate
from aitia.model.keys import StudyId
from aitia.model.scales import ComparisonAnswer, EffectMeasure

Row = Mapping[str, str]


def reviewed_effect(rows: Sequence[Row]) -> PooledEffect | None:
    """The analysis pooled by DerSimonian and Laird; None where no row has usable numbers.

    The measure is that of the column Measure, else RR for events and MD for means. Rows of another
    measure than the first usable one are left out.
    """
    studies: list[PoolStudy] = []
    for number, row in enumerate(rows):
        estimate = _estimate(row)
        if estimate is not None and (not studies or estimate.measure is studies[0].estimate.measure):
            studies.append(PoolStudy(StudyId(f"{row.get('study', '')} {number}"), estimate))
    try:
        return pool(studies, PoolingModel.DERSIMONIAN_LAIRD, hartung_knapp=False) if studies else None
    except StatisticsError:
        return None


def reviewed_answer(effect: PooledEffect | None, certainty: str) -> ComparisonAnswer:
    """The answer that numbers and certainty give.

    No usable number is insufficient data; an interval that excludes no effect gives its direction;
    another one no difference, unless the certainty is very low: then the effect is uncertain.
    """
    if effect is None:
        return ComparisonAnswer.INSUFFICIENT_DATA
    if certainty == "very low":
        return ComparisonAnswer.UNCERTAIN_EFFECT
    if effect.low > effect.measure.null_value:
        return ComparisonAnswer.HIGHER
    if effect.high < effect.measure.null_value:
        return ComparisonAnswer.LOWER
    return ComparisonAnswer.NO_DIFFERENCE


def _estimate(row: Row) -> StandardEstimate | None:
    """Arms where they are given, else the printed effect and interval; None without either."""
    stated = row.get("measure", "").upper()
    measure = EffectMeasure(stated) if stated in {m.value for m in EffectMeasure} else None
    try:
        return _from_arms(row, measure) or _from_print(row, measure)
    except (StatisticsError, OverflowError):
        return None


def _from_arms(row: Row, measure: EffectMeasure | None) -> StandardEstimate | None:
    """Cochrane's tables fill what does not apply with zeros: a spread means means, else events count."""
    n1, n2 = _number(row, "experimental.n"), _number(row, "control.n")
    if not n1 or not n2:
        return None
    sd1, sd2 = _number(row, "experimental.sd"), _number(row, "control.sd")
    if sd1 and sd2:
        mean1, mean2 = _number(row, "experimental.mean"), _number(row, "control.mean")
        if mean1 is None or mean2 is None:
            return None
        means = ArmMeans(
            mean_intervention=mean1,
            sd_intervention=sd1,
            n_intervention=int(n1),
            mean_comparator=mean2,
            sd_comparator=sd2,
            n_comparator=int(n2),
        )
        return from_means(means, measure or EffectMeasure.MEAN_DIFFERENCE)
    cases1, cases2 = _number(row, "experimental.cases"), _number(row, "control.cases")
    if cases1 is None or cases2 is None:
        return None
    counts = ArmCounts(
        events_intervention=int(cases1),
        total_intervention=int(n1),
        events_comparator=int(cases2),
        total_comparator=int(n2),
    )
    return from_counts(counts, measure or EffectMeasure.RISK_RATIO)


def _from_print(row: Row, measure: EffectMeasure | None) -> StandardEstimate | None:
    if measure is None:
        return None
    point, low, high = (_number(row, name) for name in ("mean", "ci.start", "ci.end"))
    found = standardise(EffectEstimate(measure=measure, point=point, low=low, high=high))
    return None if isinstance(found, Unusable) else found


def _number(row: Row, name: str) -> float | None:
    try:
        value = float(row.get(name, "").replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
