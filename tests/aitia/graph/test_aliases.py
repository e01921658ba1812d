"""Alias links: what is proposed, what is not, and that taking a link back restores the clusters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.graph.alias_names import AliasNode, contrast, names_of, normalise
from aitia.graph.aliases import AliasLink, Tier, clusters, make_link, propose_links, propose_resembling
from aitia.model.keys import NodeId


def node(key: str, name: str, *aliases: str, kind: str = "Outcome") -> AliasNode:
    return AliasNode(node_id=NodeId(key), type=kind, name=name, aliases=aliases)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vitamin D", "vitamin-d"),
        ("Heart attacks", "heart attack"),
        ("Haemorrhage", "hemorrhage"),
        ("Oesophageal tumour", "esophageal tumor"),
        ("TNF-α", "TNF alpha"),
        ("β-blockers", "beta blocker"),
        ("the placebo", "placebo"),
        ("COVID–19", "covid-19"),
        ("ﬁbrosis", "fibrosis"),
        ("pregnant women", "pregnant woman"),
    ],
)
def test_spelling_case_plural_greek_and_hyphens_do_not_make_two_names(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vitamin D", "vitamin E"),
        ("hypertension", "hypotension"),
        ("type 1 diabetes", "type 2 diabetes"),
        ("stroke", "strokes per day"),
        ("virus", "viru"),
        ("PM2.5", "PM10"),
        ("no bleeding", "bleeding"),
    ],
)
def test_different_things_stay_apart(one, other):
    assert normalise(one) != normalise(other)


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing_more_in_case_or_space(text):
    once = normalise(text)
    assert once == once.strip()
    assert "  " not in once


def test_tier_a_links_names_equal_after_normalisation_and_says_why():
    (link,) = propose_links([node("n2", "Heart Attacks"), node("n1", "heart attack")])
    assert (link.node_a, link.node_b, link.tier) == ("n1", "n2", Tier.A)
    assert link.shared_alias == "heart attack"
    assert link.reason


def test_an_abbreviation_that_a_paper_declares_links_both_forms():
    nodes = [
        node("n1", "myocardial infarction"),
        node("n2", "Myocardial infarction (MI)"),
        node("n3", "MI"),
    ]
    pairs = {(link.node_a, link.node_b) for link in propose_links(nodes)}
    assert pairs == {("n1", "n2"), ("n2", "n3")}


def test_an_abbreviation_of_two_things_links_nothing():
    nodes = [node("n1", "multiple sclerosis (MS)"), node("n2", "mitral stenosis (MS)"), node("n3", "MS")]
    assert propose_links(nodes) == ()


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("MS", "multiple sclerosis"),
        ("DVTs", "deep vein thromboses"),
        ("SARS", "severe acute respiratory syndrome"),
    ],
)
def test_a_short_form_that_ends_in_s_is_an_abbreviation_like_any_other(short, long):
    nodes = [node("n1", f"{long} ({short})"), node("n2", short), node("n3", long)]
    pairs = {(link.node_a, link.node_b) for link in propose_links(nodes)}
    assert pairs == {("n1", "n2"), ("n1", "n3")}


def test_a_short_form_that_two_papers_read_differently_is_an_alias_of_neither():
    nodes = [
        node("n1", "MS", "multiple sclerosis", "mitral stenosis"),
        node("n2", "multiple sclerosis", "MS"),
        node("n3", "mitral stenosis", "MS"),
    ]
    assert propose_links(nodes) == ()
    assert [
        (link.node_a, link.node_b)
        for link in propose_links([node("n1", "MS", "multiple sclerosis"), nodes[1]])
    ]


def test_a_parenthesis_that_is_no_abbreviation_is_part_of_the_name():
    assert names_of(node("n1", "mortality (30 days)")) == {"mortality 30 day"}
    assert propose_links([node("n1", "mortality (30 days)"), node("n2", "mortality")]) == ()


def test_nodes_of_different_types_are_never_linked():
    assert propose_links([node("n1", "stroke"), node("n2", "stroke", kind="Condition")]) == ()


def test_tier_b_needs_both_similarity_and_a_shared_alias():
    alike = [
        node("n1", "kidney failure", "renal insufficiency"),
        node("n2", "renal failure", "renal insufficiency"),
    ]
    (link,) = propose_links(alike, lambda one, other: 0.97)
    assert link.tier is Tier.B
    assert link.similarity == 0.97
    assert link.approved
    (waits,) = propose_links(alike, lambda one, other: 0.94)
    assert not waits.approved
    assert propose_links(alike, lambda one, other: 0.84) == ()
    assert propose_links(alike) == ()
    assert propose_links([node("n1", "kidney failure"), node("n2", "renal failure")], lambda *_: 1.0) == ()


def test_a_short_form_of_two_things_lets_very_similar_long_forms_be_one():
    nodes = [
        node("n1", "acute respiratory distress syndrome (ARDS)"),
        node("n2", "adult respiratory distress syndrome (ARDS)"),
    ]
    assert propose_links(nodes) == (), "the short form alone joins nothing"
    assert contrast("chronic bronchitis", "acute bronchitis")
    (link,) = propose_links(
        [nodes[1], node("n3", "respiratory distress syndrome of adults", "ARDS")], lambda *_: 0.96
    )
    assert (link.tier, link.approved, link.shared_alias) == (Tier.B, True, "ard")


def test_an_exact_link_comes_before_a_similar_one_whichever_name_is_shared_first():
    nodes = [node("n1", "stroke", "apoplexy"), node("n2", "Strokes", "apoplexy")]
    assert [link.tier for link in propose_links(nodes, lambda *_: 0.99)] == [Tier.A]


def test_names_that_are_only_alike_wait_for_a_person_and_share_half_their_words():
    nodes = [
        node("n1", "kidney failure"),
        node("n2", "failure of the kidneys"),
        node("n3", "renal insufficiency"),
    ]
    (link,) = propose_resembling(nodes, lambda *_: 0.97)
    assert (link.node_a, link.node_b, link.approved, link.shared_alias) == ("n1", "n2", False, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("attention (deep learning)", "attention (psychology)"),
        ("mortality at 14 days", "mortality at 28 days"),
        ("systolic blood pressure", "diastolic blood pressure"),
        ("hypoglycaemia at night", "hyperglycaemia at night"),
    ],
)
def test_names_that_differ_in_what_matters_stay_two_however_alike(one, other):
    nodes = [node("n1", one, "shared words"), node("n2", other, "shared words")]
    assert propose_links(nodes, lambda *_: 1.0) == ()
    assert propose_resembling([node("n1", one), node("n2", other)], lambda *_: 1.0) == ()


def test_a_node_is_no_alias_of_itself():
    with pytest.raises(ValueError, match="n1"):
        make_link(NodeId("n1"), NodeId("n1"), Tier.PERSON, "a slip")


names = st.sampled_from(
    [
        "heart attack",
        "Heart attacks",
        "MI",
        "myocardial infarction (MI)",
        "stroke",
        "Strokes",
        "haemorrhage",
        "hemorrhage",
    ]
)


@given(st.lists(names, max_size=8), st.randoms())
def test_proposals_do_not_depend_on_order(found, random):
    nodes = [node(f"n{i}", name) for i, name in enumerate(found)]
    shuffled = nodes[:]
    random.shuffle(shuffled)
    assert propose_links(nodes) == propose_links(shuffled)


NODES = [NodeId(f"n{i}") for i in range(8)]
pairs = st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda pair: pair[0] != pair[1])
link_lists = st.lists(pairs.map(lambda pair: make_link(*pair, Tier.A, "test")), max_size=12, unique=True)


@given(link_lists, st.randoms())
def test_clusters_do_not_depend_on_the_order_of_links(links, random):
    shuffled = links[:]
    random.shuffle(shuffled)
    assert clusters(NODES, links) == clusters(reversed(NODES), shuffled)


@given(link_lists, pairs)
def test_taking_a_link_back_restores_the_earlier_clusters_exactly(links, pair):
    added = make_link(*pair, Tier.PERSON, "said so")
    before = clusters(NODES, links)
    clusters(NODES, [*links, added])
    assert clusters(NODES, [link for link in [*links, added] if link is not added]) == before


@given(link_lists)
def test_linked_nodes_share_a_representative_that_is_the_least_of_them(links):
    found = clusters(NODES, links)
    for link in links:
        assert found[link.node_a] == found[link.node_b]
    for key, representative in found.items():
        assert representative <= key
        assert found[representative] == representative
        assert representative == min(other for other in NODES if found[other] == representative)


@given(link_lists)
def test_nodes_without_links_stand_for_themselves(links):
    linked = {key for link in links for key in (link.node_a, link.node_b)}
    assert all(key == value for key, value in clusters(NODES, links).items() if key not in linked)


def test_a_link_survives_json():
    link = make_link(NodeId("b"), NodeId("a"), Tier.B, "similar", 0.96, "x")
    assert AliasLink.model_validate_json(link.model_dump_json()) == link
