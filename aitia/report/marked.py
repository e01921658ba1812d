"""What a page shows of its numbers: each study's figures as links, and the entries of what was computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup, escape

from aitia.evidence.grading.study import study_size
from aitia.evidence.relations.models import EvidenceSource
from aitia.model.evidence import PooledEffect, StudyEvidence
from aitia.model.keys import PaperId, content_hash
from aitia.model.options import OptionQuote
from aitia.model.passage import Quote
from aitia.report.citations import Citations, Mark, computed_link, named, prose, read_link
from aitia.report.dossier import Dossier
from aitia.verdict.models import Verdict
from aitia.verdict.parts import number

_SHORT = 90
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Computed:
    """An entry of "How the numbers were computed": what it is, by which rule, from which sentences."""

    anchor: str
    title: str
    text: Markup
    inputs: tuple[Markup, ...]


@dataclass
class Marked:
    """The quotes of a dossier as marks, and the computed numbers of its page as they are used."""

    dossier: Dossier
    citations: Citations
    computed: dict[str, Computed] = field(default_factory=dict)

    @cached_property
    def names(self) -> dict[str, Markup]:
        """Names that hold digits as they are shown: a study leads to its row, a thing is no figure."""
        verdict, asked = self.dossier.verdict, self.dossier.verdict.question
        things = [asked.intervention, asked.comparator, asked.outcome, asked.population]
        things += [name for relation in self.dossier.relations for name in (relation.cause, relation.effect)]
        things += [source.label for source in (*verdict.sources, *verdict.excluded)]
        shown = {name: named(name) for name in things if name and _DIGIT.search(name)}
        shown |= {study.label: _to_row(study) for study in verdict.studies if _DIGIT.search(study.label)}
        return dict(sorted(shown.items(), key=lambda item: -len(item[0])))

    def prose(self, text: str, anchor: str, kind: str = "computed") -> Markup:
        """A sentence of the verdict: its names as names, every other number a link to `anchor`."""
        if not self.names:
            return prose(text, anchor, kind=kind)
        pattern = "|".join(re.escape(name) for name in self.names)
        parts = re.split(rf"(?<!\w)({pattern})(?!\w)", text)
        shown = (self.names[part] if place % 2 else prose(part, anchor, kind=kind)
                 for place, part in enumerate(parts))  # fmt: skip
        return Markup("").join(shown)

    def study_marks(self, study: StudyEvidence) -> tuple[Mark, ...]:
        """The marks of what a study says of the outcome, then of what its papers say of the study."""
        edges = set(study.edge_ids)
        own = [source for source in self._sources() if source.edge_id in edges]
        quotes = [quote for source in own for quote in quotes_of(source)]
        quotes += [quote for paper in study.paper_ids for quote in self.fact_quotes(paper)]
        found = [mark for quote in quotes if (mark := self.citations.mark(quote))]
        return tuple(dict.fromkeys(found))

    def fact_quotes(self, paper_id: PaperId) -> list[Quote]:
        """Where a paper says what is known of its study."""
        facts = self.dossier.facts.get(paper_id)
        return [] if facts is None else [*facts.quotes.values(), *(s.quote for s in facts.bias_signals)]

    def mark_links(self, marks: Iterable[Mark]) -> tuple[Markup, ...]:
        """Links whose text is the beginning of the sentence they lead to."""
        return tuple(
            Markup('<a href="#{}">“{}”</a>').format(mark.anchor, shortened(mark.text)) for mark in marks
        )

    def study_anchor(self, study: StudyEvidence) -> str:
        """The entry that says how a study's figures follow from its sentences."""
        key = content_hash(study.study_id, *sorted(study.edge_ids))[:10]
        anchor = f"how-study-{key}"
        if anchor not in self.computed:
            assumed = study.estimate.assumptions if study.estimate else ()
            words = "; ".join(assumed) or "as the sentences state it, oriented to the question"
            self.computed[anchor] = Computed(
                anchor, study.label, escape(words), self.mark_links(self.study_marks(study))
            )
        return anchor

    def figure(self, value: float, study: StudyEvidence, marks: Sequence[Mark]) -> Markup:
        """A number of a study: as its sentence prints it, or as computed."""
        minus = "−" if value < 0 else ""
        return read_link(value, marks, minus) or computed_link(signed(value), self.study_anchor(study))

    def estimate(self, study: StudyEvidence) -> Markup:
        """A study's estimate with its interval; what it states where there is none."""
        e = study.estimate
        if e is None:
            words = {True: "significant", False: "not significant", None: "no figure stated"}
            if study.p_value is not None:
                figure = self.figure(study.p_value, study, self.study_marks(study))
                return Markup("p = {}").format(figure)
            return Markup(words[study.significant])
        marks = self.study_marks(study)
        point, low, high = (self.figure(value, study, marks) for value in (e.point, e.low, e.high))
        return Markup("{} {} ({} to {})").format(e.measure.shown, point, low, high)

    def size(self, study: StudyEvidence) -> Markup:
        """A study's participants."""
        size = study_size(study)
        if size is None:
            return Markup("not stated")
        found = read_link(size, self.study_marks(study))
        return found or computed_link(f"{size:,}", self.study_anchor(study))

    def pooled(self, effect: PooledEffect, anchor: str, studies: Sequence[StudyEvidence]) -> Markup:
        """A pooled effect with its interval; that of one study is as its sentence prints it."""
        marks = self.study_marks(studies[0]) if effect.k == 1 and len(studies) == 1 else ()

        def shown(value: float) -> Markup:
            minus = "−" if value < 0 else ""
            return read_link(value, marks, minus) or computed_link(signed(value), anchor)

        return Markup("{} {} ({}% CI {} to {})").format(
            effect.measure.shown,
            shown(effect.point),
            computed_link(f"{100 * effect.level:g}", anchor),
            shown(effect.low),
            shown(effect.high),
        )

    def note(self, anchor: str, title: str, text: str, studies: Sequence[StudyEvidence]) -> str:
        """Add an entry that computes from studies; gives its anchor back."""
        if anchor not in self.computed:
            inputs = tuple(
                Markup("{}: {}").format(study.label, self.estimate(study)) + self._from(study)
                for study in studies
            )
            self.computed[anchor] = Computed(anchor, title, escape(text), inputs)
        return anchor

    def _from(self, study: StudyEvidence) -> Markup:
        links = self.mark_links(self.study_marks(study)[:2])
        return Markup(" from ") + Markup(", ").join(links) if links else Markup("")

    def _sources(self) -> tuple[EvidenceSource, ...]:
        return self.dossier.verdict.sources


