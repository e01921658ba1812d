"""From the rows of a forest plot to pools: one measure at a time, one kind of design at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aitia.evidence.effects import Unusable, convert
from aitia.evidence.pooling.pool import PoolStudy, pool
from aitia.model.errors import StatisticsError
from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate, StudyEvidence
from aitia.model.scales import EffectMeasure

# On a tie the measure that is easier to read as a risk comes first.
_PREFERENCE = tuple(EffectMeasure)


@dataclass(frozen=True)
class Body:
    """What pooling made of one group of studies.

    `effect` is None where nothing could be pooled; `limitations` then says why. `used` are the study rows in
    the pool, with the estimate as pooled (converted where that is said in its assumptions).
    """

    name: str
    effect: PooledEffect | None
    used: tuple[StudyEvidence, ...] = ()
    limitations: tuple[str, ...] = ()


def pool_rows(
    rows: Sequence[StudyEvidence],
    name: str = "",
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
) -> Body:
    """Pool what can be put into one measure; say what could not and why.

    The measure is the one that keeps most studies, of several the one with most participants; the others are
    converted where an assumption allows it and left out where none does. A study that stands twice counts
    with its first row by edge id.
    """
    unique, notes = _one_per_study(rows)
    stated = [row for row in unique if row.estimate is not None]
    if len(stated) < len(unique):
        notes.append(
            f"{len(unique) - len(stated)} of {len(unique)} studies give no effect that can be pooled"
        )
    if not stated:
        return Body(name, None, (), tuple(notes))
    measure = _common_measure([(row.estimate, row.sample_size or 0) for row in stated if row.estimate])
    used: list[StudyEvidence] = []
    for row in stated:
        assert row.estimate is not None
        converted = convert(row.estimate, measure)
        if isinstance(converted, Unusable):
            notes.append(f"{row.label} left out: {converted.reason}")
            continue
        if row.estimate.measure is not measure:
            notes.append(f"{row.label}: {row.estimate.measure.value} converted to {measure.value}")
        used.append(row.model_copy(update={"estimate": converted}))
    if measure is EffectMeasure.MEAN_DIFFERENCE and len(used) > 1:
        notes.append("mean differences are pooled as printed; that their units agree was not checked")
    return _pooled(name, used, notes, model, hartung_knapp)


def _pooled(
    name: str,
    used: list[StudyEvidence],
    notes: list[str],
    model: PoolingModel,
    hartung_knapp: bool | None,
) -> Body:
    studies = [
        PoolStudy(row.study_id, row.estimate, row.sample_size, row.events)
        for row in used
        if row.estimate is not None
    ]
    try:
        effect = pool(studies, model, hartung_knapp, limitations=notes)
    except StatisticsError as error:
        return Body(name, None, (), (*notes, str(error)))
    return Body(name, effect, tuple(used), effect.limitations)


def _one_per_study(rows: Sequence[StudyEvidence]) -> tuple[list[StudyEvidence], list[str]]:
    kept: dict[str, StudyEvidence] = {}
    doubled = 0
    for row in sorted(rows, key=lambda r: (r.study_id, r.estimate is None, -r.outcome_score, r.edge_ids)):
        if row.study_id in kept:
            doubled += 1
        kept.setdefault(row.study_id, row)
    notes = [f"{doubled} further rows of studies already counted left out"] if doubled else []
    return list(kept.values()), notes


def _common_measure(estimates: Sequence[tuple[StandardEstimate, int]]) -> EffectMeasure:
    """The measure that keeps most studies, then most participants, then the one most of them print."""
    found = [e.measure for e, _ in estimates]

    def rank(measure: EffectMeasure) -> tuple[int, int, int, int]:
        kept = [people for e, people in estimates if not isinstance(convert(e, measure), Unusable)]
        return len(kept), sum(kept), found.count(measure), -_PREFERENCE.index(measure)

    return max(set(found), key=rank)
