"""The searches of a round: per type of evidence, strongest first, each in the syntax of its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aitia.domains import DomainAdapter, adapter_for
from aitia.model.data import read_table
from aitia.model.scales import EvidenceType, QuestionKind
from aitia.model.search import SearchRequest
from aitia.question.specification import Question
from aitia.searching.follow_up import GapLike, follow_up
from aitia.searching.queries import (
    author_query,
    concept,
    safe_words,
)
from aitia.searching.requests import FOLLOW_UP_LIMIT, LIMIT, LOCAL_SOURCES, Terms, make_request

_WORDS: dict[str, str] = read_table(__package__, "words.toml")

# A folder is only pre-selected by words; the gate looks at more than it keeps.
LOCAL_LIMIT = 1_000
_CITATION_SOURCE = "semantic_scholar"
_MOST_AUTHORS = 3
_SEED = re.compile(
    r"\barxiv[: ] ?(?P<arxiv>\d{4}\.\d{4,5})|\bdoi[: ] ?(?P<doi>10\.\d{4,9}/[\w.()/-]{1,100}\w)"
    r"|\bpmid[: ] ?(?P<pmid>\d{1,9})\b",
    re.IGNORECASE,
)
_ANY_PEOPLE = frozenset(_WORDS["any_people"].split())

Expand = Callable[[str], Sequence[str]]


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
        planned += follow_up(question, adapter, concepts, sources, gap, round_no)
    if round_no == 1 and question.kind is QuestionKind.LANDSCAPE:
        planned += _by_authors(question, concepts, sources, seed, authors)
    unique = {_identity(make_request): make_request for make_request in reversed(planned)}
    return tuple(reversed(unique.values()))


def _identity(make_request: SearchRequest) -> tuple[str, str, str, str]:
    return (
        make_request.source,
        make_request.evidence_type,
        make_request.query,
        make_request.filters.get("relation", ""),
    )


def _nothing(_term: str) -> Sequence[str]:
    return ()


def _concepts(question: Question, expand: Expand) -> Terms:
    if question.kind is QuestionKind.LANDSCAPE:
        target = concept(_SEED.sub(" ", question.outcome), expand)
        return Terms(target, concept("", expand), None, target.names[:1])
    people = concept(question.population, expand) if _narrows(question.population) else None
    parts = (question.intervention, question.comparator, question.outcome, question.population)
    return Terms(
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
    question: Question, adapter: DomainAdapter, concepts: Terms, sources: Sequence[str], seed: str | None
) -> list[SearchRequest]:
    types = adapter.evidence_types
    planned = [_local(name, types, concepts) for name in dict.fromkeys(sources) if name in LOCAL_SOURCES]
    for kind in types:
        template = adapter.templates[kind]
        for name in dict.fromkeys(sources):
            if name not in LOCAL_SOURCES:
                reason = f"first round: {kind.value.replace('_', ' ')}"
                planned.append(make_request(name, kind, template, concepts, reason))
    if question.kind is QuestionKind.LANDSCAPE:
        planned += _citations(question, concepts, sources, seed)
    return planned


def _local(name: str, types: tuple[EvidenceType, ...], concepts: Terms) -> SearchRequest:
    return SearchRequest(
        source=name,
        evidence_type=types[0],
        query=" ".join(concepts.terms),
        terms=concepts.terms,
        filters={"evidence_types": ",".join(types)},
        limit=LOCAL_LIMIT,
        reason="first round: all types of evidence in one search",
    )


def _citations(
    question: Question, concepts: Terms, sources: Sequence[str], seed: str | None
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
    concepts: Terms,
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
