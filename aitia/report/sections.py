"""The parts of a report as a methodologist expects them, each made from a dossier; numbers are links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from aitia.evidence.conflicts import ConflictKind, ConflictRow
from aitia.evidence.grading.groups import DesignGroup, design_group
from aitia.model.evidence import StudyEvidence
from aitia.report.marked import Marked, row_anchor, shortened

DIRECTION_NOUNS = {
    "increases": "increase",
    "decreases": "reduction",
    "no_difference": "no difference",
    "unclear": "unclear",
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
    grades = {grade.study_id: in_words(grade.grade.value) for grade in verdict.study_grades}
    synopses = {source.paper_id for source in verdict.sources if source.demonstration}
    lines = []
    for study in ordered_studies(verdict.studies):
        papers = [marked.dossier.paper(paper) for paper in study.paper_ids]
        standing = [in_words(p.retraction_status.value) for p in papers if p is not None]
        lines.append(
            StudyLine(
                study.label,
                row_anchor(study),
                in_words(study.design.value),
                study.population or "",
                marked.size(study),
                DIRECTION_NOUNS[study.direction.value],
                marked.estimate(study),
                in_words(study.risk_of_bias.value),
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
                signals.append((in_words(signal.domain), in_words(signal.judgement.value), links[0]))
        lines.append(
            BiasLine(study.label, row_anchor(study), in_words(study.risk_of_bias.value), tuple(signals))
        )
    return lines


@dataclass(frozen=True)
class ConflictLine:
    """One study of the table of conflicts: what it finds, and its value on each axis ("" if not stated)."""

    label: str
    anchor: str
    finding: str
    values: tuple[str, ...]
    said: tuple[Markup, ...]


@dataclass(frozen=True)
class ConflictPart:
    """The studies that disagree, what tells the sides apart, and papers that contradict themselves."""

    axes: tuple[str, ...]
    rows: tuple[ConflictLine, ...]
    explained_by: str
    notes: tuple[tuple[Markup, tuple[Markup, ...]], ...]


def conflict_part(marked: Marked) -> ConflictPart | None:
    """The conflicts as one table of studies with their sentences; None where there are none.

    A paper against itself, and a conflict that an older program stored without a table, is a note.
    """
    verdict = marked.dossier.verdict
    if not verdict.conflicts:
        return None
    found = verdict.conflict_table
    studies = {study.study_id: study for study in verdict.studies}
    rows = [_conflict_line(marked, row, studies.get(row.study_id)) for row in (found.rows if found else ())]
    return ConflictPart(
        found.axes if found else (),
        tuple(rows),
        " and ".join(found.explained_by) if found else "",
        tuple(_conflict_notes(marked, tabled=found is not None)),
    )


def _conflict_line(marked: Marked, row: ConflictRow, study: StudyEvidence | None) -> ConflictLine:
    return ConflictLine(
        row.label,
        row_anchor(study) if study else "studies",
        DIRECTION_NOUNS[row.direction.value],
        row.values,
        marked.mark_links(marked.study_marks(study)[:3]) if study else (),
    )


def _conflict_notes(marked: Marked, tabled: bool) -> list[tuple[Markup, tuple[Markup, ...]]]:
    marks = {source.edge_id: marked.citations.mark(source.quote) for source in marked.dossier.verdict.sources}
    lines = []
    for conflict in marked.dossier.verdict.conflicts:
        within = conflict.kind is ConflictKind.WITHIN_PAPER
        if tabled and not within:
            continue
        own = [marks.get(edge) for side in conflict.sides for edge in side.edge_ids[:3]]
        links = marked.mark_links(dict.fromkeys(mark for mark in own if mark))
        text = marked.prose(conflict.text, "sources" if within else "studies", kind="rows")
        lines.append((text, links))
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
                in_words(first.design.value),
                tuple((name, value) for name, value in names.items() if value),
                in_words((known.retraction_status if known else first.retraction_status).value),
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


def in_words(value: str) -> str:
    """The value of a closed list as words: "very_low" is "very low"."""
    return value.replace("_", " ")
