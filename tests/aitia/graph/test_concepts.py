"""One concept is one node, and what is nobody's cause or effect is known by its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.graph import concepts, is_generic
from aitia.model.keys import NodeId


def test_a_thing_is_one_concept_whatever_role_it_plays() -> None:
    names = {NodeId("c1"): "Hypertension", NodeId("o1"): "hypertension", NodeId("o2"): "stroke"}
    found = concepts(names)
    assert found[NodeId("c1")] == found[NodeId("o1")] != found[NodeId("o2")]


def test_a_cluster_of_one_type_reaches_the_same_name_in_another() -> None:
    names = {NodeId("a"): "myocardial infarction", NodeId("b"): "heart attack", NodeId("c"): "Heart attacks"}
    clusters = {NodeId("a"): NodeId("a"), NodeId("b"): NodeId("a"), NodeId("c"): NodeId("c")}
    assert set(concepts(names, clusters).values()) == {"a"}


def test_a_short_form_joins_no_two_things_with_longer_names_of_their_own() -> None:
    names = {
        NodeId("a1"): "MS", NodeId("a2"): "multiple sclerosis",
        NodeId("b1"): "MS", NodeId("b2"): "mitral stenosis",
    }  # fmt: skip
    clusters = {NodeId("a1"): NodeId("a1"), NodeId("a2"): NodeId("a1"),
                NodeId("b1"): NodeId("b1"), NodeId("b2"): NodeId("b1")}  # fmt: skip
    found = concepts(names, clusters)
    assert found[NodeId("a2")] != found[NodeId("b2")]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from(["x y", "X-y", "z", "zs", "w"])), max_size=6
    )
)
def test_the_order_of_nodes_does_not_matter(rows: list[tuple[str, str]]) -> None:
    names = {NodeId(node): name for node, name in rows}
    turned = dict(reversed(list(names.items())))
    assert concepts(names) == concepts(turned)


@pytest.mark.parametrize(
    "name", ["patients", "Older adults", "primary outcome", "adverse events", "the control group", "risk", ""]
)
def test_a_name_that_says_nothing_by_itself_is_generic(name: str) -> None:
    assert is_generic(name)


@pytest.mark.parametrize(
    "name",
    [
        "stroke",
        "kidney disease",
        "risk of stroke",
        "all-cause mortality",
        "vitamin D",
        "quality control of rice",
    ],
)
def test_a_name_of_something_is_not_generic(name: str) -> None:
    assert not is_generic(name)
