"""Guards of the database that only hostile SQL meets: ranges, chains, and what nothing else rests on."""

from __future__ import annotations

import math

import pytest

from aitia.model.errors import StoreError
from resources.store.session import Store
from resources.store.tables import ClaimRow, ReviewRow, VerdictRow
from tests.resources.store.accepted import claim, run, verdict, write

REVIEW = {
    "review_id": "review_1",
    "subject_type": "edge",
    "subject_id": "edge_1",
    "decision": "accept",
    "reviewer": "a person",
}


@pytest.mark.parametrize("confidence", [1.0001, -0.0001, math.nan])
def test_a_claim_s_confidence_is_from_0_to_1(tried_filled: Store, confidence: float) -> None:
    with pytest.raises(StoreError, match="claims_confidence"):
        write(tried_filled, ClaimRow, claim("claim_9") | {"confidence": confidence})


def test_a_verdict_that_nothing_rests_on_is_not_deleted_either(tried_concluded: Store) -> None:
    write(tried_concluded, VerdictRow, verdict("verdict_2", 2, supersedes="verdict_1"))
    with pytest.raises(StoreError, match="never deleted"):
        run(tried_concluded, "DELETE FROM verdicts WHERE verdict_id = 'verdict_2'")


def test_a_person_s_word_is_neither_changed_nor_deleted(tried_concluded: Store) -> None:
    write(tried_concluded, ReviewRow, REVIEW)
    with pytest.raises(StoreError, match="never changed"):
        run(tried_concluded, "UPDATE reviews SET note = 'on second thoughts'")
    with pytest.raises(StoreError, match="never deleted"):
        run(tried_concluded, "DELETE FROM reviews")


def test_a_review_supersedes_one_of_the_same_thing_only(tried_concluded: Store) -> None:
    write(tried_concluded, ReviewRow, REVIEW)
    strange = {"review_id": "review_2", "subject_type": "claim", "subject_id": "claim_1"}
    with pytest.raises(StoreError, match="supersedes_its_like"):
        write(tried_concluded, ReviewRow, REVIEW | strange | {"supersedes": "review_1"})
    later = REVIEW | {"review_id": "review_3", "supersedes": "review_1"}
    assert write(tried_concluded, ReviewRow, later) == 1


def test_a_decision_that_an_edge_rests_on_is_kept(tried_concluded: Store) -> None:
    with pytest.raises(StoreError, match="accepted_rests_on_it"):
        run(tried_concluded, "DELETE FROM claim_decisions WHERE claim_id = 'claim_1'")
