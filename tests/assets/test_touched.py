"""A question that another one's papers touched: it runs again only where that changes something of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from aitia.question import read_question
from assets.steps.rounds import Standing, how_it_stands, is_settled
from assets.steps.touched import stands_untouched
from resources.store.aliases import add_alias

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]


def standing(world: World) -> Standing:
    return how_it_stands(world.bench, world.question, [], [])


def test_another_question_over_the_same_papers_that_changes_nothing_costs_no_run(world: World) -> None:
    assert standing(world) is Standing.SETTLED
    before, rows = world.state(), world.rows()
    world.ask(read_question("Does zeltamine increase major bleeding?"))
    assert standing(world) is Standing.TOUCHED
    asked = world.rows()
    assert stands_untouched(world.bench, world.question)
    assert is_settled(world.bench, world.question, [], [])
    assert world.rows() == asked != rows, "the look leaves no row"
    world.ask()
    assert world.state() == before


def test_a_question_that_is_read_otherwise_now_is_asked_anew(world: World) -> None:
    other = world.question.model_copy(update={"outcome": "death", "text": world.question.text.upper()})
    assert how_it_stands(world.bench, other, [], []) is Standing.OPEN
    same = world.question.model_copy(update={"text": world.question.text.upper()})
    assert how_it_stands(world.bench, same, [], []) is Standing.SETTLED


@pytest.mark.parametrize("change", ["retraction", "review"])
def test_a_change_of_papers_or_a_persons_word_is_always_a_run(
    world: World, papers: dict[str, Paper], change: str
) -> None:
    if change == "retraction":
        world.retract(papers["first"])
    else:
        world.review("edge", world.edges_of(papers["first"])[0], "reject")
    assert standing(world) is Standing.TOUCHED
    assert not stands_untouched(world.bench, world.question)
    assert standing(world) is Standing.TOUCHED


def test_a_link_that_joins_two_relations_is_seen_without_a_row_and_left_to_a_run(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    abstract = papers["harm"]["abstract"].replace("increased major bleeding.", "increased bleeding.")
    world = make_world([papers["first"], papers["second"], papers["harm"] | {"abstract": abstract}])
    world.ask()
    one, other = world.sql("SELECT target_node_id AS id FROM current_relations WHERE outcome_role = 'harm'")
    with world.bench.store.session() as session:
        add_alias(session, one["id"], other["id"], "a person", "for the test")
    rows = world.rows()
    assert standing(world) is Standing.TOUCHED
    assert not stands_untouched(world.bench, world.question)
    assert standing(world) is Standing.TOUCHED
    assert world.rows() == rows
