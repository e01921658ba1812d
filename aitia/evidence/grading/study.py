"""Algorithm 3: the grade of one study."""

from __future__ import annotations

from aitia.evidence.grading.thresholds import MINIMAL_SAMPLE, excludes_null, is_wide
from aitia.model.claim import RiskOfBias
from aitia.model.evidence import GradeStep, StudyEvidence, StudyGrade
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, Certainty, StudyDesign

_BIAS_CHANGE = {
    RiskOfBias.LOW: 0,
    RiskOfBias.UNKNOWN: 0,
    RiskOfBias.SOME_CONCERNS: -1,
    RiskOfBias.HIGH: -2,
}
_DISQUALIFYING = frozenset(
    {StudyDesign.CASE_REPORT, StudyDesign.CASE_SERIES, StudyDesign.IN_VITRO, StudyDesign.MODELLING}
)


def is_trial_level(study: StudyEvidence) -> bool:
    """Whether a study is a randomised trial or a synthesis that is not known to be of other designs."""
    if study.is_animal:
        return False
    if study.design in SYNTHESIS_DESIGNS:
        return study.evidence_base is None or study.evidence_base in TRIAL_DESIGNS
    return study.design in TRIAL_DESIGNS


def starting_level(study: StudyEvidence) -> int:
    """4 for trials and their syntheses, 1 for designs without a comparison, otherwise 2."""
    if is_trial_level(study):
        return 4
    return 1 if study.design in _DISQUALIFYING else 2


def study_size(study: StudyEvidence) -> int | None:
    """Participants of a study: as stated, or the totals of its arms."""
    if study.sample_size is not None:
        return study.sample_size
    counts = study.estimate.counts if study.estimate else None
    return counts.total_intervention + counts.total_comparator if counts else None


def is_significant(study: StudyEvidence) -> bool | None:
    """Whether the study's effect differs from none: by its interval, otherwise as it states."""
    if study.estimate is not None:
        return excludes_null(study.estimate.measure, study.estimate.low, study.estimate.high)
    return study.significant


def grade_study(study: StudyEvidence) -> StudyGrade:
    """Grade one study; what is not known (size, interval, significance) counts as not shown."""
    steps = (_start(study), _size(study), _width(study), _significance(study), _bias(study))
    return StudyGrade(
        study_id=study.study_id, grade=Certainty.from_level(sum(step.change for step in steps)), steps=steps
    )


def _step(study: StudyEvidence, domain: str, change: int, reason: str) -> GradeStep:
    return GradeStep(domain=domain, change=change, reason=reason, study_ids=(study.study_id,))


def _start(study: StudyEvidence) -> GradeStep:
    level = starting_level(study)
    design = study.design.value.replace("_", " ")
    base = f" of {study.evidence_base.value.replace('_', ' ')} studies" if study.evidence_base else ""
    species = " in animals" if study.is_animal else ""
    return _step(study, "design", level, f"a {design}{base}{species} starts at {level} of 4")


def _size(study: StudyEvidence) -> GradeStep:
    size = study_size(study)
    if size is None:
        return _step(study, "sample_size", -1, "the number of participants is not stated")
    if size < MINIMAL_SAMPLE:
        return _step(study, "sample_size", -1, f"{size} participants are fewer than {MINIMAL_SAMPLE}")
    return _step(study, "sample_size", 0, f"{size} participants")


def _width(study: StudyEvidence) -> GradeStep:
    estimate = study.estimate
    if estimate is None:
        return _step(study, "interval", -1, "no effect with an interval is stated")
    shown = f"{estimate.measure.shown} {estimate.low:.3g} to {estimate.high:.3g}"
    wide = is_wide(estimate.measure, estimate.low, estimate.high)
    if wide is None:
        return _step(study, "interval", 0, f"{shown}: no agreed width for this measure")
    return _step(study, "interval", -1 if wide else 0, f"{shown} is {'wide' if wide else 'narrow enough'}")


def _significance(study: StudyEvidence) -> GradeStep:
    significant = is_significant(study)
    if significant:
        return _step(study, "significance", 0, "the effect is statistically significant")
    reason = (
        "the effect is not statistically significant" if significant is False else "significance not stated"
    )
    return _step(study, "significance", -1, reason)


def _bias(study: StudyEvidence) -> GradeStep:
    change = _BIAS_CHANGE[study.risk_of_bias]
    words = study.risk_of_bias.value.replace("_", " ")
    return _step(
        study, "risk_of_bias", change, f"risk of bias as the paper's own statements suggest: {words}"
    )
