"""The evidence of a verdict: per design, per study, and the steps of the grade."""

from __future__ import annotations

from collections.abc import Mapping

from aitia.evidence import GradeStep, StudyEvidence
from aitia.explanation.markdown import bullets, plain, table
from aitia.grading.study import study_size
from aitia.keys import StudyId
from aitia.relations.models import Basis, GroupEvidence
from aitia.verdict.headline import describe_direction
from aitia.verdict.models import Verdict
from aitia.verdict.parts import number

_DIRECTIONS = {
    "increases": "increase",
    "decreases": "reduction",
    "no_difference": "no difference",
    "unclear": "unclear",
}


def by_design(verdict: Verdict) -> str:
    """One line per kind of design, and which of them the verdict uses."""
    lines = [_group(verdict, group) for group in verdict.groups]
    if not lines:
        return ""
    return f"{bullets(lines)}\n\nUsed for the verdict: {plain(verdict.used_reason)}."


def studies_table(verdict: Verdict) -> str:
    """One row per study with its grade; an asterisk marks what was written for the demonstration."""
    demonstration = {source.paper_id for source in verdict.sources if source.demonstration}
    grades = {grade.study_id: grade.grade.value.replace("_", " ") for grade in verdict.study_grades}
    rows = [
        (
            study.label + (" \\*" if set(study.paper_ids) & demonstration else ""),
            study.design.value.replace("_", " "),
            _count(study_size(study)),
            _DIRECTIONS[study.direction.value],
            _estimate(study),
            study.risk_of_bias.value.replace("_", " "),
            grades.get(study.study_id, ""),
        )
        for study in verdict.studies
    ]
    shown = table(("study", "design", "n", "finding", "effect (95% CI)", "risk of bias", "grade"), rows)
    return f"{shown}\n\n\\* written for the demonstration" if demonstration and shown else shown


def grade_steps(verdict: Verdict) -> str:
    """Every step of the grade with its reason and the studies it rests on."""
    if verdict.certainty is None or not verdict.steps:
        return ""
    body = next(group for group in verdict.groups if group.group is verdict.used_group)
    labels = {study.study_id: study.label for study in verdict.studies}
    start = f"Starts at {body.grade.start.value.replace('_', ' ')} ({body.group.words})"
    end = f"Ends at {verdict.certainty.value.replace('_', ' ')}"
    return bullets([start, *(_step(step, labels) for step in verdict.steps), end])


def _step(step: GradeStep, labels: Mapping[StudyId, str]) -> str:
    change = f"{step.change:+d}" if step.change else "0"
    names = [labels[study] for study in step.study_ids if study in labels] if step.change else []
    rests = f" [{', '.join(names[:8])}{' …' if len(names) > 8 else ''}]" if names else ""
    return f"{step.domain.replace('_', ' ').capitalize()}: {change}: {plain(step.reason + rests)}"


def _group(verdict: Verdict, group: GroupEvidence) -> str:
    count = len(group.study_ids)
    size = f", {group.participants:,} participants" if group.participants is not None else ""
    used = " (used)" if group.group is verdict.used_group else ""
    finding = describe_direction(group.direction, verdict.question.outcome, group.pooled)
    if group.basis is Basis.DIRECTIONS:
        finding = f"{finding}; {_votes(group)}"
    sure = group.grade.certainty.value.replace("_", " ")
    return f"**{group.group.words.capitalize()}** ({count}{size}){used}: {plain(finding)}; {sure} certainty"


def _votes(group: GroupEvidence) -> str:
    votes = group.votes
    shares = (
        ("increase", votes.higher),
        ("reduction", votes.lower),
        ("no difference", votes.none),
        ("unclear", votes.unclear),
    )
    told = ", ".join(f"{share:.0%} {word}" for word, share in shares if share > 0)
    return f"a weighted count of stated directions, not an effect: {told}"


def _count(size: int | None) -> str:
    return "?" if size is None else f"{size:,}"


def _estimate(study: StudyEvidence) -> str:
    e = study.estimate
    if e is None and study.significant is None:
        return "not stated"
    if e is None:
        return "significant" if study.significant else "not significant"
    return f"{e.measure.value} {number(e.point)} ({number(e.low)} to {number(e.high)})"
