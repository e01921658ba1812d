"""Algorithm 2: the conclusion on an effect, and its place on the finer scale."""

from __future__ import annotations

from typing import NamedTuple

from aitia.evidence.grading.study import is_significant, is_trial_level
from aitia.evidence.relations.models import Basis, GradedRelation, GroupEvidence
from aitia.model.evidence import StudyEvidence
from aitia.model.scales import Certainty, Conclusion, Direction, Likelihood
from aitia.question.specification import Question

_OPPOSITE = {Direction.INCREASES: Direction.DECREASES, Direction.DECREASES: Direction.INCREASES}
_STRONG = (Certainty.HIGH, Certainty.MODERATE)
CLEAR = 0.9
"""Where some studies print no effect: the probability of a significant pool that establishes one."""
_TURNED = {
    Likelihood.ESTABLISHED: Likelihood.DISPROVEN,
    Likelihood.PROBABLE: Likelihood.UNLIKELY,
}


class Concluded(NamedTuple):
    """A conclusion, its place on the finer scale, and the rule that led to it."""

    conclusion: Conclusion
    likelihood: Likelihood
    rule: str


def conclude_effect(question: Question, relation: GradedRelation | None) -> Concluded:
    """Algorithm 2 with its safeguards.

    A significant effect is established, and one whose interval excludes an important effect is ruled
    out, only with at least one trial-level study of high or moderate grade and a body that is not of
    very low certainty. The likelihood speaks of the effect asked about: where the effect found runs
    the other way than the question presumes, it is turned.
    """
    body = relation.body if relation else None
    if relation is None or body is None:
        return Concluded(
            Conclusion.INSUFFICIENT_EVIDENCE, Likelihood.INSUFFICIENT, "no study reports the outcome"
        )
    conclusion, rule = _algorithm(relation, body)
    likelihood = _likelihood(conclusion, body)
    expected = question.expected_direction
    if expected is not None and body.direction is _OPPOSITE.get(expected):
        likelihood = _TURNED.get(likelihood, likelihood)
    return Concluded(conclusion, likelihood, rule)


def _algorithm(relation: GradedRelation, body: GroupEvidence) -> tuple[Conclusion, str]:
    grades = {grade.study_id: grade.grade for grade in relation.study_grades}
    trials = [study for study in relation.studies if is_trial_level(study)]
    strong = [study for study in trials if grades[study.study_id] in _STRONG]
    certainty = body.grade.certainty
    if not strong:
        return _without_strong_trial(body, trials)
    shown = f"{len(strong)} trial-level stud{'y' if len(strong) == 1 else 'ies'} of high or moderate grade"
    if certainty is Certainty.VERY_LOW:
        return (
            Conclusion.INSUFFICIENT_EVIDENCE,
            f"{shown}, but the certainty of the whole body is very low",
        )
    if _contradictory(relation, body):
        return Conclusion.UNCLEAR, f"{shown}, but significant effects point in opposite directions"
    if body.basis in (Basis.COMBINED, Basis.DIRECTIONS):
        return _foreseen(body, shown)
    if body.significant:
        return Conclusion.ESTABLISHED_CAUSAL, f"{shown} and a significant pooled effect"
    if body.excludes_importance:
        return Conclusion.NO_CAUSAL_EFFECT, f"{shown} and an interval that excludes an important effect"
    return (
        Conclusion.UNCLEAR,
        f"{shown}, but imprecise: the interval excludes neither no effect nor an important one",
    )


def _foreseen(body: GroupEvidence, shown: str) -> tuple[Conclusion, str]:
    """Where not every study prints an effect: what a pool of everybody's numbers would show."""
    if body.synthesis is None:
        return Conclusion.UNCLEAR, f"{shown}, but no direction is known"
    full = body.synthesis.full_pool
    sure = max(full.higher, full.lower)
    told = f"a pool of everybody's numbers would be significant with a probability of {sure:.0%}"
    side = {Direction.INCREASES: full.higher, Direction.DECREASES: full.lower}.get(body.direction, 0.0)
    if side >= CLEAR and len(body.synthesis.entries) > 1:
        return Conclusion.ESTABLISHED_CAUSAL, f"{shown}, and {told}"
    if body.direction is Direction.NO_DIFFERENCE and body.excludes_importance:
        reason = "all that the studies report together excludes an important effect"
        return Conclusion.NO_CAUSAL_EFFECT, f"{shown}, and {reason}"
    return Conclusion.UNCLEAR, f"{shown}, but {told}"


def _without_strong_trial(body: GroupEvidence, trials: list[StudyEvidence]) -> tuple[Conclusion, str]:
    certainty = body.grade.certainty.value.replace("_", " ")
    if body.grade.certainty in _STRONG:
        reason = (
            f"no trial-level study of high or moderate grade, though the body is of {certainty} certainty"
        )
        return Conclusion.UNCLEAR, reason
    what = "only trials and reviews of low or very low grade" if trials else "no randomised trial"
    return Conclusion.INSUFFICIENT_EVIDENCE, f"{what}, and a body of {certainty} certainty"


def _contradictory(relation: GradedRelation, body: GroupEvidence) -> bool:
    """Whether both directions hold a fifth of the weight of significant findings or more, without a pool."""
    if body.basis in (Basis.POOLED, Basis.SINGLE_ESTIMATE):
        return False
    inside = set(body.study_ids)
    signs = {
        study.direction for study in relation.studies if study.study_id in inside and is_significant(study)
    }
    return {Direction.INCREASES, Direction.DECREASES} <= signs


def _likelihood(conclusion: Conclusion, body: GroupEvidence) -> Likelihood:
    certainty = body.grade.certainty
    if conclusion is Conclusion.ESTABLISHED_CAUSAL:
        return Likelihood.ESTABLISHED if certainty in _STRONG else Likelihood.PROBABLE
    if conclusion is Conclusion.NO_CAUSAL_EFFECT:
        return Likelihood.DISPROVEN if certainty in _STRONG else Likelihood.UNLIKELY
    if conclusion is Conclusion.INSUFFICIENT_EVIDENCE:
        return Likelihood.INSUFFICIENT
    if body.direction in _OPPOSITE and body.significant is not False:
        return Likelihood.PROBABLE
    return Likelihood.UNLIKELY if body.direction is Direction.NO_DIFFERENCE else Likelihood.INSUFFICIENT
