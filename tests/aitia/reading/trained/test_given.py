"""Given sentences read closely: by both orders of the arms, and beside the outcome reader by halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aitia.model.scales import Direction
from aitia.reading.answers.trained import Closely
from aitia.reading.trained import AskedOutcome, network
from aitia.reading.trained.close import MARK, CloseRow, Scores
from aitia.reading.trained.given import read_given
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.marks import Text
from aitia.reading.trained.outcome_reader import UNREAD, by_halves, read_sentence
from aitia.reading.trained.results import PaperNames

SENTENCE = "Pain was lower with yoga than with stretching."
TEXT = Text.of("Yoga for pain", ("We assigned 240 adults to yoga or to stretching.",))
NAMES = PaperNames((), "yoga", "stretching", {})
ASKED = AskedOutcome("yoga", "stretching", "pain")


class _Leaning:
    """Says "more" the more the larger the token of its first arm is, and keeps what it was shown."""

    version = "leaning"

    def __init__(self) -> None:
        self.shown: list[CloseRow] = []

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        self.shown += rows
        found = np.zeros((len(rows), 5))
        letter = self.encoder.encode("x", add_special_tokens=False).ids[0]
        found[:, 1] = [row[row.index(letter) + 1] / 1e4 for row in rows]
        found[:, 0] = 9.0  # that it were not reported does not count: the sentences are given
        return found, [np.eye(row.count(MARK))[0] for row in rows]

    def found(self, row: CloseRow) -> Scores:
        raise AssertionError(f"a page of {len(row)} tokens was read without a question")


def test_exchanged_arms_exchange_more_and_less_exactly() -> None:
    reader = _Leaning()
    more, less, same = read_given(reader, [SENTENCE], ASKED, TEXT, NAMES)
    assert more != less
    assert read_given(reader, [SENTENCE], ASKED.turned(), TEXT, NAMES) == (less, more, same)
    assert more + less + same == pytest.approx(1)


def test_only_the_given_sentences_are_read() -> None:
    reader = _Leaning()
    read_given(reader, [SENTENCE, "Falls were rare."], ASKED, TEXT, NAMES)
    first = reader.encoder.encode("240", add_special_tokens=False).ids[0]
    assert [row.count(MARK) for row in reader.shown] == [2, 2]
    assert not any(first in row for row in reader.shown)


def test_two_readers_count_by_halves() -> None:
    told = read_sentence(SENTENCE, "yoga", "stretching", "pain")
    up, down, none = told.probabilities
    both = by_halves(told, (0.9, 0.05, 0.05))
    assert both.probabilities == pytest.approx(((up + 0.9) / 2, (down + 0.05) / 2, (none + 0.05) / 2))
    assert both.confidence == max(both.probabilities)
    assert both.direction is (Direction.INCREASES if up + 0.9 > down + 0.05 else Direction.DECREASES)
    assert (both.text, both.start, both.rank) == (told.text, told.start, told.rank)
    assert by_halves(replace(told, probabilities=(0.5, 0.5, 0.0)), (0.5, 0.5, 0.0)).direction is (
        Direction.NO_DIFFERENCE
    )


def test_what_was_not_read_stays_unread() -> None:
    assert by_halves(UNREAD, (0.9, 0.05, 0.05)) is UNREAD


def test_the_close_reader_stands_beside_the_outcome_reader() -> None:
    told = read_sentence(SENTENCE, "yoga", "stretching", "pain")
    shares = read_given(_Leaning(), [SENTENCE], ASKED, TEXT, NAMES)
    beside = Closely(_Leaning(), TEXT, NAMES).beside(told, [SENTENCE], ASKED)
    assert beside == by_halves(told, shares)
