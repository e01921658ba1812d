"""Reviews: a study link's has an effect, the queue shows both sides, reviewers are compared, two at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from aitia.model.errors import NotFound, StoreError
from resources.store import reviews

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]


def registered(paper: Paper) -> Paper:
    return paper | {"abstract": paper["abstract"] + " Registered at ClinicalTrials.gov, NCT01234567."}


def decide(world: World, kind: str, subject: str, decision: str, who: str = "A. Reader", **more: Any) -> str:
    with world.bench.store.session() as session:
        return reviews.save_review(session, kind, subject, decision, who, "for the test", **more)


@pytest.fixture
def shared_trial(make_world: Callable[..., World], papers: dict[str, Paper]) -> World:
    """Two reports of one registered trial beside a third."""
    world = make_world([registered(papers["first"]), registered(papers["second"]), papers["fourth"]])
    world.ask()
    return world


def studies(world: World) -> int:
    return len(world.verdict()["payload"]["studies"])


def test_a_rejected_study_link_parts_two_reports_and_undo_restores_what_was(shared_trial: World) -> None:
    world, before = shared_trial, shared_trial.state()
    assert studies(world) == 2
    link = world.value("SELECT link_id FROM study_links WHERE linked_to IS NOT NULL ORDER BY link_id LIMIT 1")
    decide(world, "study_link", link, "reject")
    assert world.touched()
    world.ask()
    assert studies(world) == 3
    decide(world, "study_link", link, "undo")
    assert world.touched()
    world.ask()
    assert world.state() == before


def test_the_newest_word_on_two_reports_counts_whichever_way_it_was_said(shared_trial: World) -> None:
    world = shared_trial
    link = world.value("SELECT link_id FROM study_links WHERE linked_to IS NOT NULL ORDER BY link_id LIMIT 1")
    decide(world, "study_link", link, "reject")
    decide(world, "study_pair", "pmid:91000002|pmid:91000001", "accept")
    world.ask()
    assert studies(world) == 2


def test_a_study_link_that_joins_no_two_reports_cannot_be_reviewed(shared_trial: World) -> None:
    alone = shared_trial.value("SELECT link_id FROM study_links WHERE linked_to IS NULL LIMIT 1")
    with pytest.raises(StoreError, match="reviews_of_two_reports"):
        decide(shared_trial, "study_link", alone, "reject")


def test_the_queue_holds_uncertain_links_with_sentences_of_both_reports(
    shared_trial: World,
) -> None:
    world = shared_trial
    with world.bench.store.session() as session:
        assert not reviews.waiting(session, "study_link"), "a registration is sure"
    world.sql("ALTER TABLE study_links DISABLE TRIGGER study_links_never_changed")
    world.sql("UPDATE study_links SET method = 'size_and_authors' WHERE method = 'registration'")
    with world.bench.store.session() as session:
        (row,) = reviews.waiting(session, "study_link")
        assert [len(side["quotes"]) > 0 for side in row["sides"]] == [True, True]
        assert row["waiting"] == 1
        assert reviews.subject_type_of(session, row["subject_id"]) == "study_link"
    decide(world, "study_link", row["subject_id"], "accept")
    with world.bench.store.session() as session:
        assert not reviews.waiting(session, "study_link")


def test_two_reviewers_at_once_do_not_overrule_each_other_unseen(
    world: World, papers: dict[str, Paper]
) -> None:
    edge = world.edges_of(papers["first"])[0]

    def say(who: str) -> str:
        try:
            return decide(world, "edge", edge, "reject", who, overrule=False)
        except StoreError as refused:
            return str(refused)

    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(say, "abcd"))
    assert sum(answer.startswith("review_") for answer in said) == 1
    assert sum("decided on this meanwhile (reject)" in answer for answer in said) == 3


def test_reviewers_are_compared_on_what_both_decided(world: World, papers: dict[str, Paper]) -> None:
    first, second, third = (world.edges_of(papers[name])[0] for name in ("first", "second", "third"))
    for edge, one, other in (
        (first, "accept", "accept"),
        (second, "reject", "reject"),
        (third, "accept", "reject"),
    ):
        decide(world, "edge", edge, one, "Ann")
        decide(world, "edge", edge, other, " BEN")
    with world.bench.store.session() as session:
        (found,) = reviews.reviewers_agreement(session)
    assert (found.first, found.second, found.subjects) == ("ann", "ben", 3)
    assert found.kappa == pytest.approx(0.4, abs=1e-4)
    decide(world, "edge", third, "undo", "Ben")
    with world.bench.store.session() as session:
        assert reviews.reviewers_agreement(session)[0].subjects == 2, "what was taken back was not said"


def test_what_cannot_be_reviewed_is_named(world: World) -> None:
    with world.bench.store.session() as session, pytest.raises(NotFound, match="nothing-here"):
        reviews.subject_type_of(session, "nothing-here")
    with world.bench.store.session() as session, pytest.raises(StoreError, match="'moods'"):
        reviews.waiting(session, "moods")
    with pytest.raises(NotFound, match="to take back"):
        decide(world, "paper", "pmid:91000001", "undo")
