"""What the graph adds: chains worth reading, disagreements, common causes, and why each ranks so."""

from __future__ import annotations

from aitia.graph import Arc, Insight, Kind, find_insights, orphans
from aitia.model.keys import EdgeId, NodeId

NAMES = {
    NodeId(key): named
    for key, named in {
        "x": ("Intervention", "zeltamine"),
        "y": ("Outcome", "stroke"),
        "m": ("Mechanism", "platelet activation"),
        "n": ("Condition", "atrial fibrillation"),
        "p": ("Population", "sailors"),
        "g": ("Outcome", "clinical outcomes"),
        "c": ("Condition", "age"),
    }.items()
}


def arc(source: str, target: str, direction: str = "increases", paper: str = "1", **more: object) -> Arc:
    values: dict[str, object] = {"relation": direction, "confidence": 0.8} | more
    key = EdgeId(f"{source}{target}{values['relation']}{direction}{paper}")
    relation, confidence = str(values["relation"]), float(str(values["confidence"]))
    return Arc(key, NodeId(source), NodeId(target), relation, confidence, direction, paper)


def found(*arcs: Arc) -> tuple[Insight, ...]:
    return find_insights(arcs, NodeId("x"), NodeId("y"), NAMES)


def chains(*arcs: Arc) -> list[str]:
    return [item.text for item in found(*arcs) if item.kind is Kind.PATH]


def test_a_chain_over_something_else_is_told_with_the_sentences_of_its_steps() -> None:
    (chain,) = found(arc("x", "m", "decreases"), arc("m", "y", paper="2"), arc("x", "y", "decreases"))
    assert chain.text == (
        "Intervention zeltamine —decreases→ Mechanism platelet activation —increases→ Outcome stroke"
    )
    assert chain.edges == ("xmdecreasesdecreases1", "myincreasesincreases2")
    assert "by its steps zeltamine decreases stroke" in chain.why
    assert "against" not in chain.why


def test_a_chain_against_what_papers_say_of_the_two_themselves_is_marked() -> None:
    (chain,) = found(arc("x", "m"), arc("m", "y", paper="2"), arc("x", "y", "decreases", "3"))
    assert "increases stroke, against most papers on the two themselves" in chain.why


def test_no_chain_passes_people_or_a_name_that_says_nothing_or_a_step_without_effect() -> None:
    assert not chains(arc("x", "p"), arc("p", "y"), arc("x", "g"), arc("g", "y"))
    assert not chains(arc("x", "m", "no_difference", relation="has_no_effect_on"), arc("m", "y"))


def test_more_papers_raise_a_chain_and_a_thing_that_one_paper_names_or_an_association_lowers_it() -> None:
    once = found(arc("x", "m", paper="1"), arc("m", "y", paper="2"))[0]
    twice = found(arc("x", "m", paper="1"), arc("m", "y", paper="2"), arc("m", "y", paper="3"))[0]
    alone = found(arc("x", "m", paper="1"), arc("m", "y", paper="1"))[0]
    linked = found(arc("x", "m", paper="1"), arc("m", "y", paper="2", relation="associated_with"))[0]
    assert twice.score > once.score > alone.score
    assert alone.score == round(once.score / 2, 6)
    assert "one paper alone names platelet activation (× 0.5)" in alone.why
    assert linked.score == round(once.score / 2, 6)
    assert "only associated" in linked.why


def test_papers_that_disagree_on_a_step_are_told_with_a_sentence_of_each_side() -> None:
    steps = [arc("x", "m"), arc("m", "y", paper="2"), arc("m", "y", "decreases", "3")]
    assert not [i for i in found(*steps) if i.kind is Kind.CONTRADICTION], "one of two may be misread"
    steps.append(arc("m", "y", paper="4", confidence=0.7))
    (item,) = [i for i in found(*steps) if i.kind is Kind.CONTRADICTION]
    assert item.text == "Papers disagree on whether platelet activation increases or decreases stroke"
    assert set(item.edges) == {"myincreasesincreases2", "mydecreasesdecreases3"}


def test_one_paper_that_says_both_is_no_disagreement_between_papers() -> None:
    steps = [arc("x", "m"), arc("m", "y", paper="2"), arc("m", "y", "decreases", "2")]
    assert not [item for item in found(*steps) if item.kind is Kind.CONTRADICTION]


def test_a_thing_that_acts_on_both_ends_is_told_as_a_common_cause() -> None:
    (item,) = found(arc("c", "x", paper="1"), arc("c", "y", paper="2"))
    assert (item.kind, item.edges) == (Kind.CONFOUNDER, ("cxincreasesincreases1", "cyincreasesincreases2"))
    assert not found(arc("p", "x"), arc("p", "y")), "people are no cause"


def test_orphans_are_what_one_paper_alone_names() -> None:
    arcs = [arc("x", "m", paper="1"), arc("x", "y", paper="2"), arc("n", "m", paper="1")]
    assert orphans(arcs) == {"m", "n", "y"}


def test_what_is_found_does_not_depend_on_the_order_of_edges() -> None:
    arcs = [arc("x", "m"), arc("m", "y", paper="2"), arc("m", "n", paper="3"), arc("n", "y", paper="4"),
            arc("c", "x"), arc("c", "y", paper="5"), arc("m", "y", "decreases", "6")]  # fmt: skip
    assert found(*arcs) == found(*reversed(arcs))
