"""What is removed leaves the state as if it had never come, and returns with the removal taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from aitia.model.errors import AitiaError, NotFound, StoreError
from aitia.question import read_question
from assets.steps.removal import remove_subject, restore_subject

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]
OTHER = "Does zeltamine increase major bleeding?"


def counting(world: World) -> dict[str, Any]:
    """The links between names that count, and the edges that some question rests on."""
    return {
        "aliases": world.sql("SELECT node_a, node_b FROM current_aliases WHERE active ORDER BY 1, 2"),
        "edges": world.sql(
            "SELECT id FROM standing_edges e WHERE EXISTS (SELECT FROM question_extractions q"
            " WHERE q.extraction_id = e.extraction_id) ORDER BY id"
        ),
    }


def same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """All is equal but how many records a search returned: it returned what it returned."""
    for part, value in expected.items():
        if part == "searches":
            continue
        if isinstance(value, dict):
            same(found[part], value)
        else:
            assert found[part] == value, part


def test_a_removed_paper_leaves_what_would_be_without_it_and_comes_back(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    kept = [papers[name] for name in ("first", "second", "cohort")]
    world, without = make_world([*kept, papers["third"]]), make_world(kept)
    world.ask()
    without.ask()
    before = world.state(), counting(world)
    assert remove_subject(world.bench, "paper", "pmid:91000003", "Ann", "a duplicate") == (
        world.question.text,
    )
    world.ask()
    same(dict(world.state()) | counting(world), dict(without.state()) | counting(without))
    assert "91000003" not in json.dumps(world.state(), default=str)
    restore_subject(world.bench, "paper", "pmid:91000003", "Ann", "")
    assert world.touched()
    world.ask()
    assert (world.state(), counting(world)) == before


def test_a_removed_question_takes_what_it_alone_rested_on_and_leaves_what_others_share(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    chosen = [papers[name] for name in ("first", "third", "harm")]
    world, without = make_world(chosen), make_world(chosen)
    world.ask(read_question(OTHER))
    world.ask()
    without.ask()
    asked = world.value("SELECT question_id FROM questions WHERE text = :text", text=OTHER)
    remove_subject(world.bench, "question", asked, "Ann", "not ours")
    world.ask()
    same(dict(world.state()) | counting(world), dict(without.state()) | counting(without))
    assert world.value("SELECT count(*) FROM current_verdicts WHERE question_id = :q", q=asked) == 0
    assert world.value("SELECT count(*) FROM verdicts WHERE question_id = :q", q=asked) == 1, (
        "kept as history"
    )
    world.ask(read_question(OTHER))
    assert world.value("SELECT count(*) FROM current_verdicts WHERE question_id = :q", q=asked) == 1, (
        "asked again, it is back"
    )
    assert world.value("SELECT active FROM questions WHERE question_id = :q", q=asked)


def test_papers_that_only_a_removed_source_found_count_no_longer(world: World) -> None:
    before = world.state()
    assert remove_subject(world.bench, "source", "documents", "Ann", "") == (world.question.text,)
    world.ask()
    assert world.value("SELECT count(*) FROM question_papers") == 0
    assert world.fingerprints() == {}
    restore_subject(world.bench, "source", "documents", "Ann", "")
    world.ask()
    assert world.state() == before


@pytest.mark.parametrize(
    ("kind", "subject", "who", "error", "said"),
    [
        ("mood", "x", "Ann", StoreError, "'mood'"),
        ("paper", "pmid:91000001", " ", StoreError, "name of who"),
        ("paper", "pmid:9", "Ann", StoreError, "reviews_subject"),
        ("source", "a shop", "Ann", StoreError, "reviews_subject"),
    ],
)
def test_what_cannot_be_removed_is_said(
    answered: World, kind: str, subject: str, who: str, error: type[AitiaError], said: str
) -> None:
    with pytest.raises(error, match=said):
        remove_subject(answered.bench, kind, subject, who, "")
    with pytest.raises(NotFound, match="is not removed"):
        restore_subject(answered.bench, kind, subject, "Ann", "")
