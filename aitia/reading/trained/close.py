"""The question beside the sentences that say most: a larger encoder reads both at once.

The page reader finds where a paper answers, hardly what it answers to a question in other words. Here every
word of the question sees every word of the title, of the paper's own names of its arms and of the best
sentences. Before every name of an arm or of the outcome stands a letter that says whose it is. A question
is read in the paper's likelier order of arms and turned back, so that exchanging its arms exchanges "more"
and "less" exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arms import FIRST, OUTCOME, SECOND, Names, mark_roles
from aitia.reading.trained.answers import softmax
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.reading.trained.marks import Text, names_of

BEGIN, PAD, END, MARK = 0, 1, 2, 30526
"""MPNet's own tokens; its mask stands before every sentence of the paper, and tells what that says."""
LONGEST = 480
"""Most tokens of a row."""
MOST_SENTENCES, LEAST_SHARE = 4, 0.04
"""Sentences of a row at most; from this share of the evidence on a sentence is read, and the first always."""
WORTH_A_SECOND_LOOK, SURE = 0.1, 0.95
"""From this probability to be reported on a question is read twice, but where one answer has so much."""
MUCH = 0.3
"""This share of an answer and more makes a sentence one that it rests on."""
_ASKED = {FIRST: "x", SECOND: "y", OUTCOME: "z"}
_PAPER = {FIRST: "p", SECOND: "q"}
_OUTCOME_TOKENS, _ARM_TOKENS, _POPULATION_TOKENS = 24, 24, 12
_PAPER_ARM_TOKENS, _TITLE_TOKENS, _SENTENCE_TOKENS = 10, 24, 160
_LEAST = 1e-9
_ORDER = np.array([0, 2, 1, 3, 4])
"""Not reported, more, less, no difference, unclear: with the arms exchanged."""

CloseRow = tuple[int, ...]
"""The tokens of a question beside a paper's words."""
Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Told:
    """A question with what is known of it: whether it names the arms in the paper's order, the sentences to
    read, and the paper's own names."""

    asked: AskedOutcome
    natural: bool
    numbers: Sequence[int]
    paper: Names


@dataclass(frozen=True)
class CloseReading:
    """What is made of a question: logits of the five answers in its own order of arms, and how much of them
    rests on each sentence (shares by number, sum 1)."""

    scores: Scores
    evidence: Mapping[int, float]


class CloseReader(Protocol):
    """A model of such rows. `encoder` is its tokenizer, `version` names its weights."""

    @property
    def encoder(self) -> Encoder: ...

    @property
    def version(self) -> str: ...

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        """Logits (rows × 5): not reported, more, less, no difference, unclear; and for each row the shares of
        its sentences, in order."""

    def found(self, row: CloseRow) -> Scores:
        """What the places of a page without a question tell (places × columns)."""


def lay_row(
    encoder: Encoder,
    asked: AskedOutcome,
    text: Text,
    numbers: Sequence[int],
    names: Names,
    paper: Names,
    arms: tuple[str, str],
) -> CloseRow:
    """The question, the title, the paper's arms and the sentences of those numbers, in the paper's order.

    `names` are the question's names of arms and outcome, `paper` the paper's own. Without `arms` the paper's
    are not told.
    """
    ids = [BEGIN]
    for letter, name, most in (
        (_ASKED[OUTCOME], asked.outcome, _OUTCOME_TOKENS),
        (_ASKED[FIRST], asked.intervention, _ARM_TOKENS),
        (_ASKED[SECOND], asked.comparator, _ARM_TOKENS),
    ):
        ids += [_id(encoder, letter), *_ids(encoder, name, most), END]
    if asked.population:
        ids += [*_ids(encoder, asked.population, _POPULATION_TOKENS), END]
    ids += [*_lettered(encoder, text.title, _TITLE_TOKENS, names, paper), END]
    if any(arms):
        for letter, name in zip(_PAPER.values(), arms, strict=True):
            ids += [_id(encoder, letter), *_ids(encoder, name, _PAPER_ARM_TOKENS), END]
    for number in sorted(numbers):
        ids += [MARK, *_lettered(encoder, text.lines[number], _SENTENCE_TOKENS, names, paper)]
    return (*ids[: LONGEST - 1], END)


