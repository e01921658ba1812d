"""Which edges count: one join says it, and no edge exists that the rules in force do not let in."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from aitia.model.errors import StoreError
from resources.store.graph import edges_around, question_edges
from resources.store.reading import put_in_force
from resources.store.session import Store
from resources.store.tables import (
    ClaimDecisionRow,
    EdgeRow,
    QuestionExtractionRow,
    QuestionRow,
    ReviewRow,
)
from tests.resources.store.accepted import decision, edge, run, write


def enforce(store: Store, version: str, **decided: str) -> None:
    """A version of the rules is put in force, which decides on claims."""
    with store.session() as session:
        put_in_force(session, version, "run")
    rows = [decision(claim, said, version) for claim, said in decided.items()]
    write(store, ClaimDecisionRow, *rows)


def review(store: Store, number: int, kind: str, subject: str, said: str, after: int | None = None) -> None:
    row = {"review_id": f"review_{number}", "subject_type": kind, "subject_id": subject, "decision": said}
    before = f"review_{after}" if after else None
    write(store, ReviewRow, row | {"reviewer": "a person", "supersedes": before})


def standing(store: Store) -> list[tuple[str, bool]]:
    with store.session() as session:
        rows = session.execute(text("SELECT id, by_person FROM standing_edges ORDER BY id"))
        return [(row.id, row.by_person) for row in rows]


def test_an_edge_of_a_claim_that_nothing_decided_on_is_refused(tried_filled: Store) -> None:
    with pytest.raises(StoreError, match=r"rule edges_admitted.*claim_3.*undecided"):
        write(tried_filled, EdgeRow, edge(claim_id="claim_3"))


@pytest.mark.parametrize("said", ["rejected", "review"])
def test_an_edge_of_a_claim_that_was_refused_or_waits_is_refused(tried_filled: Store, said: str) -> None:
    write(tried_filled, ClaimDecisionRow, decision("claim_3", said))
    with pytest.raises(StoreError, match=rf"rule edges_admitted.*is {said}"):
        write(tried_filled, EdgeRow, edge(claim_id="claim_3"))


def test_a_person_lets_in_what_waits_and_not_what_was_refused(tried_filled: Store) -> None:
    write(tried_filled, ClaimDecisionRow, decision("claim_3", "review"))
    review(tried_filled, 1, "claim", "claim_3", "accept")
    assert write(tried_filled, EdgeRow, edge(claim_id="claim_3")) == 1
    assert standing(tried_filled) == [("edge_1", True)]
    enforce(tried_filled, "2", claim_3="rejected")
    assert standing(tried_filled) == []


def test_an_answer_that_a_person_accepts_later_stands_beside_a_finding_of_the_same_words(
    tried_filled: Store,
) -> None:
    def told(edge_id: str, claim_id: str, answers: float | None) -> dict[str, Any]:
        row = edge(id=edge_id, claim_id=claim_id)
        return row | {"provenance": row["provenance"] | {"claim": {"answers_question": answers}}}

    write(tried_filled, ClaimDecisionRow, decision("claim_3", "review"))
    assert write(tried_filled, EdgeRow, told("edge_1", "claim_1", None)) == 1
    assert write(tried_filled, EdgeRow, told("edge_2", "claim_2", None)) == 0, "one finding of the same words"
    review(tried_filled, 1, "claim", "claim_3", "accept")
    assert write(tried_filled, EdgeRow, told("edge_3", "claim_3", 0.9)) == 1
    assert standing(tried_filled) == [("edge_1", False), ("edge_3", True)]
    assert write(tried_filled, EdgeRow, told("edge_2", "claim_2", 0.8)) == 0, "and one answer"


def test_an_edge_that_only_an_earlier_version_let_in_is_refused(tried_filled: Store) -> None:
    enforce(tried_filled, "2")
    with pytest.raises(StoreError, match="rule edges_admitted"):
        write(tried_filled, EdgeRow, edge())


def test_a_newer_rule_that_refuses_a_claim_takes_its_edge_away_and_the_older_one_gives_it_back(
    tried_concluded: Store,
) -> None:
    assert standing(tried_concluded) == [("edge_1", False)]
    enforce(tried_concluded, "2", claim_1="rejected")
    assert standing(tried_concluded) == []
    with tried_concluded.session() as session:
        assert session.execute(text("SELECT id FROM edges")).scalars().all() == ["edge_1"], "nothing is lost"
        assert session.execute(text("SELECT stands FROM evidence_trail")).scalars().all() == [False]
        changed = session.execute(
            text("SELECT node_ids FROM change_log WHERE table_name = 'claim_decisions'")
        )
        assert [sorted(nodes) for nodes in changed.scalars()] == [["node_drug", "node_falls"]]
    enforce(tried_concluded, "1")
    assert standing(tried_concluded) == [("edge_1", False)]


def test_an_edge_that_the_rules_in_force_have_not_looked_at_does_not_stand(tried_concluded: Store) -> None:
    enforce(tried_concluded, "2")
    assert standing(tried_concluded) == []
    write(tried_concluded, ClaimDecisionRow, decision("claim_1", "accepted", "2"))
    assert standing(tried_concluded) == [("edge_1", False)]


@pytest.mark.parametrize(("kind", "subject"), [("edge", "edge_1"), ("claim", "claim_1")])
def test_a_persons_word_on_an_edge_or_its_claim_counts_until_it_is_taken_back(
    tried_concluded: Store, kind: str, subject: str
) -> None:
    review(tried_concluded, 1, kind, subject, "reject")
    assert standing(tried_concluded) == []
    review(tried_concluded, 2, kind, subject, "accept", after=1)
    assert standing(tried_concluded) == [("edge_1", True)]
    enforce(tried_concluded, "2", claim_1="review")
    assert standing(tried_concluded) == [("edge_1", True)]
    review(tried_concluded, 3, kind, subject, "withdrawn", after=2)
    assert standing(tried_concluded) == []


def test_readers_of_edges_give_only_those_that_stand_with_the_claim_as_now_let_in(
    tried_concluded: Store,
) -> None:
    read = {"question_id": "question_1", "paper_id": "paper_1", "extraction_id": "extraction_1"}
    write(tried_concluded, QuestionExtractionRow, read)
    write(tried_concluded, QuestionRow, {"question_id": "question_2", "text": "Another?"})
    enforce(tried_concluded, "2")
    with tried_concluded.session() as session:
        assert question_edges(session, "question_1") == []
        assert edges_around(session, ["node_drug"]).edges == ()


def test_a_version_put_in_force_is_never_changed_or_taken_out(tried_filled: Store) -> None:
    with pytest.raises(StoreError, match="never changed"):
        run(tried_filled, "UPDATE rule_versions SET version = '0'")
    with pytest.raises(StoreError, match="never deleted"):
        run(tried_filled, "DELETE FROM rule_versions")


def test_a_new_version_of_the_rules_touches_every_question(store: Store) -> None:
    from bench.store_scale import fill
    from resources.store import changes

    with store.session() as session:
        fill(session, 200, 2)
    with store.session() as session:
        below = changes.touched_since(session, 0).below
    enforce(store, "next")
    with store.session() as session:
        again = changes.touched_since(session, below)
    assert [question for question, _, _ in again.questions] == ["question_1", "question_2"]