def row_anchor(study: StudyEvidence) -> str:
    """Where a study stands in the table of studies."""
    return f"study-{study.study_id.rpartition('_')[2]}"


def _to_row(study: StudyEvidence) -> Markup:
    return Markup('<a href="#{}"><cite>{}</cite></a>').format(row_anchor(study), study.label)


def quotes_of(source: EvidenceSource) -> list[Quote]:
    """The sentence of an edge, and those of its estimates."""
    return [source.quote, *(e.quote for e in source.estimates if e.quote is not None)]


def option_quotes(verdict: Verdict) -> list[OptionQuote]:
    """The sentences on the options of an abductive question."""
    findings = verdict.options.findings if verdict.options else ()
    return [item for finding in findings for item in finding.quotes]


def mark_everything(dossier: Dossier) -> Marked:
    """Marks for every quote that a page of the dossier leads to."""
    marked = Marked(dossier, Citations(dict(dossier.passages)))
    verdict = dossier.verdict
    sources = [*verdict.sources, *verdict.excluded, *(entry.source for entry in verdict.landscape)]
    marked.citations.add(quote for source in sources for quote in quotes_of(source))
    marked.citations.add(step.quote for path in dossier.paths for step in path.steps)
    marked.citations.add(item.quote for item in option_quotes(verdict))
    used = {source.paper_id for source in sources}
    marked.citations.add(quote for paper in sorted(used) for quote in marked.fact_quotes(paper))
    return marked


def shortened(text: str) -> str:
    """The beginning of a sentence, for the text of a link."""
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHORT else plain[: _SHORT - 1].rsplit(" ", 1)[0] + " …"


def signed(value: float) -> str:
    """A number as verdicts print it, with a minus sign where it is below zero."""
    return f"−{number(-value)}" if value < 0 else number(value)
