"""The evidence of a verdict: per design, per study, and the steps of the grade."""

from __future__ import annotations

from collections.abc import Mapping

from aitia.evidence.conflicts import ConflictKind
from aitia.evidence.grading.study import study_size
from aitia.evidence.relations.models import GroupEvidence
from aitia.evidence.synthesis import EntryKind, Synthesis
from aitia.model.evidence import GradeStep, StudyEvidence
from aitia.model.keys import StudyId
from aitia.text.markdown import bullets, plain, table
from aitia.verdict.models import Verdict
from aitia.verdict.parts import describe_finding, number

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


def synthesis_title(verdict: Verdict) -> str:
    """The heading of `synthesis_lines`: of one study nothing is taken together."""
    found = _synthesis(verdict)
    return "The study used" if found is not None and len(found.entries) == 1 else "All studies together"


def synthesis_lines(verdict: Verdict) -> str:
    """What all studies of the group used show together, beside the pool; which entered, and how."""
    found = _synthesis(verdict)
    if found is None:
        return ""
    outcome, full = plain(verdict.question.outcome), found.full_pool
    lines = []
    if found.measure is not None and found.point is not None and not found.equals_pool:
        low, high = number(found.low or 0.0), number(found.high or 0.0)
        lines.append(f"Combined: {found.measure.shown} {number(found.point)} (95% {low} to {high})")
    if found.prediction_low is not None and found.prediction_high is not None:
        span = f"{number(found.prediction_low)} and {number(found.prediction_high)}"
        lines.append(f"A new study is expected between {span}")
    lines.append(
        f"Probability of an important increase in {outcome} {_percent(found.important_more)}, "
        f"of an important reduction {_percent(found.important_less)}, "
        f"of neither {_percent(found.unimportant)}"
    )
    if not found.equals_pool:
        lines.append(
            f"What a pool of everybody's numbers would show: an increase {_percent(full.higher)}, "
            f"a reduction {_percent(full.lower)}, no significant difference {_percent(full.neither)}"
        )
    for kind in EntryKind:
        names = [entry.label for entry in found.entries if entry.kind is kind]
        if names:
            shown = f"{', '.join(names[:8])}{' …' if len(names) > 8 else ''}"
            lines.append(f"Entered with {kind.words} ({len(names)}): {plain(shown)}")
    return bullets(lines)


def _synthesis(verdict: Verdict) -> Synthesis | None:
    body = next((group for group in verdict.groups if group.group is verdict.used_group), None)
    return body.synthesis if body else None


def conflicts_table(verdict: Verdict) -> str:
    """One row for each study that takes part in a conflict, with what tells the sides apart.

    A paper that contradicts itself is told below the table.
    """
    found, parts = verdict.conflict_table, []
    if found is not None:
        rows = [(row.label, _DIRECTIONS[row.direction.value], *row.values) for row in found.rows]
        parts.append(table(("study", "finding", *found.axes), rows))
        if found.explained_by:
            parts.append(f"The sides differ in {plain(' and '.join(found.explained_by))}.")
    within = [c.text for c in verdict.conflicts if c.kind is ConflictKind.WITHIN_PAPER or found is None]
    return "\n\n".join([*parts, *([bullets(plain(text) for text in within)] if within else [])])


def _percent(share: float) -> str:
    return f"{share:.0%}"


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
    finding = describe_finding(group.direction, verdict.question.outcome, group.pooled, count)
    sure = group.grade.certainty.value.replace("_", " ")
    return f"**{group.group.words.capitalize()}** ({count}{size}){used}: {plain(finding)}; {sure} certainty"


def _count(size: int | None) -> str:
    return "?" if size is None else f"{size:,}"


def _estimate(study: StudyEvidence) -> str:
    e = study.estimate
    if e is None and study.significant is None:
        return "not stated"
    if e is None:
        return "significant" if study.significant else "not significant"
    return f"{e.measure.shown} {number(e.point)} ({number(e.low)} to {number(e.high)})"
