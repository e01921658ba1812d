"""Rows of the close reader: whose words are whose, and exchanged arms exchange more and less exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.trained import AskedOutcome, LocalModels, PaperReading, network, read_with_network
from aitia.reading.trained.close import BEGIN, END, CloseRow, Scores, lay_row
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.marks import Text, names_of
from aitia.text.passages import make_passages

TITLE = "Yoga for knee osteoarthritis: a randomised trial"
LINES = ("We assigned 240 adults to yoga or to stretching.", "Pain was lower with yoga than with stretching.")
ABSTRACT = " ".join(LINES)
ASKED = AskedOutcome("yoga", "stretching", "pain", "adults")


class Leaning:
    """Answers by how the arms are named: "more" where the first arm of the question is the longer word."""

    version = "leaning"

    def __init__(self) -> None:
        self.asked: list[CloseRow] = []

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> Scores:
        self.asked += rows
        found = np.zeros((len(rows), 5))
        for number, row in enumerate(rows):
            found[number, 1] = sum(i for i, role in zip(row.ids, row.own, strict=True) if role == 1) / 1e4
            found[number, 3] = 0.5
        return found


def _row(asked: AskedOutcome) -> CloseRow:
    text = Text.of(TITLE, LINES)
    names = names_of(text, asked)
    return lay_row(network().encoder, asked, text, [1], names, names, ("yoga", "stretching"))


def _words(row: CloseRow, role: int, roles: tuple[int, ...]) -> set[int]:
    return {token for token, own in zip(row.ids, roles, strict=True) if own == role}


def _ids(text: str) -> set[int]:
    return set(network().encoder.encode(text, add_special_tokens=False).ids)


def test_every_token_of_a_row_has_its_roles() -> None:
    row = _row(ASKED)
    assert len(row.ids) == len(row.own) == len(row.paper)
    assert row.ids[0] == BEGIN
    assert row.ids[-1] == END
    assert _words(row, 1, row.own) == _ids("yoga")
    assert _words(row, 2, row.own) == _ids("stretching")
    assert _words(row, 3, row.own) == _ids("pain")


def test_a_row_holds_the_chosen_sentences_alone() -> None:
    assert _ids("240").isdisjoint(_row(ASKED).ids)
    assert _ids("lower") <= set(_row(ASKED).ids)


def test_exchanged_arms_exchange_the_questions_roles_and_not_the_papers() -> None:
    straight, crossed = _row(ASKED), _row(ASKED.turned())
    assert _words(crossed, 1, crossed.own) == _words(straight, 2, straight.own)
    text = Text.of(TITLE, LINES)
    paper = names_of(text, ASKED)
    encoder = network().encoder
    rows = [
        lay_row(encoder, asked, text, [1], names_of(text, asked), paper, ("yoga", "stretching"))
        for asked in (ASKED, ASKED.turned())
    ]
    assert _words(rows[0], 1, rows[0].paper) == _words(rows[1], 1, rows[1].paper) == _ids("yoga")


def _read(asked: AskedOutcome, reader: Leaning) -> PaperReading:
    paper = Paper(paper_id=PaperId("p"), source="s", record_id="1", title=TITLE, abstract=ABSTRACT)
    return read_with_network(TITLE, make_passages(paper), asked, LocalModels(close=reader))


def test_a_reader_that_leans_to_one_order_is_read_in_both() -> None:
    reader = Leaning()
    straight, crossed = _read(ASKED, reader), _read(ASKED.turned(), reader)
    assert straight.parts is not None
    assert crossed.parts is not None
    assert straight.parts.close is not None
    assert crossed.parts.close is not None
    more, less, same = straight.parts.close.shares
    assert crossed.parts.close.shares == pytest.approx((less, more, same))
    assert straight.answer.shares == pytest.approx(
        (crossed.answer.shares[1], crossed.answer.shares[0], crossed.answer.shares[2]), abs=1e-6
    )


def test_without_the_close_reader_a_paper_is_read_all_the_same() -> None:
    paper = Paper(paper_id=PaperId("p"), source="s", record_id="1", title=TITLE, abstract=ABSTRACT)
    reading = read_with_network(TITLE, make_passages(paper), ASKED)
    assert reading.parts is not None
    assert reading.parts.close is None
    assert sum(reading.answer.shares) == pytest.approx(1)


def test_a_row_stays_within_what_the_reader_takes() -> None:
    long = "word " * 5_000
    text = Text.of(long, [long] * 4)
    asked = AskedOutcome(long, long, long, long)
    names = names_of(text, asked)
    row = lay_row(network().encoder, asked, text, [0, 1, 2], names, names, (long, long))
    assert len(row.ids) <= 400
