"""A paper and its questions are laid out as tokens; what does not fit goes in a known order."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from aitia.model.scales import SentenceRole
from aitia.reading.trained.layout import (
    CLS,
    CONTEXT_TOKENS,
    SEP,
    AskedOutcome,
    Encoder,
    lay_out,
    question_ids,
)
from aitia.reading.trained.network import network


@dataclass(frozen=True)
class Line:
    text: str
    role: SentenceRole


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return network().encoder


def test_every_sentence_begins_at_a_marker_and_tokens_know_their_characters(encoder: Encoder) -> None:
    lines = [
        Line("Pain was lower with yoga.", SentenceRole.RESULT),
        Line("Yoga helps.", SentenceRole.CONCLUSION),
    ]
    context = lay_out(encoder, "Yoga for pain", lines)
    assert context.kept == (0, 1)
    assert [context.ids[place] for place in context.sentence_at] == [CLS, CLS]
    assert context.ids[0] == CLS
    assert context.ids[-1] == SEP
    words = {lines[n].text[a:b] for token in context.token_of if token for n, a, b in [token]}
    assert {"Pain", "lower", "yoga", "helps"} <= words


def test_background_is_given_up_before_methods_and_methods_before_results(encoder: Encoder) -> None:
    long = "many words about nothing in particular that take some room " * 5
    lines = [
        *(Line(f"{long} {n}", SentenceRole.BACKGROUND) for n in range(4)),
        *(Line(f"{long} {n}", SentenceRole.METHOD) for n in range(4)),
        *(Line(f"{long} {n}", SentenceRole.RESULT) for n in range(4)),
    ]
    context = lay_out(encoder, "", lines)
    assert len(context.ids) <= CONTEXT_TOKENS
    assert not {0, 1, 2, 3} & set(context.kept)
    assert {8, 9, 10, 11} <= set(context.kept)
    assert 4 in context.kept, "methods go from the last on"


def test_results_stay_as_long_as_the_encoder_has_places(encoder: Encoder) -> None:
    long = "many words about nothing in particular that take some room " * 5
    lines = [
        Line(f"{long} 0", SentenceRole.METHOD),
        *(Line(f"{long} {n}", SentenceRole.RESULT) for n in range(1, 9)),
    ]
    context = lay_out(encoder, "", lines)
    assert CONTEXT_TOKENS < len(context.ids) <= 512
    assert context.kept == tuple(range(1, 9))
    more = lay_out(encoder, "", [*lines, *lines[1:]])
    assert len(more.ids) <= 512
    assert len(more.kept) < 16


def test_a_sentence_that_must_stay_stays(encoder: Encoder) -> None:
    long = "many words about nothing in particular that take some room " * 8
    lines = [Line(f"{long} {n}", SentenceRole.BACKGROUND) for n in range(9)]
    assert 0 not in lay_out(encoder, "", lines).kept
    assert 0 in lay_out(encoder, "", lines, frozenset({0})).kept


def test_nothing_to_read_is_an_empty_context(encoder: Encoder) -> None:
    assert lay_out(encoder, "", []).kept == ()
    assert lay_out(encoder, "Title", [Line("", SentenceRole.RESULT)]).kept == ()


def test_a_question_has_four_parts_however_long_they_are(encoder: Encoder) -> None:
    asked = AskedOutcome("yoga", "usual care " * 200, "pain", "adults")
    ids = question_ids(encoder, asked)
    assert ids[0] == CLS
    assert ids.count(SEP) == 4
    assert len(ids) < 110
    assert asked.turned().turned() == asked
