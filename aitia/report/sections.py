"""The parts of a report as a methodologist expects them, each made from a dossier; numbers are links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from aitia.evidence.conflicts import ConflictKind
from aitia.evidence.effects import AbsoluteEffect
from aitia.evidence.grading.groups import DesignGroup, design_group
from aitia.evidence.relations.models import GradedRelation, GroupEvidence
from aitia.model.evidence import GradeStep, PooledEffect, StudyEvidence
from aitia.report.citations import computed_link, rows_link
from aitia.report.forest import ForestRow, RowKind, forest, row_picture
from aitia.report.marked import Marked, row_anchor, shortened, signed
from aitia.verdict.consistency import agrees
from aitia.verdict.parts import comparator_risk, describe_direction

_DIRECTIONS = {
    "increases": "increase",
    "decreases": "reduction",
    "no_difference": "no difference",
    "unclear": "unclear",
}
_MODELS = {
    "fixed": "common-effect",
    "mantel_haenszel": "Mantel-Haenszel",
    "peto": "Peto",
    "dersimonian_laird": "DerSimonian-Laird",
    "paule_mandel": "Paule-Mandel",
    "reml": "random-effects (REML)",
}


@dataclass(frozen=True)
class StudyLine:
    """One row of the table of studies."""

    label: str
    anchor: str
    design: str
    population: str
    size: Markup
    finding: str
    estimate: Markup
    bias: str
    grade: str
    demonstration: bool
    retracted: str
    said: tuple[Markup, ...]


def study_lines(marked: Marked) -> list[StudyLine]:
    """Every study on the question's own outcome."""
    verdict = marked.dossier.verdict
    grades = {grade.study_id: _words(grade.grade.value) for grade in verdict.study_grades}
    synopses = {source.paper_id for source in verdict.sources if source.demonstration}
    lines = []
    for study in ordered_studies(verdict.studies):
        papers = [marked.dossier.paper(paper) for paper in study.paper_ids]
        standing = [_words(p.retraction_status.value) for p in papers if p is not None]
        lines.append(
            StudyLine(
                study.label,
                row_anchor(study),
                _words(study.design.value),
                study.population or "",
                marked.size(study),
                _DIRECTIONS[study.direction.value],
                marked.estimate(study),
                _words(study.risk_of_bias.value),
                grades.get(study.study_id, ""),
                bool(set(study.paper_ids) & synopses),
                ", ".join(dict.fromkeys(standing)) or "unknown",
                marked.mark_links(marked.study_marks(study)[:3]),
            )
        )
    return lines


def ordered_studies(studies: Sequence[StudyEvidence]) -> list[StudyEvidence]:
    """Studies as a table has them: strongest kind of design first, then by year."""
    ranks = {group: place for place, group in enumerate(DesignGroup)}
    return sorted(studies, key=lambda s: (ranks[design_group(s)], s.year or 0, s.label))


@dataclass(frozen=True)
class BiasLine:
    """One study's risk of bias: the overall judgement and (domain, judgement, sentence) as stated."""

    label: str
    anchor: str
    overall: str
    signals: tuple[tuple[str, str, Markup], ...]


def bias_lines(marked: Marked) -> list[BiasLine]:
    """Risk of bias per study with the sentences that say so; a study without any says that too."""
    lines = []
    for study in ordered_studies(marked.dossier.verdict.studies):
        signals = []
        for paper in study.paper_ids:
            facts = marked.dossier.facts.get(paper)
            for signal in facts.bias_signals if facts else ():
                mark = marked.citations.mark(signal.quote)
                links = marked.mark_links([mark]) if mark else (Markup(""),)
                signals.append((_words(signal.domain), _words(signal.judgement.value), links[0]))
        lines.append(
            BiasLine(study.label, row_anchor(study), _words(study.risk_of_bias.value), tuple(signals))
        )
    return lines


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
        direction = escape(f"direction only: {_DIRECTIONS[row.direction.value]}")
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
        _words(relation.certainty.value) if relation.certainty else "not graded",
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
    text = marked.prose(f"{_words(step.domain).capitalize()}, {change}: {step.reason}", anchor)
    notes[key] = Footnote(len(notes) + 1, text, links)
    return notes[key].number


def conflict_lines(marked: Marked) -> list[tuple[Markup, tuple[Markup, ...]]]:
    """Each conflict with the sentences of both sides."""
    marks = {source.edge_id: marked.citations.mark(source.quote) for source in marked.dossier.verdict.sources}
    lines = []
    for conflict in marked.dossier.verdict.conflicts:
        own = [marks.get(edge) for side in conflict.sides for edge in side.edge_ids[:3]]
        anchor = "studies" if conflict.kind is not ConflictKind.WITHIN_PAPER else "sources"
        links = marked.mark_links(dict.fromkeys(mark for mark in own if mark))
        lines.append((marked.prose(conflict.text, anchor, kind="rows"), links))
    return lines


def alternative_lines(marked: Marked) -> list[tuple[Markup, tuple[Markup, ...]]]:
    """Each alternative explanation with the sentences it rests on."""
    marks = {source.edge_id: marked.citations.mark(source.quote) for source in marked.dossier.verdict.sources}
    lines = []
    for other in marked.dossier.verdict.alternatives:
        found = [mark for edge in other.edge_ids if (mark := marks.get(edge))]
        lines.append((marked.prose(other.text, "studies", kind="rows"), marked.mark_links(found[:3])))
    return lines


@dataclass(frozen=True)
class SourceLine:
    """One paper that the verdict quotes."""

    number: int
    anchor: str
    label: str
    title: str
    design: str
    identifiers: tuple[tuple[str, str], ...]
    standing: str
    signals: tuple[str, ...]
    demonstration: bool
    note: str
    quotes: tuple[Markup, ...]


def source_lines(marked: Marked, used: bool = True) -> list[SourceLine]:
    """The papers quoted (or those that were left out, with the reason), by label."""
    verdict = marked.dossier.verdict
    papers: dict[str, list[int]] = {}
    sources = verdict.sources if used else verdict.excluded
    for place, source in enumerate(sources):
        papers.setdefault(source.paper_id, []).append(place)
    lines = []
    for count, (paper_id, places) in enumerate(papers.items(), start=1):
        first = sources[places[0]]
        known = marked.dossier.paper(paper_id)
        marks = [mark for place in places if (mark := marked.citations.mark(sources[place].quote))]
        names: Mapping[str, str | None] = {
            "doi": first.doi, "PMID": first.pmid, "PMCID": first.pmcid, "arXiv": first.arxiv_id
        }  # fmt: skip
        lines.append(
            SourceLine(
                count,
                f"{'paper' if used else 'out'}-{count}",
                first.label,
                first.title,
                _words(first.design.value),
                tuple((name, value) for name, value in names.items() if value),
                _words((known.retraction_status if known else first.retraction_status).value),
                known.signals if known else (),
                first.demonstration,
                "; ".join(dict.fromkeys(sources[place].note for place in places if sources[place].note)),
                tuple(
                    Markup('<a href="#{}">“{}”</a>').format(mark.anchor, shortened(mark.text))
                    for mark in dict.fromkeys(marks)
                ),
            )
        )
    return lines


def _words(value: str) -> str:
    return value.replace("_", " ")
