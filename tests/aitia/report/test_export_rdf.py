"""Edges as RDF 1.2: what an independent reader finds is what was written, for any graph."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, Store

from aitia.model.keys import PaperId, PassageId
from aitia.report.dossier import DecisionLine
from aitia.report.export.rdf import TERMS, _edge, graph_of
from bench.round_trips import comes_back, random_graph

if TYPE_CHECKING:
    from pyoxigraph import QuerySolutions

NAMES = st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
RELATIONS = st.sampled_from(["increases", "decreases", "improves_on"])
TEXTS = st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40)
EDGES = st.lists(
    st.tuples(NAMES, RELATIONS, NAMES, TEXTS, st.integers(0, 500), st.floats(0, 1)),
    max_size=6,
    unique_by=lambda edge: (edge[0], edge[1], edge[2], edge[4]),
)


def lines(edges: Sequence[Any]) -> list[DecisionLine]:
    return [
        DecisionLine(
            claim_id=f"c{place}",
            extraction_id="x",
            paper_id=PaperId("pmid:1"),
            cause=cause,
            relation=relation,
            effect=effect,
            direction="unclear",
            confidence=confidence,
            quote=quote,
            passage_id=PassageId("p"),
            char_start=start,
            char_end=start + len(quote),
            decision="accepted",
            edge_id=f"edge_{place}",
            cause_node=f"n:{cause}",
            cause_name=cause,
            effect_node=f"n:{effect}",
            effect_name=effect,
        )
        for place, (cause, relation, effect, quote, start, confidence) in enumerate(edges)
    ]


@settings(max_examples=150)
@given(EDGES)
@example([("gout", "increases", "pain", "no character\ufffe", 0, 0.5)])
@example([("gout", "increases", "pain", "control\x0b \x01", 0, 0.5)])
def test_an_independent_reader_finds_the_same_edges(edges: list[Any]) -> None:
    from pyoxigraph import serialize

    from aitia.report.export.rdf import PREFIXES

    made = [triple for line in lines(edges) for triple in _edge(line, "study_1", "low")]
    written = serialize(made, format=RdfFormat.TURTLE, prefixes=PREFIXES)
    assert written is not None
    store = Store()
    store.load(written, format=RdfFormat.TURTLE)
    found: QuerySolutions = store.query(  # type: ignore[assignment]
        f"PREFIX a: <{TERMS}> SELECT ?r ?p ?q ?s ?f WHERE {{ << ?c ?p ?e ~ ?r >> a:quote ?q ; "
        "a:charStart ?s ; a:confidence ?f }"
    )
    read = {
        (
            row["r"].value,
            row["p"].value.removeprefix(TERMS),
            row["q"].value,
            int(row["s"].value),
            float(row["f"].value),
        )
        for row in found
    }
    assert read == {
        (f"urn:aitia:edge:edge_{place}", relation, quote, start, confidence)
        for place, (_, relation, _, quote, start, confidence) in enumerate(edges)
    }


def test_half_a_character_gives_way() -> None:
    written = graph_of(lines([("gout", "increases", "pain", "half \ud800", 0, 0.5)]), {}, [])
    assert '"half \ufffd"' in written.decode()


def test_a_random_graph_comes_back_and_one_that_was_altered_does_not() -> None:
    chance = random.Random(7)
    graphs = [random_graph(chance) for _ in range(25)]
    assert all(comes_back(*graph) for graph in graphs)
    lines, passages, papers = next(graph for graph in graphs if len(graph[0]) > 3)
    key = lines[0].passage_id
    other = {**passages, key: passages[key].model_copy(update={"text": passages[key].text[1:]})}
    assert not comes_back(lines, other, papers)
