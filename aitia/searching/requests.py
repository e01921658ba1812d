"""A search in the syntax of its source, and the terms of the question that it asks with."""

from __future__ import annotations

from dataclasses import dataclass

from aitia.domains import SearchTemplate
from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest
from aitia.searching.queries import (
    Concept,
    arxiv_query,
    europe_pmc_query,
    openalex_query,
    plain_query,
    pubmed_query,
)

LIMIT = 200
FOLLOW_UP_LIMIT = 100
LOCAL_SOURCES = frozenset({"documents", "demonstration"})
_SYNTAX = {
    "pubmed": pubmed_query,
    "europe_pmc": europe_pmc_query,
    "arxiv": arxiv_query,
    "openalex": openalex_query,
}


@dataclass(frozen=True)
class Terms:
    """The question in search terms; `people` only where the population narrows the subject."""

    cause: Concept
    outcome: Concept
    people: Concept | None
    terms: tuple[str, ...]

    def groups(self, with_outcome: bool) -> tuple[Concept, ...]:
        """The concepts that a query joins with AND."""
        outcome = (self.outcome,) if with_outcome else ()
        people = (self.people,) if self.people else ()
        return tuple(part for part in (self.cause, *outcome, *people) if part.names)


def make_request(
    name: str,
    kind: EvidenceType,
    template: SearchTemplate,
    concepts: Terms,
    reason: str,
    extra: tuple[str, ...] = (),
    limit: int = LIMIT,
) -> SearchRequest:
    """A search for one type of evidence, with the `extra` terms of a gap besides the question's own."""
    write = _SYNTAX.get(name, plain_query)
    return SearchRequest(
        source=name,
        evidence_type=kind,
        query=write(concepts.groups(template.uses_outcome), template, extra),
        terms=tuple(dict.fromkeys((*concepts.terms, *extra))),
        limit=limit,
        reason=reason,
    )
