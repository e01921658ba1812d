"""The question beside the sentences that say most: a larger encoder reads both at once.

The page reader finds where a paper answers, hardly what it answers to a question in other words. Here every
word of the question sees every word of the title, of the paper's own names of its arms and of the best
sentences. A row is read in both orders of the arms and the two are averaged, so that exchanging the arms of a
question exchanges "more" and "less" exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arms import FIRST, OUTCOME, SECOND, Names, mark_roles
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.reading.trained.marks import Text, names_of

BEGIN, PAD, END = 0, 1, 2
"""MPNet's own tokens."""
_PARTS = (28, 28, 24, 16)
"""Most tokens of a question's outcome, intervention, comparator and population."""
_TITLE, _ARM, _SENTENCE = 32, 12, 72
_ROLES = {FIRST: 1, SECOND: 2, OUTCOME: 3}
_ORDER = np.array([0, 2, 1, 3, 4])
"""Not reported, more, less, no difference, unclear: with the arms exchanged."""

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class CloseRow:
    """A question beside a paper's words, as tokens. `own` holds for every token 0 or what the question calls
    it: its first arm (1), its second (2), its outcome (3); `paper` the same by the paper's own names."""

    ids: tuple[int, ...]
    own: tuple[int, ...]
    paper: tuple[int, ...]


class CloseReader(Protocol):
    """A model of such rows. `encoder` is its tokenizer, `version` names its weights."""

    @property
    def encoder(self) -> Encoder: ...

    @property
    def version(self) -> str: ...

    def scores(self, rows: Sequence[CloseRow]) -> Scores:
        """Logits (rows × 5): not reported, more, less, no difference, unclear."""


def lay_row(
    encoder: Encoder, asked: AskedOutcome, text: Text, numbers: Sequence[int], names: Names, paper: Names,
    arms: tuple[str, str],
) -> CloseRow:  # fmt: skip
    """The question, the title, the paper's arms and the sentences of those numbers, in the paper's order.

    `names` are the question's names of arms and outcome, `paper` the paper's own.
    """
    row = _Row()
    wanted = (asked.outcome, asked.intervention, asked.comparator, asked.population)
    for name, most, role in zip(wanted, _PARTS, (3, 1, 2, 0), strict=True):
        row.add(encoder, name, most, role, 0)
    row.add(encoder, text.title, _TITLE, _spans(text.title, names), _spans(text.title, paper))
    for place, arm in enumerate(arms, 1):
        row.add(encoder, arm, _ARM, 0, place)
    for number in sorted(numbers):
        line = text.lines[number]
        row.add(encoder, line, _SENTENCE, _spans(line, names), _spans(line, paper))
    return CloseRow(tuple(row.ids), tuple(row.own), tuple(row.paper))


def read_closely(
    reader: CloseReader,
    text: Text,
    arms: tuple[str, str],
    told: Sequence[tuple[AskedOutcome, Sequence[int], Names]],
) -> Scores:
    """Logits (questions × 5) of questions to one paper, each with the numbers of the sentences to read and
    the paper's own names; the mean of both orders of the arms."""
    rows = []
    for asked, numbers, paper in told:
        names = names_of(text, asked)
        for own, called in ((asked, names), (asked.turned(), names.swapped())):
            rows.append(lay_row(reader.encoder, own, text, numbers, called, paper, arms))
    scores = reader.scores(rows)
    mean: Scores = (scores[0::2] + scores[1::2][:, _ORDER]) / 2
    return mean


Spans = Sequence[tuple[int, int, int]]


def _spans(line: str, names: Names) -> Spans:
    return [(t.start, t.end, _ROLES[t.role]) for t in mark_roles(line, names) if t.role]


class _Row:
    def __init__(self) -> None:
        self.ids, self.own, self.paper = [BEGIN], [0], [0]

    def add(self, encoder: Encoder, text: str, most: int, own: int | Spans, paper: int | Spans) -> None:
        coded = encoder.encode(text[: 12 * most], add_special_tokens=False)
        offsets = coded.offsets[:most]
        self.ids += [*coded.ids[:most], END]
        self.own += [*_roles(offsets, own), 0]
        self.paper += [*_roles(offsets, paper), 0]


def _roles(offsets: Sequence[tuple[int, int]], told: int | Spans) -> list[int]:
    if isinstance(told, int):
        return [told] * len(offsets)
    return [next((c for a, b, c in told if a < end and start < b), 0) for start, end in offsets]
