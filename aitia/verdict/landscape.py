"""The answer to a landscape question: which papers stand in which relation to a method, each with its quote.

Nothing is graded or pooled here: that one paper claims to improve on another is what the paper says.
"""

from __future__ import annotations

from collections.abc import Sequence

from aitia.evidence.relations.models import EvidenceSource, GradedRelation
from aitia.model.evidence import OutcomeRole
from aitia.model.gap import SearchOutcomeSummary
from aitia.model.landscape import VIEWS
from aitia.model.scales import Conclusion, Direction, Likelihood, Polarity, RetractionStatus
from aitia.model.search import SearchStatus
from aitia.question.specification import Question
from aitia.verdict.comparison import ComparisonFeatures, decide
from aitia.verdict.field import field_entries, field_headline
from aitia.verdict.models import LandscapeEntry, Verdict
from aitia.words.methods import method_key

_VIEW_RULE = "papers counted by what their accepted claims say; the most confident claim is shown"


def list_landscape(
    question: Question,
    relations: Sequence[GradedRelation],
    searches: Sequence[SearchOutcomeSummary],
    fingerprint: str,
) -> Verdict:
    """The verdict on a landscape question; entries by relation (the asked one first), then confidence."""
    asked_about = method_key(question.outcome)
    main = [
        relation
        for relation in relations
        if relation.role is OutcomeRole.MAIN or method_key(relation.effect) == asked_about
    ]
    sources = [source for relation in main for source in relation.sources if _stands(source)]
    view = question.relation in VIEWS
    entries = field_entries(question, sources) if view else _entries(question, sources)
    asked = sum(entry.asked for entry in entries)
    return Verdict(
        question=question,
        conclusion=Conclusion.LISTED if asked else Conclusion.INSUFFICIENT_EVIDENCE,
        likelihood=Likelihood.INSUFFICIENT,
        comparison=decide(ComparisonFeatures()),
        direction=Direction.UNCLEAR,
        polarity=Polarity.UNKNOWN,
        certainty=None,
        effect=None,
        absolute=None,
        used_group=None,
        used_reason="papers are listed by what they say; nothing is graded or pooled",
        rule=_VIEW_RULE if view else "one entry per paper and relation, by its most confident accepted claim",
        headline=field_headline(question, entries) if view else _headline(question, asked),
        landscape=entries,
        limitations=_limitations(sources, searches),
        searches=tuple(searches),
        sources=tuple(entry.source for entry in entries),
        relation_keys=tuple(relation.relation_key for relation in relations),
        confidence=_confidence(entries),
        fingerprint=fingerprint,
    )


def _stands(source: EvidenceSource) -> bool:
    return source.retraction_status is not RetractionStatus.RETRACTED


def _entries(question: Question, sources: Sequence[EvidenceSource]) -> tuple[LandscapeEntry, ...]:
    best: dict[tuple[str, str], EvidenceSource] = {}
    for source in sorted(sources, key=lambda s: (-s.confidence, s.edge_id)):
        best.setdefault((source.paper_id, source.relation), source)
    entries = [
        LandscapeEntry(
            relation=source.relation,
            asked=question.relation in (None, source.relation),
            name=source.cause,
            source=source,
        )
        for source in best.values()
    ]
    return tuple(
        sorted(
            entries,
            key=lambda e: (
                not e.asked,
                e.relation,
                -e.source.confidence,
                -(e.source.year or 0),
                e.source.edge_id,
            ),
        )
    )


def _headline(question: Question, asked: int) -> str:
    words = (question.relation or "has a relation to").replace("_", " ")
    if not asked:
        return f"No paper that was read says that it {words} {question.outcome}."
    if asked == 1:
        return f"One paper says that it {words} {question.outcome}."
    return f"{asked} papers say that their method {words} {question.outcome}."


def _limitations(
    sources: Sequence[EvidenceSource], searches: Sequence[SearchOutcomeSummary]
) -> tuple[str, ...]:
    notes = ["Each entry is what a paper says of itself; whether it holds was not tested."]
    failed = sorted({search.source for search in searches if search.status is SearchStatus.INCOMPLETE})
    if failed:
        notes.append(f"The search is incomplete: {', '.join(failed)} did not answer in full.")
    if any(source.demonstration for source in sources):
        notes.append("Papers of the bundled corpus are synopses written for the demonstration.")
    return tuple(notes)


def _confidence(entries: Sequence[LandscapeEntry]) -> float:
    asked = [entry.source.confidence for entry in entries if entry.asked]
    return round(sum(asked) / len(asked), 4) if asked else 0.0