def read_closely(
    reader: CloseReader,
    text: Text,
    arms: tuple[str, str],
    told: Sequence[Told],
) -> list[CloseReading]:
    """What the reader makes of each question to one paper.

    Where it may be reported and no answer is sure it is read again with the sentences alone that the first
    answer rests on, and the mean of both counts.
    """
    readings = _read(reader, text, arms, told)
    again = [
        (place, replace(one, numbers=rested_on))
        for place, (one, reading) in enumerate(zip(told, readings, strict=True))
        if _worth_a_second_look(softmax(reading.scores))
        and len(rested_on := _rested_on(reading.evidence)) < len(reading.evidence)
    ]
    second = _read(reader, text, arms, [one for _, one in again])
    for (place, _), other in zip(again, second, strict=True):
        first = readings[place]
        both = (softmax(first.scores) + softmax(other.scores)) / 2
        readings[place] = replace(first, scores=np.log(np.maximum(both, _LEAST)))
    return readings


def _worth_a_second_look(chances: Scores) -> bool:
    return bool(chances[1:].sum() >= WORTH_A_SECOND_LOOK and chances.max() < SURE)


def _read(reader: CloseReader, text: Text, arms: tuple[str, str], told: Sequence[Told]) -> list[CloseReading]:
    rows = []
    for one in told:
        asked = one.asked if one.natural else one.asked.turned()
        names = names_of(text, asked)
        rows.append(lay_row(reader.encoder, asked, text, one.numbers, names, one.paper, arms))
    scores, shares = reader.scores(rows)
    return [
        CloseReading(own if one.natural else own[_ORDER], _evidence(one.numbers, rests))
        for one, own, rests in zip(told, scores, shares, strict=True)
    ]


def _rested_on(evidence: Mapping[int, float]) -> list[int]:
    """The sentences that much of an answer rests on; one at least."""
    best = max(evidence, key=lambda number: evidence[number], default=None)
    return sorted(number for number in evidence if number == best or evidence[number] >= MUCH)


def _evidence(numbers: Sequence[int], shares: Scores) -> dict[int, float]:
    """The shares by sentence; what the longest row left out has none."""
    return {number: float(share) for number, share in zip(sorted(numbers), shares, strict=False)}


def sentences_to_read(evidence: Sequence[tuple[int, float]]) -> list[int]:
    """Of the sentences that an answer rests on, best first, those that are read."""
    best = enumerate(evidence[:MOST_SENTENCES])
    return sorted(number for place, (number, share) in best if place == 0 or share >= LEAST_SHARE)


def _ids(encoder: Encoder, text: str, most: int) -> list[int]:
    return encoder.encode(text[: 12 * most], add_special_tokens=False).ids[:most]


def _id(encoder: Encoder, letter: str) -> int:
    return encoder.encode(letter, add_special_tokens=False).ids[0]


def _lettered(encoder: Encoder, line: str, most: int, names: Names, paper: Names) -> list[int]:
    """The tokens of a line with a letter before every run of words that name an arm or the outcome: by the
    question's names, else by the paper's own."""
    coded = encoder.encode(line[: 12 * most], add_special_tokens=False)
    asked = [(t.start, t.end, _ASKED[t.role]) for t in mark_roles(line, names) if t.role]
    own = [(t.start, t.end, _PAPER[t.role]) for t in mark_roles(line, paper) if t.role in _PAPER]
    ids, last = list[int](), ""
    for token, (start, end) in zip(coded.ids[:most], coded.offsets[:most], strict=True):
        letter = next((c for a, b, c in (*asked, *own) if a < end and start < b), "")
        if letter and letter != last:
            ids.append(_id(encoder, letter))
        last = letter
        ids.append(token)
    return ids
