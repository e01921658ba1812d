"""A change beyond a question's own papers touches exactly the questions in whose neighbourhood it lies."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from sqlalchemy import text
from sqlmodel import Session

from resources.store import changes
from resources.store.session import Store
from resources.store.vicinity import affected_nodes

NODES, CLAIMS, QUESTIONS = 8000, 10_000, 150
GENERIC = "n7"
_FIRST = 100  # transactions of the synthetic log; every question has taken in all below it
_NEXT = """
INSERT INTO change_log (transaction_id, table_name, row_id, operation, node_ids)
VALUES (:transaction, :table, 'row', 'insert', :nodes)
"""


@dataclass
class Graph:
    """What the store holds, for a search that looks at everything."""

    store: Store
    edges: list[tuple[str, str]]
    ends: list[tuple[str, str]]
    same: dict[str, set[str]] = field(default_factory=dict)
    logged: int = _FIRST

    def one_thing(self, nodes: set[str]) -> set[str]:
        return nodes | {other for node in nodes for other in self.same.get(node, ())}

    def around(self, nodes: set[str], arcs: int) -> set[str]:
        """Brute force: every edge is looked at, once an arc."""
        reached = self.one_thing(nodes)
        for _ in range(arcs):
            telling = reached - {GENERIC}
            beside = {b for a, b in self.edges if a in telling} | {a for a, b in self.edges if b in telling}
            reached = reached | self.one_thing(beside)
        return reached

    def change(self, table: str, nodes: list[str]) -> set[str]:
        """Log one change; the questions that a look from there on finds by their neighbourhood alone."""
        self.logged += 1
        with self.store.session() as session:
            session.execute(text("SET LOCAL session_replication_role = replica"))
            session.execute(text(_NEXT), {"transaction": self.logged, "table": table, "nodes": nodes})
        with self.store.session() as session:
            found = changes.touched_since(session, self.logged)
            assert not changes.touched_since(session, self.logged, nearby=False).questions
        return {question for question, _, _ in found.questions}


@pytest.fixture
def graph(store: Store) -> Graph:
    chance = random.Random(11)
    names = [f"n{i}" for i in range(NODES) if f"n{i}" != GENERIC]
    edges = [(GENERIC, other) for other in chance.sample(names, 40)]
    edges += [(one, other) for one, other in (chance.sample(names, 2) for _ in range(CLAIMS - 40))]
    made = Graph(store, edges, [tuple(chance.sample(names, 2)) for _ in range(QUESTIONS)])  # type: ignore[misc]
    pairs = [tuple(sorted(chance.sample(names, 2))) for _ in range(600)]
    with store.session() as session:
        fill(session, made, pairs[:300], pairs[300:])  # type: ignore[arg-type]
    for one, other in pairs[300:]:
        made.same.setdefault(one, set()).add(other)
        made.same.setdefault(other, set()).add(one)
    for cluster in clusters(pairs[:300]):  # type: ignore[arg-type]
        for node in cluster:
            made.same.setdefault(node, set()).update(cluster)
    return made


def clusters(pairs: list[tuple[str, str]]) -> list[set[str]]:
    found: list[set[str]] = []
    for one, other in pairs:
        joined = [cluster for cluster in found if one in cluster or other in cluster]
        found = [cluster for cluster in found if cluster not in joined] + [{one, other}.union(*joined)]
    return found


_NODES = """
INSERT INTO nodes (id, type, canonical_name, name)
SELECT 'n' || i, 'Outcome', CASE 'n' || i WHEN :generic THEN 'patients' ELSE 'thing_' || i END, 'thing ' || i
FROM generate_series(0, :nodes - 1) i
"""
_EDGES = """
INSERT INTO edges (id, source_node_id, target_node_id, relationship_type, direction, confidence, evidence,
                   passage_id, char_start, char_end, claim_id, extraction_id, provenance)
