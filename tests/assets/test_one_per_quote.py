"""Two readings of one sentence are one edge, and the answer to the question is the one that is kept."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, cast

import pytest

from assets.steps.validated_edges import _save_edges, one_per_quote
from resources.store import graph
from resources.store.tables import EdgeRow
from tests.validators.accepted import claim, context

if TYPE_CHECKING:
    from sqlmodel import Session


def test_the_answer_goes_before_an_open_finding_of_the_same_words_whatever_their_ids_and_order() -> None:
    for ids in permutations(("claim_a", "claim_b")):
        finding = claim(claim_id=ids[0], confidence=0.95)
        answer = claim(claim_id=ids[1], confidence=0.8, answers_question=0.97)
        for order in permutations((("reading", finding), ("reading", answer))):
            assert one_per_quote(order) == [("reading", answer)]


def test_of_two_open_findings_the_more_confident_is_kept() -> None:
    sure, unsure = claim(claim_id="claim_b", confidence=0.9), claim(claim_id="claim_a", confidence=0.7)
    assert one_per_quote([("reading", unsure), ("reading", sure)]) == [("reading", sure)]


def test_other_readings_other_ends_and_other_relations_are_edges_of_their_own() -> None:
    asked = [
        ("reading", claim(claim_id="claim_a")),
        ("another reading", claim(claim_id="claim_a")),
        ("reading", claim(claim_id="claim_b", effect="pain")),
        ("reading", claim(claim_id="claim_c", relation="associated_with")),
    ]
    assert sorted(one_per_quote(asked), key=str) == sorted(asked, key=str)


def test_what_goes_into_the_database_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = list[EdgeRow]()
    monkeypatch.setattr(graph, "save_nodes", lambda *_: None)
    monkeypatch.setattr(graph, "save_edges", lambda _, rows: stored.extend(rows))
    finding = claim(claim_id="claim_a", confidence=0.95)
    answer = claim(claim_id="claim_b", confidence=0.8, answers_question=0.97)
    session = cast("Session", None)
    _save_edges(session, [("reading", finding), ("reading", answer)], {"reading": context()}, "run")
    assert [edge.claim_id for edge in stored] == ["claim_b"]
