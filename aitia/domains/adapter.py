"""What a domain adapter is: the vocabularies and templates that one field of research brings along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aitia.model.scales import Direction, Domain, EvidenceType, StudyDesign


def listed(text: str) -> tuple[str, ...]:
    """The items of a comma-separated list, in order."""
    return tuple(item for item in (" ".join(part.split()) for part in text.split(",")) if item)


@dataclass(frozen=True)
class SearchTemplate:
    """How one type of evidence is asked for.

    `pubmed` and `europe_pmc` are filters in those services' own syntax (empty: no filter); `phrases` name
    the evidence for services that have no such filters, any of them will do. `uses_outcome` is False where
    the search asks for whatever else the intervention does (harms), so that the outcome would only hide it.
    """

    pubmed: str = ""
    europe_pmc: str = ""
    phrases: tuple[str, ...] = ()
    uses_outcome: bool = True

    @property
    def words(self) -> str:
        """The phrases as plain words, for services that rank by relevance."""
        return " ".join(self.phrases)


@dataclass(frozen=True)
class PolarityWords:
    """What less of an outcome means, as stems ("mortal" stands for mortality too).

    `harmful` and `beneficial` name outcomes whose polarity is certain (death, survival); the `mild` lists
    (diseases, functions) decide only where none of those stands.
    """

    harmful: tuple[str, ...]
    beneficial: tuple[str, ...]
    mild_harmful: tuple[str, ...] = ()
    mild_beneficial: tuple[str, ...] = ()


@dataclass(frozen=True)
class DomainAdapter:
    """One field of research. A module of this package that has an `ADAPTER` is a domain.

    `relation_types` is the closed list of edge types; `directed_relations` maps what a claim says to one
    of them; `observational_relation` is all that a design without intervention allows, `causal_relations`
    are the words that it may not use. `cues` are words that place a question in this domain;
    `landscape_verbs` maps question wording to relations.
    """

    name: Domain
    node_types: tuple[str, ...]
    relation_types: tuple[str, ...]
    evidence_hierarchy: tuple[StudyDesign, ...]
    templates: Mapping[EvidenceType, SearchTemplate]
    polarity: PolarityWords
    default_cause_type: str
    default_effect_type: str
    directed_relations: Mapping[Direction, str] = field(default_factory=dict)
    observational_relation: str | None = None
    causal_relations: tuple[str, ...] = ()
    harm_terms: tuple[str, ...] = ()
    surrogate_outcomes: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    landscape_nouns: tuple[str, ...] = ()
    landscape_verbs: Mapping[str, str] = field(default_factory=dict)

    @property
    def evidence_types(self) -> tuple[EvidenceType, ...]:
        """The types of evidence that a plan asks for, strongest first."""
        return tuple(kind for kind in EvidenceType if kind in self.templates)

    def allows(self, relation: str) -> bool:
        """Whether the word is one of the domain's relations."""
        return relation in self.relation_types

    def relation_for(self, direction: Direction, causal_design: bool) -> str | None:
        """The relation that a claim of this direction may assert, None where the domain has none.

        A design without intervention asserts an association at most, whatever the paper's wording.
        """
        if not causal_design and direction in (Direction.INCREASES, Direction.DECREASES):
            return self.observational_relation
        return self.directed_relations.get(direction, self.observational_relation)
