"""What a rule is given and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from aitia.domains.adapter import DomainAdapter
from aitia.model.claim import Claim, StudyFacts
from aitia.model.keys import PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Decision
from aitia.reading.paper.document import read_document
from aitia.reading.paper.own_text import behind_planted, own_paper, own_passages
from aitia.words.names import other_names

DEFAULT_REVIEW_BELOW = 0.6


class Outcome(StrEnum):
    """What a rule says: nothing is wrong, one estimate goes, a person looks, or the claim is refused."""

    PASS = "pass"
    DROP_ESTIMATE = "drop_estimate"
    REVIEW = "review"
    REJECT = "reject"


@dataclass(frozen=True)
class Finding:
    """One rule's answer. `estimate` is the index in the claim's estimates where the rule is about one."""

    rule: str
    outcome: Outcome
    reason: str = ""
    estimate: int | None = None


@dataclass(frozen=True)
class ClaimContext:
    """What code knows for certain about a claim's surroundings; nothing here comes from the model's claim.

    `associative_relation` is the word an observational design may use at most, None where the domain knows no
    such limit; `causal_relations` are the words it may then not use.
    """

    paper: Paper
    passages: Mapping[PassageId, Passage]
    facts: StudyFacts
    node_types: frozenset[str]
    relation_types: frozenset[str]
    associative_relation: str | None = None
    causal_relations: frozenset[str] = frozenset()
    review_below: float = DEFAULT_REVIEW_BELOW
    synonyms: Callable[[str], Sequence[str]] = other_names

    @cached_property
    def own_paper(self) -> Paper:
        """The paper without text that was planted in its title or abstract."""
        return own_paper(self.paper)

    @cached_property
    def own_passages(self) -> Mapping[PassageId, Passage]:
        """The passages with planted text blanked: it names nothing and proves no number."""
        return {p.passage_id: p for p in own_passages(tuple(self.passages.values()))}

    @cached_property
    def behind_planted(self) -> tuple[tuple[PassageId, int, int], ...]:
        """Where sentences run on behind planted text: passage, begin and end of each."""
        document = read_document(tuple(self.passages.values()))
        behind = behind_planted(document)
        return tuple((s.passage.passage_id, s.start, s.end) for s in document if s.index in behind)

    @classmethod
    def of(
        cls,
        paper: Paper,
        passages: tuple[Passage, ...],
        facts: StudyFacts,
        adapter: DomainAdapter,
        synonyms: Callable[[str], Sequence[str]] = other_names,
    ) -> ClaimContext:
        """The context of a paper's claims in a domain; `synonyms` gives other names of a term."""
        return cls(
            paper=paper,
            passages={p.passage_id: p for p in passages},
            facts=facts,
            node_types=frozenset(adapter.node_types),
            relation_types=frozenset(adapter.relation_types),
            associative_relation=adapter.observational_relation,
            causal_relations=frozenset(adapter.causal_relations),
            synonyms=synonyms,
        )


@dataclass(frozen=True)
class ClaimDecision:
    """What the rules decided of a claim.

    `rule` and `reason` are those of the finding that decided (None when accepted). `claim` is the claim as
    admitted: its quote as it stands in the passage, estimates that failed removed. `findings` holds every
    finding other than a pass.
    """

    decision: Decision
    rule: str | None
    reason: str
    claim: Claim
    findings: tuple[Finding, ...] = ()