SELECT 'e' || i, a, b, 'increases', 'increases', 0.8, 'the drug acts', 'p', i, i + 13, 'e' || i, 'x', '{}'
FROM unnest(CAST(:a AS text[]), CAST(:b AS text[])) WITH ORDINALITY AS given (a, b, i)
"""
_LINKS = """
INSERT INTO alias_links (link_id, node_a, node_b, tier, status, reason)
SELECT 'l' || i, a, b, 'A', 'active', 'one name'
FROM unnest(CAST(:a AS text[]), CAST(:b AS text[])) WITH ORDINALITY AS given (a, b, i)
"""
_NAMES = """
INSERT INTO edge_names (edge_id, node_id, name, own, normal, naming)
SELECT 'e' || i, node, 'called', true, 'called ' || i, '1'
FROM unnest(CAST(:a AS text[]), CAST(:b AS text[])) WITH ORDINALITY AS given (a, b, i),
     unnest(ARRAY[a, b]) AS node
"""
_QUESTIONS = """
INSERT INTO questions (question_id, text, kind, domain, intervention, outcome, outcome_polarity, active,
                       reasoned_below, marked_in)
SELECT 'q' || i - 1, 'question', 'effect', 'biomedical', 'a', 'b', 'unknown', true, :first, 3
FROM generate_series(1, cardinality(CAST(:a AS text[]))) i
"""
_RELATIONS = """
INSERT INTO graded_relations (graded_relation_id, question_id, relation_key, version, fingerprint,
                              outcome_role, cause, effect, direction, studies, withdrawn, payload,
                              source_node_id, target_node_id)
SELECT 'r' || i, 'q' || i - 1, 'main', 1, '', 'main', '', '', 'increases', 0, false, '{}', a, b
FROM unnest(CAST(:a AS text[]), CAST(:b AS text[])) WITH ORDINALITY AS given (a, b, i)
"""


def fill(session: Session, graph: Graph, links: list[tuple[str, str]], named: list[tuple[str, str]]) -> None:
    session.execute(text("SET LOCAL session_replication_role = replica"))
    session.execute(text(_NODES), {"nodes": NODES, "generic": GENERIC})
    for statement, pairs in (
        (_EDGES, graph.edges),
        (_LINKS, links),
        (_NAMES, named),
        (_QUESTIONS, graph.ends),
        (_RELATIONS, graph.ends),
    ):
        values = {"a": [one for one, _ in pairs], "b": [other for _, other in pairs], "first": _FIRST}
        session.execute(text(statement), values)


def test_a_changed_claim_touches_the_questions_whose_neighbourhood_holds_it_and_no_other(
    graph: Graph,
) -> None:
    chance, hit = random.Random(3), 0
    near = {f"q{i}": graph.around(set(ends), 1) for i, ends in enumerate(graph.ends)}
    beside_ends = [edge for edge in graph.edges if any(set(edge) & nodes for nodes in near.values())]
    for edge in chance.sample(beside_ends, 25) + chance.sample(graph.edges, 15):
        expected = {
            question for question, nodes in near.items() if nodes & (graph.one_thing(set(edge)) - {GENERIC})
        }
        assert graph.change("edges", list(edge)) == expected
        hit += bool(expected)
    assert hit >= 25


def test_a_link_of_names_touches_the_questions_within_two_arcs(graph: Graph) -> None:
    chance = random.Random(5)
    wide = {f"q{i}": graph.around(set(ends), 2) for i, ends in enumerate(graph.ends)}
    for pair in (chance.sample(sorted(wide[f"q{i}"]), 2) for i in range(6)):
        expected = {
            question for question, nodes in wide.items() if nodes & (graph.one_thing(set(pair)) - {GENERIC})
        }
        assert graph.change("alias_links", pair) == expected


def test_one_changed_claim_affects_less_than_a_hundredth_of_ten_thousand_as_a_search_of_all_says(
    graph: Graph,
) -> None:
    for edge in random.Random(9).sample(graph.edges, 20):
        with graph.store.session() as session:
            found = affected_nodes(session, edge)  # type: ignore[arg-type]
        assert found == graph.around(set(edge), 2)
        assert len(found) < NODES / 100


def test_nothing_is_followed_through_a_name_that_says_nothing(graph: Graph) -> None:
    through = next(edge for edge in graph.edges if GENERIC in edge)
    with graph.store.session() as session:
        found = affected_nodes(session, [GENERIC])  # type: ignore[list-item]
    assert found == graph.one_thing({GENERIC})
    assert set(through) - found
