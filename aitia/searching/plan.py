"""The searches of a round: per type of evidence, strongest first, each in the syntax of its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from aitia.domains import DomainAdapter, SearchTemplate, adapter_for, listed
from aitia.model.scales import EvidenceType, QuestionKind
from aitia.model.search import SearchRequest
from aitia.question.specification import Question
from aitia.searching.queries import (
    Concept,
    arxiv_query,
    author_query,
    concept,
    europe_pmc_query,
    openalex_query,
    plain_query,
    pubmed_query,
    safe_words,
)

LIMIT = 200
# A folder is only pre-selected by words; the gate looks at more than it keeps.
LOCAL_LIMIT = 1_000
FOLLOW_UP_LIMIT = 100
LOCAL_SOURCES = frozenset({"documents", "demonstration"})
_SYNTAX = {
    "pubmed": pubmed_query,
    "europe_pmc": europe_pmc_query,
    "arxiv": arxiv_query,
    "openalex": openalex_query,
}
_CITATION_SOURCE = "semantic_scholar"
_MOST_AUTHORS = 3
_SEED = re.compile(
    r"\barxiv[: ] ?(?P<arxiv>\d{4}\.\d{4,5})|\bdoi[: ] ?(?P<doi>10\.\d{4,9}/[\w.()/-]{1,100}\w)"
    r"|\bpmid[: ] ?(?P<pmid>\d{1,9})\b",
    re.IGNORECASE,
)
_ANY_PEOPLE = frozenset(
    listed(
        "people, persons, adults, patients, individuals, participants, women, men, older, younger, young, "
        "aged, over, under, years"
    )
)

Expand = Callable[[str], Sequence[str]]


class GapLike(Protocol):
    """What a follow-up needs of a gap; `evidence_type`, `terms` and `source` are used where it has them."""

    @property
    def kind(self) -> str:
        """What is missing ("evidence_type", "participants", "population", "harm", …)."""

    @property
    def text(self) -> str:
        """The gap as a sentence: the reason of its searches."""


@dataclass(frozen=True)
class _Concepts:
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


def plan_searches(
    question: Question,
    sources: Sequence[str],
    round_no: int = 1,
    gaps: Sequence[GapLike] = (),
    expand: Expand | None = None,
    seed: str | None = None,
    authors: Sequence[str] = (),
) -> tuple[SearchRequest, ...]:
    """The requests of a round, ordered by strength of evidence and then as `sources` are.

    Round 1 asks every source for every type of evidence of the question's domain (local sources, which
    search by words alone, once), and for `gaps` besides where it is given any. Later rounds ask for the gaps
    only; without gaps they are empty. A search for a gap gives it as its reason. `expand` gives synonyms of
    a term; `seed` is the identifier of a landscape question's seed paper ("ARXIV:…", "DOI:…", "PMID:…"; else
    the one that the question's text names) and `authors` its authors, of whom the first two and the last
    are asked for where a source can be asked so. Words of the question are quoted or stripped of operators,
    so that no text of a question can change what a query does. Deterministic.
    """
    adapter = adapter_for(question.domain)
    concepts = _concepts(question, expand or _nothing)
    planned = _first_round(question, adapter, concepts, sources, seed) if round_no == 1 else []
    for gap in gaps:
        planned += _follow_up(question, adapter, concepts, sources, gap, round_no)
    if round_no == 1 and question.kind is QuestionKind.LANDSCAPE:
        planned += _by_authors(question, concepts, sources, seed, authors)
    unique = {_identity(request): request for request in reversed(planned)}
    return tuple(reversed(unique.values()))


def _identity(request: SearchRequest) -> tuple[str, str, str, str]:
    return (request.source, request.evidence_type, request.query, request.filters.get("relation", ""))


def _nothing(_term: str) -> Sequence[str]:
    return ()


def _concepts(question: Question, expand: Expand) -> _Concepts:
    if question.kind is QuestionKind.LANDSCAPE:
        target = concept(_SEED.sub(" ", question.outcome), expand)
        return _Concepts(target, concept("", expand), None, target.names[:1])
    people = concept(question.population, expand) if _narrows(question.population) else None
    parts = (question.intervention, question.comparator, question.outcome, question.population)
    return _Concepts(
        concept(question.intervention, expand),
        concept(question.outcome, expand),
        people,
        tuple(" ".join(safe_words(part)) for part in parts if part and safe_words(part)),
    )


def _narrows(population: str | None) -> bool:
    """Whether the population names a condition to search for: not ages and groups alone, nothing negated."""
    words = safe_words(population or "")
    if not words or "without" in words or len(words) > 6:
        return False
    return any(len(word) > 3 and not word.isdecimal() and word not in _ANY_PEOPLE for word in words)


def _first_round(
    question: Question, adapter: DomainAdapter, concepts: _Concepts, sources: Sequence[str], seed: str | None
) -> list[SearchRequest]:
    types = adapter.evidence_types
    planned = [_local(name, types, concepts) for name in dict.fromkeys(sources) if name in LOCAL_SOURCES]
    for kind in types:
        template = adapter.templates[kind]
        for name in dict.fromkeys(sources):
            if name not in LOCAL_SOURCES:
                reason = f"first round: {kind.value.replace('_', ' ')}"
                planned.append(_request(name, kind, template, concepts, reason))
    if question.kind is QuestionKind.LANDSCAPE:
        planned += _citations(question, concepts, sources, seed)
    return planned


def _local(name: str, types: tuple[EvidenceType, ...], concepts: _Concepts) -> SearchRequest:
    return SearchRequest(
        source=name,
        evidence_type=types[0],
        query=" ".join(concepts.terms),
        terms=concepts.terms,
        filters={"evidence_types": ",".join(types)},
        limit=LOCAL_LIMIT,
        reason="first round: all types of evidence in one search",
    )


def _request(
    name: str,
    kind: EvidenceType,
    template: SearchTemplate,
    concepts: _Concepts,
    reason: str,
    extra: tuple[str, ...] = (),
    limit: int = LIMIT,
) -> SearchRequest:
    write = _SYNTAX.get(name, plain_query)
    return SearchRequest(
        source=name,
        evidence_type=kind,
        query=write(concepts.groups(template.uses_outcome), template, extra),
        terms=tuple(dict.fromkeys((*concepts.terms, *extra))),
        limit=limit,
        reason=reason,
    )


def _citations(
    question: Question, concepts: _Concepts, sources: Sequence[str], seed: str | None
) -> list[SearchRequest]:
    """What cites the seed paper, what it cites and what is like it, where its identifier is known."""
    identifier = seed or seed_in(question.text)
    if identifier is None or _CITATION_SOURCE not in sources:
        return []
    return [
        SearchRequest(
            source=_CITATION_SOURCE,
            evidence_type=EvidenceType.OBSERVATIONAL,
            query=identifier,
            terms=concepts.terms,
            filters={"relation": relation},
            limit=LIMIT,
            reason=f"first round: {relation} of the seed paper {identifier}",
        )
        for relation in ("citations", "references", "recommendations")
    ]


def _by_authors(
    question: Question,
    concepts: _Concepts,
    sources: Sequence[str],
    seed: str | None,
    authors: Sequence[str],
) -> list[SearchRequest]:
    """What the people behind the seed paper wrote; the first two and the last of many."""
    people = list(dict.fromkeys(authors))
    chosen = people if len(people) <= _MOST_AUTHORS else [*people[: _MOST_AUTHORS - 1], people[-1]]
    paper = f"the seed paper {seed or seed_in(question.text) or ''}".strip()
    return [
        SearchRequest(
            source=source,
            evidence_type=EvidenceType.OBSERVATIONAL,
            query=query,
            terms=concepts.terms,
            limit=FOLLOW_UP_LIMIT,
            reason=f"first round: papers by an author of {paper}",
        )
        for name in chosen
        for source in dict.fromkeys(sources)
        if (query := author_query(source, name))
    ]


def seed_in(text: str) -> str | None:
    """The identifier that a question names, as Semantic Scholar spells it ("ARXIV:2308.04079")."""
    match = _SEED.search(text)
    if match is None:
        return None
    return next(f"{scheme.upper()}:{value}" for scheme, value in match.groupdict().items() if value)


def _follow_up(
    question: Question,
    adapter: DomainAdapter,
    concepts: _Concepts,
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
                planned.append(_request(name, kind, template, wide, reason, extra, FOLLOW_UP_LIMIT))
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
    concepts: _Concepts,
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


def _widened(question: Question, concepts: _Concepts) -> _Concepts:
    """A follow-up takes the outcome's head noun alone too, and leaves the population to the gap's terms."""
    head = safe_words(question.outcome)[-1:]
    wider = tuple(word for word in head if len(word) > 4 and word not in concepts.outcome.names)
    return _Concepts(concepts.cause, Concept((*concepts.outcome.names, *wider)), None, concepts.terms)
