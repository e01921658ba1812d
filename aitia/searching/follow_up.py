"""The searches of later rounds: for what the evidence lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from aitia.domains import DomainAdapter, SearchTemplate
from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest
from aitia.question.specification import Question
from aitia.searching.queries import (
    Concept,
    safe_words,
)
from aitia.searching.requests import FOLLOW_UP_LIMIT, LOCAL_SOURCES, Terms, make_request


class GapLike(Protocol):
    """What a follow-up needs of a gap; `evidence_type`, `terms` and `source` are used where it has them."""

    @property
    def kind(self) -> str:
        """What is missing ("evidence_type", "participants", "population", "harm", …)."""

    @property
    def text(self) -> str:
        """The gap as a sentence: the reason of its searches."""


def follow_up(
    question: Question,
    adapter: DomainAdapter,
    concepts: Terms,
    sources: Sequence[str],
    gap: GapLike,
    round_no: int,
) -> list[SearchRequest]:
    """The searches for one gap. The bundled corpus is never asked twice: it always returns all it has."""
    extra = tuple(" ".join(safe_words(term)) for term in getattr(gap, "terms", ()) if safe_words(term))[:5]
    only = getattr(gap, "source", None)
    wanted = [name for name in dict.fromkeys(sources) if name != "demonstration" and only in (None, name)]
    reason = f"round {round_no}: {gap.text}"
    planned = []
    for kind in _gap_types(gap, adapter):
        template = adapter.templates[kind]
        for name in wanted:
            if name in LOCAL_SOURCES:
                planned.append(_local_follow_up(name, kind, template, concepts, extra, reason))
            else:
                wide = concepts if only else _widened(question, concepts)
                planned.append(make_request(name, kind, template, wide, reason, extra, FOLLOW_UP_LIMIT))
    return planned


def _gap_types(gap: GapLike, adapter: DomainAdapter) -> tuple[EvidenceType, ...]:
    """The types of evidence that could close the gap; all of them for a search that must be repeated."""
    kind: EvidenceType | None = getattr(gap, "evidence_type", None)
    if kind is not None and kind in adapter.templates:
        return (kind,)
    if str(gap.kind) == "harm":
        return tuple(k for k in (EvidenceType.HARM,) if k in adapter.templates)
    if str(gap.kind) == "search_incomplete":
        return adapter.evidence_types
    return adapter.evidence_types[:2]


def _local_follow_up(
    name: str,
    kind: EvidenceType,
    template: SearchTemplate,
    concepts: Terms,
    extra: tuple[str, ...],
    reason: str,
) -> SearchRequest:
    """A folder is asked again with the words of the missing evidence in front."""
    cause = concepts.terms[:1] if not template.uses_outcome else concepts.terms
    terms = tuple(dict.fromkeys((*cause, *(extra or (template.words,)))))
    return SearchRequest(
        source=name,
        evidence_type=kind,
        query=" ".join(terms),
        terms=terms,
        filters={"evidence_types": kind.value},
        limit=FOLLOW_UP_LIMIT,
        reason=reason,
    )


def _widened(question: Question, concepts: Terms) -> Terms:
    """A follow-up takes the outcome's head noun alone too, and leaves the population to the gap's terms."""
    head = safe_words(question.outcome)[-1:]
    wider = tuple(word for word in head if len(word) > 4 and word not in concepts.outcome.names)
    return Terms(concepts.cause, Concept((*concepts.outcome.names, *wider)), None, concepts.terms)
