"""The summary of findings: a line for each outcome, with footnotes that give the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from aitia.evidence.effects import AbsoluteEffect
from aitia.evidence.relations.models import GradedRelation, GroupEvidence
from aitia.model.evidence import GradeStep, PooledEffect, StudyEvidence
from aitia.report.citations import computed_link, rows_link
from aitia.report.forest_tables import body_anchor
from aitia.report.marked import Marked
from aitia.report.sections import in_words
from aitia.verdict.consistency import agrees
from aitia.verdict.parts import comparator_risk, describe_direction


@dataclass(frozen=True)
class FindingLine:
    """One row of the Summary of Findings."""

    outcome: str
    kind: str
    participants: Markup
    studies: Markup
    relative: Markup
    baseline: Markup
    absolute: Markup
    certainty: str
    notes: tuple[int, ...]
    finding: Markup


@dataclass(frozen=True)
class Footnote:
    """Why a certainty was lowered or raised; `studies` are what the step rests on."""

    number: int
    text: Markup
    studies: tuple[Markup, ...]


def findings(marked: Marked) -> tuple[list[FindingLine], list[Footnote]]:
    """The Summary of Findings: the outcome asked for, harms, other outcomes; footnotes give reasons."""
    verdict = marked.dossier.verdict
    harms = {harm.relation_key: harm.absolute for harm in verdict.harms}
    others = {outcome.relation_key: outcome.surrogate for outcome in verdict.outcomes}
    notes: dict[tuple[str, str], Footnote] = {}
    lines = []
    for key, relation in sorted(marked.dossier.relation_of.items(), key=lambda item: _rank(item[1])):
        kind = {True: "surrogate", False: "other outcome"}.get(others.get(key), "")  # type: ignore[arg-type]
        absolute = harms.get(key)
        if relation.role.value == "main":
            kind, absolute = "outcome asked for", verdict.absolute
        elif key in harms:
            kind = "harm"
        if kind and relation.body:
            lines.append(_finding(marked, relation, kind, absolute, notes))
    return lines, list(notes.values())


def _rank(relation: GradedRelation) -> tuple[int, int, str]:
    order = {"main": 0, "harm": 1, "surrogate": 2}
    return order.get(relation.role.value, 3), -len(relation.studies), relation.relation_key


def _finding(
    marked: Marked,
    relation: GradedRelation,
    kind: str,
    absolute: AbsoluteEffect | None,
    notes: dict[tuple[str, str], Footnote],
) -> FindingLine:
    body = relation.body
    assert body is not None
    inside = set(body.study_ids)
    studies = [study for study in relation.studies if study.study_id in inside]
    anchor = body_anchor(marked, relation, body)
    people = computed_link(f"{body.participants:,}", anchor) if body.participants else Markup("not stated")
    baseline, difference = _absolute(absolute, anchor, studies)
    return FindingLine(
        relation.effect,
        kind,
        people,
        rows_link(len(studies), anchor),
        _relative(marked, body, anchor, studies),
        baseline,
        difference,
        in_words(relation.certainty.value) if relation.certainty else "not graded",
        tuple(_noted(marked, step, relation, notes) for step in body.grade.steps if step.change),
        marked.prose(describe_direction(body.direction, relation.effect), anchor),
    )


def _relative(marked: Marked, body: GroupEvidence, anchor: str, studies: Sequence[StudyEvidence]) -> Markup:
    pooled: PooledEffect | None = body.pooled
    if pooled is None:
        return Markup("not estimable")
    shown = marked.pooled(pooled, anchor, studies)
    if agrees(pooled, body.direction):
        return shown
    return shown + marked.prose(f" in the {pooled.k} of {len(studies)} that print it", anchor)


def _absolute(
    absolute: AbsoluteEffect | None, anchor: str, studies: Sequence[StudyEvidence]
) -> tuple[Markup, Markup]:
    if absolute is None:
        known = comparator_risk(studies)
        return (computed_link(f"{1000 * known:.0f}", anchor) if known else Markup("not known")), Markup(
            "not known"
        )
    word = "fewer" if absolute.difference < 0 else "more"
    low, high = sorted((absolute.low, absolute.high))
    span = [computed_link(f"{abs(v):.0f} {'fewer' if v < 0 else 'more'}", anchor) for v in (low, high)]
    shown = computed_link(f"{abs(absolute.difference):.0f} {word}", anchor)
    base = computed_link(f"{absolute.baseline_per_1000:.0f}", anchor)
    return base, Markup("{} ({} to {})").format(shown, *span)


def _noted(
    marked: Marked, step: GradeStep, relation: GradedRelation, notes: dict[tuple[str, str], Footnote]
) -> int:
    """The number of the footnote that gives a step's reason; its studies join those that it rests on."""
    key = step.domain, step.reason
    known = notes.get(key)
    inside = set(step.study_ids)
    links = known.studies if known else ()
    told = "".join(links)
    links += tuple(
        Markup('<a href="#{}"><cite>{}</cite></a>').format(marked.study_anchor(study), study.label)
        for study in relation.studies
        if study.study_id in inside and f">{escape(study.label)}</cite>" not in told
    )
    if known is not None:
        notes[key] = replace(known, studies=tuple(dict.fromkeys(links)))
        return known.number
    level = "level" if abs(step.change) == 1 else "levels"
    change = f"{'lowered' if step.change < 0 else 'raised'} {abs(step.change)} {level}"
    anchor = body_anchor(marked, relation, relation.body) if relation.body else "how"
    text = marked.prose(f"{in_words(step.domain).capitalize()}, {change}: {step.reason}", anchor)
    notes[key] = Footnote(len(notes) + 1, text, links)
    return notes[key].number
