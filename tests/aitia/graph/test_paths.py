"""Paths from cause to outcome, and the reach of a change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aitia.graph import Arc, find_paths, neighbourhood, verbalise
from aitia.model.keys import EdgeId, NodeId


def arc(source: str, target: str, confidence: float = 0.9, relation: str = "increases") -> Arc:
    return Arc(
        EdgeId(f"{source}-{relation}-{target}-{confidence}"),
        NodeId(source),
        NodeId(target),
        relation,
        confidence,
    )


names = st.sampled_from("abcdefg")
graphs = st.lists(
    st.tuples(names, names, st.floats(0.01, 1)).filter(lambda t: t[0] != t[1]).map(lambda t: arc(*t)),
    max_size=25,
)


def test_a_direct_path_comes_before_a_longer_one_of_the_same_confidence() -> None:
    arcs = [arc("drug", "marker"), arc("marker", "death"), arc("drug", "death")]
    paths = find_paths(arcs, [NodeId("drug")], [NodeId("death")])
    assert [path.nodes for path in paths] == [("drug", "death"), ("drug", "marker", "death")]
    assert paths[0].score > paths[1].score


def test_two_papers_that_say_the_same_make_one_path_by_the_more_confident() -> None:
    paths = find_paths([arc("a", "b", 0.6), arc("a", "b", 0.8)], [NodeId("a")], [NodeId("b")])
    assert [path.score for path in paths] == [0.8]


def test_a_path_never_passes_a_node_twice_and_never_exceeds_its_steps() -> None:
    arcs = [arc("a", "b"), arc("b", "a"), arc("b", "c"), arc("c", "d"), arc("d", "e")]
    assert find_paths(arcs, [NodeId("a")], [NodeId("e")], max_steps=3) == ()
    assert [p.nodes for p in find_paths(arcs, [NodeId("a")], [NodeId("e")], max_steps=4)] == [
        ("a", "b", "c", "d", "e")
    ]


def test_a_path_in_words_names_types_and_relations() -> None:
    path = find_paths([arc("n1", "n2", relation="prevents")], [NodeId("n1")], [NodeId("n2")])[0]
    text = verbalise(path, {NodeId("n1"): ("Intervention", "aspirin"), NodeId("n2"): ("Outcome", "stroke")})
    assert text == "Intervention aspirin —prevents→ Outcome stroke"


def test_a_change_reaches_two_arcs_far_in_either_direction() -> None:
    arcs = [arc("a", "b"), arc("c", "b"), arc("c", "d"), arc("d", "e")]
    assert neighbourhood(arcs, [NodeId("a")]) == {"a", "b", "c"}


@given(graphs, st.randoms())
def test_the_order_of_edges_changes_nothing(arcs: list[Arc], random: object) -> None:
    shuffled = sorted(arcs, key=lambda a: hash((a.edge_id, id(random))))
    ends = [NodeId("f"), NodeId("g")]
    assert find_paths(arcs, [NodeId("a")], ends) == find_paths(shuffled, [NodeId("a")], ends)


@given(graphs)
def test_every_path_is_made_of_adjoining_edges_and_scores_descend(arcs: list[Arc]) -> None:
    paths = find_paths(arcs, [NodeId("a")], [NodeId("g")])
    for path in paths:
        assert path.arcs[0].source == "a"
        assert path.arcs[-1].target == "g"
        assert all(x.target == y.source for x, y in zip(path.arcs, path.arcs[1:], strict=False))
        assert len(set(path.nodes)) == len(path.nodes)
    assert [p.score for p in paths] == sorted((p.score for p in paths), reverse=True)
