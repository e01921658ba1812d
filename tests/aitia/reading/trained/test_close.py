"""Rows of the close reader: whose words are whose, and exchanged arms exchange more and less exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.trained import AskedOutcome, LocalModels, PaperReading, network, read_with_network
from aitia.reading.trained.answers import softmax
from aitia.reading.trained.close import (
    LONGEST,
    MARK,
    CloseRow,
    Scores,
    Told,
    lay_row,
    read_closely,
    sentences_to_read,
)
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.marks import Text, names_of
from aitia.text.passages import make_passages

TITLE = "Yoga for knee osteoarthritis: a randomised trial"
LINES = ("We assigned 240 adults to yoga or to stretching.", "Pain was lower with yoga than with stretching.")
ABSTRACT = " ".join(LINES)
ASKED = AskedOutcome("yoga", "stretching", "pain")
WORDS = ("x", "y", "z", "p", "q", "yoga", "stretching", "pain", "lower", "240")


class Leaning:
    """Answers by how the arms are named: "more" the more the larger its first arm's tokens are, out of the
    first sentence it was shown."""

    version = "leaning"

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        found, shares = np.zeros((len(rows), 5)), list[Scores]()
        for number, row in enumerate(rows):
            found[number, 1] = row[row.index(_id("x")) + 1] / 1e4
            found[number, 3] = 0.5
            shares.append(np.eye(row.count(MARK))[0])
        return found, shares

    def found(self, row: CloseRow) -> Scores:
        raise AssertionError(f"a page of {len(row)} tokens was read without a question")


def _row(asked: AskedOutcome, arms: tuple[str, str] = ("yoga", "stretching")) -> list[str]:
    text = Text.of(TITLE, LINES)
    paper = names_of(text, AskedOutcome("yoga", "stretching", "pain"))
    return _words(lay_row(network().encoder, asked, text, [1], names_of(text, asked), paper, arms))


def _words(row: CloseRow) -> list[str]:
    known = {_id(word): word for word in WORDS}
    return [known[token] for token in row if token in known]


def _id(word: str) -> int:
    return network().encoder.encode(word, add_special_tokens=False).ids[0]


def test_a_letter_stands_before_every_name_of_the_questions() -> None:
    assert _row(ASKED, ("", "")) == [
        *("z", "pain", "x", "yoga", "y", "stretching"),  # the question
        *("x", "yoga"),  # the title
        *("z", "pain", "lower", "x", "yoga", "y", "stretching"),
    ]


def test_exchanged_arms_exchange_the_questions_letters() -> None:
    assert _row(ASKED.turned(), ("", ""))[-7:] == ["z", "pain", "lower", "y", "yoga", "x", "stretching"]


def test_what_the_question_calls_otherwise_has_the_papers_letters() -> None:
    asked = AskedOutcome("mindful movement", "another practice", "pain")
    assert _row(asked)[-7:] == ["z", "pain", "lower", "p", "yoga", "q", "stretching"]
    assert _row(asked)[-11:-7] == ["p", "yoga", "q", "stretching"]


def test_a_row_holds_the_chosen_sentences_alone() -> None:
    assert "240" not in _row(ASKED)


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


class Sure:
    """Rests on the last sentence of a row; `reported` as given, and `more` of it where it read several, .8
    where it read one alone."""

    version = "sure"

    def __init__(self, reported: float, more: float) -> None:
        self.reported, self.more, self.read = reported, more, list[int]()

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        self.read += [row.count(MARK) for row in rows]
        more = [0.8 if row.count(MARK) == 1 else self.more for row in rows]
        chances = [[1 - self.reported, self.reported * m, self.reported * (1 - m), 0, 0] for m in more]
        return np.log(np.array(chances).reshape(-1, 5) + 1e-12), [
            np.array([0.1] * (row.count(MARK) - 1) + [0.9]) for row in rows
        ]

    def found(self, row: CloseRow) -> Scores:
        raise AssertionError(f"a page of {len(row)} tokens was read without a question")


@pytest.mark.parametrize(
    ("reported", "first", "read", "more"),
    [(0.9, 0.2, [2, 1], 0.5), (0.05, 0.2, [2], 0.2), (0.99, 0.02, [2], 0.02)],
)
def test_what_may_be_reported_is_read_again_with_the_sentence_it_rests_on(
    reported: float, first: float, read: list[int], more: float
) -> None:
    text, reader = Text.of(TITLE, LINES), Sure(reported, first)
    names = names_of(text, ASKED)
    found = read_closely(reader, text, ("yoga", "stretching"), [Told(ASKED, True, [0, 1], names)])[0]
    assert reader.read == read
    chances = softmax(found.scores)
    assert chances[1] / chances[1:].sum() == pytest.approx(more, abs=1e-6)
    assert max(found.evidence, key=lambda n: found.evidence[n]) == 1


def test_the_answer_rests_on_what_the_close_reader_says() -> None:
    assert _read(ASKED, Leaning()).answer.evidence[0][1] == 1.0


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
    assert len(row) <= LONGEST


def test_a_long_sentence_is_read_to_its_end() -> None:
    line = f"With yoga {'the score of one scale after another fell and ' * 12}pain was lower."
    text = Text.of(TITLE, (line,))
    names = names_of(text, ASKED)
    row = lay_row(network().encoder, ASKED, text, [0], names, names, ("yoga", "stretching"))
    assert 96 < len(row) <= LONGEST
    assert _words(row)[-2:] == ["pain", "lower"]


def test_sentences_with_little_of_the_evidence_are_not_read() -> None:
    assert sentences_to_read([(4, 0.6), (1, 0.3), (7, 0.02)]) == [1, 4]
    assert sentences_to_read([(3, 0.02)]) == [3]
    assert sentences_to_read([(9, 0.3), (8, 0.2), (7, 0.2), (6, 0.2), (5, 0.1)]) == [6, 7, 8, 9]
    assert sentences_to_read([]) == []
