"""Relations between given entities."""

from __future__ import annotations

from bench.relations.pair_relations import RELATIONS, Mention, read_pair_relations

TEXT = (
    "Lesurad induces liver injury. Lesurad caused acute liver injury in four adults, and lesurad-induced "
    "liver injury resolved after withdrawal."
)


def mention(word: str, kind: str, entity: str) -> list[Mention]:
    found, start = [], TEXT.lower().find(word)
    while start >= 0:
        found.append(Mention(start, start + len(word), kind, (entity,)))
        start = TEXT.lower().find(word, start + 1)
    return found


MENTIONS = [
    *mention("lesurad", "ChemicalEntity", "C1"),
    *mention("liver injury", "DiseaseOrPhenotypicFeature", "D1"),
]


def test_a_chemical_that_induces_a_disease_is_positively_correlated() -> None:
    (relation,) = read_pair_relations(TEXT, MENTIONS)
    assert (relation.first, relation.second, relation.relation) == ("C1", "D1", "Positive_Correlation")
    assert 0 < relation.confidence <= 1


def test_the_order_of_mentions_does_not_matter() -> None:
    assert read_pair_relations(TEXT, MENTIONS[::-1]) == read_pair_relations(TEXT, MENTIONS)


def test_without_two_entities_there_is_nothing_to_relate() -> None:
    assert read_pair_relations(TEXT, MENTIONS[:1]) == ()
    assert read_pair_relations("", []) == ()


def test_every_relation_is_of_the_vocabulary() -> None:
    assert all(r.relation in RELATIONS[1:] for r in read_pair_relations(TEXT, MENTIONS))
