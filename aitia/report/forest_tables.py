"""The forest plots' tables: a line for each study and body, with its weight and interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from aitia.evidence.relations.models import GradedRelation, GroupEvidence
from aitia.model.evidence import StudyEvidence
from aitia.report.citations import computed_link
from aitia.report.forest import ForestRow, RowKind, forest, row_picture
from aitia.report.marked import Marked, row_anchor, signed
from aitia.report.sections import DIRECTION_NOUNS

_MODELS = {
    "fixed": "common-effect",
    "mantel_haenszel": "Mantel-Haenszel",
    "peto": "Peto",
    "dersimonian_laird": "DerSimonian-Laird",
    "paule_mandel": "Paule-Mandel",
    "reml": "random-effects (REML)",
}


@dataclass(frozen=True)
class ForestLine:
    """One row of a forest plot in a table."""

    kind: str
    label: str
    anchor: str
    picture: Markup
    weight: Markup
    effect: Markup


@dataclass(frozen=True)
class ForestTable:
    """A forest plot as a table: its caption, the axis' ends and its rows."""

    title: str
    measure: str
    ticks: tuple[str, str, str]
    rows: tuple[ForestLine, ...]


def forest_tables(marked: Marked) -> list[ForestTable]:
    """The question's own outcome by kind of design, then each harm."""
    found = []
    for key, relation in marked.dossier.relation_of.items():
        harms = {harm.relation_key for harm in marked.dossier.verdict.harms}
        main = relation.role.value == "main"
        if not main and key not in harms:
            continue
        for body in relation.groups if main else [b for b in (relation.body,) if b]:
            inside = set(body.study_ids)
            studies = [study for study in relation.studies if study.study_id in inside]
            title = f"{relation.effect}: {body.group.words}" if main else f"Harm: {relation.effect}"
            used = main and body.group is relation.used_group
            table = _forest_table(marked, relation, body, studies, f"{title}{' (used)' if used else ''}")
            if table:
                found.append((not main, not used, table))
    return [table for *_, table in sorted(found, key=lambda item: item[:2])]


def _forest_table(
    marked: Marked,
    relation: GradedRelation,
    body: GroupEvidence,
    studies: Sequence[StudyEvidence],
    title: str,
) -> ForestTable | None:
    plot = forest(studies, body.pooled, body.synthesis)
    if plot is None:
        return None
    anchor = body_anchor(marked, relation, body)
    rows = []
    for row in plot.rows:
        link = row_anchor(row.study) if row.study and relation.role.value == "main" else anchor
        weight = Markup("")
        if row.weight is not None:
            weight = computed_link(f"{100 * row.weight:.0f}%", anchor)
        effect = _row_effect(marked, row, body, studies, anchor)
        rows.append(ForestLine(row.kind.value, row.label, link, row_picture(plot, row), weight, effect))
    low, middle, high = (f"{tick:.3g}".replace("-", "−") for tick in plot.ticks)
    return ForestTable(title, plot.measure.value, (low, middle, high), tuple(rows))


def _row_effect(
    marked: Marked, row: ForestRow, body: GroupEvidence, studies: Sequence[StudyEvidence], anchor: str
) -> Markup:
    if row.kind is RowKind.STUDY and row.study:
        return marked.estimate(row.study)
    if row.kind is RowKind.DIRECTION and row.study:
        direction = escape(f"direction only: {DIRECTION_NOUNS[row.direction.value]}")
        other = row.study.estimate
        return direction + Markup("; ") + marked.estimate(row.study) if other else direction
    if row.kind is RowKind.POOL and body.pooled:
        return marked.pooled(body.pooled, anchor, studies)
    span = [computed_link(signed(v), anchor) for v in (row.low, row.high) if v is not None]
    interval = Markup(" to ").join(span)
    if row.point is None:
        return interval
    return Markup("{} ({})").format(computed_link(signed(row.point), anchor), interval)


def body_anchor(marked: Marked, relation: GradedRelation, body: GroupEvidence) -> str:
    """The entry that says how a body of evidence was pooled, from which studies."""
    index = list(marked.dossier.relation_of).index(relation.relation_key)
    anchor = f"how-{index}-{body.group.value.replace('_', '-')}"
    inside = set(body.study_ids)
    studies = [study for study in relation.studies if study.study_id in inside]
    return marked.note(anchor, f"{relation.effect}: {body.group.words}", _method(body), studies)


def _method(body: GroupEvidence) -> str:
    pooled, parts = body.pooled, []
    if pooled is not None:
        knapp = ", Hartung-Knapp interval" if pooled.hartung_knapp else ""
        parts.append(
            f"{_MODELS.get(pooled.model.value, pooled.model.value)} pool of {_studies(pooled.k)}{knapp}"
        )
        if pooled.i2 is not None:
            parts.append(f"I² {pooled.i2:.0f}%")
        if pooled.tau2 is not None:
            parts.append(f"τ² {pooled.tau2:.3g}")
        parts += pooled.limitations
    if body.synthesis is not None and not body.synthesis.equals_pool:
        parts.append(
            f"synthesis of {_studies(len(body.synthesis.entries))}, stated directions and p values included; "
            f"probability of an increase {body.synthesis.more:.0%}"
        )
    if not parts:
        parts.append("a weighted count of stated directions; no effect is pooled")
    return "; ".join(parts)


def _studies(count: int) -> str:
    return f"{count} stud{'y' if count == 1 else 'ies'}"
