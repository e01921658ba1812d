"""GRADE certainty of a body of evidence: where it starts, five reasons down and three up."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aitia.evidence.grading.down import (
    imprecision,
    inconsistency,
    indirectness,
    publication_bias,
    risk_of_bias,
)
from aitia.evidence.grading.study import starting_level
from aitia.evidence.grading.up import dose_response, large_effect, opposing_confounding
from aitia.model.evidence import BodyGrade, GradeStep, PooledEffect, StudyEvidence
from aitia.model.keys import StudyId
from aitia.model.scales import Certainty
from aitia.model.synthesis import Synthesis
from aitia.question.specification import Question

DOMAINS = (
    "risk_of_bias",
    "inconsistency",
    "indirectness",
    "imprecision",
    "publication_bias",
    "large_effect",
    "dose_response",
    "opposing_confounding",
)


def grade_body(
    question: Question,
    studies: Sequence[StudyEvidence],
    pooled: PooledEffect | None,
    synthesis: Synthesis | None = None,
    *,
    dose_response_in: Collection[StudyId] = (),
    opposing_confounding_in: Collection[StudyId] = (),
) -> BodyGrade:
    """Grade the studies of one design group, their pooled effect and the synthesis of all that they report.

    Participants and events are those of all the studies, whether or not they are in the pool. The last two
    arguments name the studies that report a dose–response gradient or plausible confounding against the
    effect. Steps up count only when nothing was taken off (GRADE guideline 9). A worse input in one respect,
    the others unchanged, never yields a better certainty.
    """
    if not studies:
        return _nothing()
    rows = sorted(studies, key=lambda study: study.study_id)
    down = (
        risk_of_bias(rows, pooled),
        inconsistency(rows, pooled),
        indirectness(question, rows, pooled),
        imprecision(rows, pooled, synthesis),
        publication_bias(rows, pooled),
    )
    up = (
        large_effect(rows, pooled),
        dose_response(dose_response_in),
        opposing_confounding(opposing_confounding_in),
    )
    return assemble(min(starting_level(study) for study in rows), down, up)


def assemble(start: int, down: Sequence[GradeStep], up: Sequence[GradeStep]) -> BodyGrade:
    """Add up the steps: `start` 1 to 4; `down` of 0 or less; `up` of 0 or more, void after any step down."""
    lost = sum(step.change for step in down)
    counted = tuple(up) if lost == 0 else tuple(_void(step) for step in up)
    level = start + lost + sum(step.change for step in counted)
    return BodyGrade(
        certainty=Certainty.from_level(level), start=Certainty.from_level(start), steps=(*down, *counted)
    )


def _void(step: GradeStep) -> GradeStep:
    if step.change == 0:
        return step
    reason = f"{step.reason}; not counted, since levels were taken off"
    return step.model_copy(update={"change": 0, "reason": reason})


def _nothing() -> BodyGrade:
    steps = tuple(GradeStep(domain=domain, change=0, reason="no study") for domain in DOMAINS)
    return BodyGrade(certainty=Certainty.VERY_LOW, start=Certainty.VERY_LOW, steps=steps)
