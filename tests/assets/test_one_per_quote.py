"""Two readings of one sentence are one edge, and the answer to the question is the one that is kept."""

from __future__ import annotations

from itertools import permutations

from assets.steps.validated_edges import one_per_quote
from tests.validators.accepted import claim


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
