"""From the rows of a forest plot to pools: one measure at a time, one kind of design at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from aitia.effects import Unusable, convert
from aitia.errors import StatisticsError
from aitia.evidence import PooledEffect, PoolingModel, StandardEstimate, StudyEvidence
from aitia.pooling.pool import PoolStudy, pool
from aitia.vocabulary import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, EffectMeasure, StudyDesign


class DesignGroup(StrEnum):
    """Designs that may share a pool, strongest first."""

    RANDOMISED = "randomised"
    OBSERVATIONAL = "observational"
    MENDELIAN = "mendelian_randomisation"
    SYNTHESIS = "synthesis"
    OTHER = "other"


_OBSERVATIONAL = frozenset(
    {
        StudyDesign.NON_RANDOMISED_TRIAL,
        StudyDesign.COHORT,
        StudyDesign.CASE_CONTROL,
        StudyDesign.CROSS_SECTIONAL,
    }
)
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


@dataclass(frozen=True)
class Bodies:
    """All groups by design, and which one a verdict should rest on (`chosen`), with the reason."""

    groups: dict[DesignGroup, Body] = field(default_factory=dict)
    chosen: DesignGroup | None = None
    reason: str = "no study"


def design_group(row: StudyEvidence) -> DesignGroup:
    """The group of a study; animals, case reports and models stand apart from people and comparisons."""
    if row.is_animal:
        return DesignGroup.OTHER
    if row.design in SYNTHESIS_DESIGNS:
        return DesignGroup.SYNTHESIS
    if row.design in TRIAL_DESIGNS:
        return DesignGroup.RANDOMISED
    if row.design is StudyDesign.MENDELIAN_RANDOMISATION:
        return DesignGroup.MENDELIAN
    return DesignGroup.OBSERVATIONAL if row.design in _OBSERVATIONAL else DesignGroup.OTHER


def pool_by_design(
    rows: Sequence[StudyEvidence],
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
) -> Bodies:
    """Pool each design group by itself. Meta-analyses are never pooled with trials, nor with one another.

    The verdict's group: randomised trials; else a synthesis; else observational; else Mendelian; else other.
    A synthesis takes the trials' place when it rests on more studies or people than the trials found here.
    """
    groups: dict[DesignGroup, Body] = {}
    for group in DesignGroup:
        members = [row for row in rows if design_group(row) is group]
        if members:
            groups[group] = (
                _strongest_synthesis(members)
                if group is DesignGroup.SYNTHESIS
                else pool_rows(members, group.value, model, hartung_knapp)
            )
    chosen, reason = _choose(groups)
    return Bodies(groups, chosen, reason)


def pool_by_population(
    rows: Sequence[StudyEvidence],
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
    label: Callable[[StudyEvidence], str] | None = None,
) -> tuple[Body, ...]:
    """One pool per population (folded wording unless `label` is given), largest first; no syntheses."""
    name = label or (lambda row: " ".join((row.population or "not stated").casefold().split()))
    members: dict[str, list[StudyEvidence]] = {}
    for row in rows:
        if design_group(row) is not DesignGroup.SYNTHESIS:
            members.setdefault(name(row), []).append(row)
    ordered = sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(pool_rows(found, key, model, hartung_knapp) for key, found in ordered)


def pool_rows(
    rows: Sequence[StudyEvidence],
    name: str = "",
    model: PoolingModel = PoolingModel.REML,
    hartung_knapp: bool | None = None,
) -> Body:
    """Pool what can be put into one measure; say what could not and why.

    The measure is the one that keeps most studies; the others are converted where an assumption allows it and
    left out where none does. A study that stands twice counts with its first row by edge id.
    """
    unique, notes = _one_per_study(rows)
    stated = [row for row in unique if row.estimate is not None]
    if len(stated) < len(unique):
        notes.append(
            f"{len(unique) - len(stated)} of {len(unique)} studies give no effect that can be pooled"
        )
    if not stated:
        return Body(name, None, (), tuple(notes))
    measure = _common_measure([row.estimate for row in stated if row.estimate is not None])
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


def _common_measure(estimates: Sequence[StandardEstimate]) -> EffectMeasure:
    """The measure that keeps most studies, then the one most of them print."""
    found = [e.measure for e in estimates]

    def rank(measure: EffectMeasure) -> tuple[int, int, int]:
        kept = sum(not isinstance(convert(e, measure), Unusable) for e in estimates)
        return kept, found.count(measure), -_PREFERENCE.index(measure)

    return max(set(found), key=rank)


def _strongest_synthesis(rows: Sequence[StudyEvidence]) -> Body:
    """Syntheses share trials, so one speaks for all: that with an effect, most people, most recent."""
    ordered = sorted(
        rows,
        key=lambda r: (
            r.estimate is None,
            -r.outcome_score,
            -(r.sample_size or 0),
            -(r.year or 0),
            r.study_id,
        ),
    )
    first = ordered[0]
    body = pool_rows([first], DesignGroup.SYNTHESIS.value, PoolingModel.FIXED)
    if len(ordered) == 1:
        return body
    others = ", ".join(row.label for row in ordered[1:6]) + (" and others" if len(ordered) > 6 else "")
    note = (
        f"{first.label} speaks for the syntheses; {others} may share its studies and are not pooled with it"
    )
    effect = body.effect and body.effect.model_copy(update={"limitations": (*body.limitations, note)})
    return Body(body.name, effect, body.used, (*body.limitations, note))


def _choose(groups: dict[DesignGroup, Body]) -> tuple[DesignGroup | None, str]:
    trials, synthesis = groups.get(DesignGroup.RANDOMISED), groups.get(DesignGroup.SYNTHESIS)
    have_trials = trials is not None and trials.effect is not None
    if synthesis is not None and synthesis.effect is not None and trials is not None:
        people = trials.effect.participants if have_trials and trials.effect else None
        if not have_trials:
            return DesignGroup.SYNTHESIS, "a synthesis gives an effect, and the trials found here give none"
        if (synthesis.effect.participants or 0) > (people or 0):
            return DesignGroup.SYNTHESIS, "a synthesis covers more people than the trials found here"
        return (
            DesignGroup.RANDOMISED,
            "the trials themselves are here and cover as many people as the synthesis",
        )
    for group in (
        DesignGroup.RANDOMISED,
        DesignGroup.SYNTHESIS,
        DesignGroup.OBSERVATIONAL,
        DesignGroup.MENDELIAN,
        DesignGroup.OTHER,
    ):
        if group in groups and groups[group].effect is not None:
            return group, f"strongest design with an effect that can be pooled: {group.value}"
    return None, "no study gives an effect that can be pooled" if groups else "no study"
