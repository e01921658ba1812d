"""How a paper and questions about it are laid out as the trained reader's tokens.

The context is `[CLS] title [SEP]` and then, for every sentence that fits, `[CLS] sentence`; a question is
`[CLS] outcome [SEP] intervention [SEP] comparator [SEP] population [SEP]`. A question sees the context and
itself, the context sees itself alone: what is made of a paper does not depend on what it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from aitia.model.scales import SentenceRole

CLS, SEP = 101, 102
CONTEXT_TOKENS = 384
"""Where a context is longer, background and methods are given up."""
TITLE_TOKENS = 48
SENTENCE_TOKENS = 160
_ROOM = 500
"""No context is longer, also where results or a kept sentence would make it so: there are 512 places."""
_SPARE = (SentenceRole.BACKGROUND, SentenceRole.METHOD)
_PARTS = (28, 28, 24, 16)
"""Most tokens of a question's outcome, intervention, comparator and population."""


class Encoding(Protocol):
    """What a tokenizer makes of a text: ids and the characters that each stands for."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class Encoder(Protocol):
    """A WordPiece tokenizer."""

    def encode(self, sequence: str, *, add_special_tokens: bool = True) -> Encoding:
        """Ids and offsets of a text."""


class Line(Protocol):
    """A sentence with its role."""

    @property
    def text(self) -> str: ...

    @property
    def role(self) -> SentenceRole: ...


@dataclass(frozen=True, slots=True)
class AskedOutcome:
    """A question to a paper: what the intervention did to the outcome, against the comparator.

    `population` may also be the subgroup, dose or time that is asked for. Any part but the outcome may be "".
    """

    intervention: str
    comparator: str
    outcome: str
    population: str = ""

    def turned(self) -> AskedOutcome:
        """The same question with the arms exchanged."""
        return AskedOutcome(self.comparator, self.intervention, self.outcome, self.population)


@dataclass(frozen=True, slots=True)
class Context:
    """A paper's tokens. `sentence_at[k]` is the place of the k-th sentence kept, `kept[k]` its number.

    `token_of` gives for each token the number of its sentence and its characters there; None for the title
    and for markers. `title` gives the characters of the title's tokens, which stand from place 1 on.
    """

    ids: tuple[int, ...]
    sentence_at: tuple[int, ...]
    kept: tuple[int, ...]
    token_of: tuple[tuple[int, int, int] | None, ...]
    title: tuple[tuple[int, int], ...] = ()


def lay_out(
    encoder: Encoder, title: str, lines: Sequence[Line], keep: frozenset[int] = frozenset()
) -> Context:
    """The context of a paper; where it is too long, background goes first, then methods from the last on, and
    results only where the encoder has no place for them.

    Sentences whose number is in `keep` stay.
    """
    head, named = _cut(encoder, title, TITLE_TOKENS)
    coded = [_cut(encoder, line.text, SENTENCE_TOKENS) for line in lines]
    kept = _fitting(len(head) + 3, [len(ids) for ids, _ in coded], lines, keep)
    ids, places, numbers = [CLS, *head, SEP], [], []
    tokens: list[tuple[int, int, int] | None] = [None] * len(ids)
    for number in kept:
        own, offsets = coded[number]
        if len(ids) + len(own) + 2 > _ROOM:
            break
        places.append(len(ids))
        numbers.append(number)
        ids += [CLS, *own]
        tokens += [None, *((number, start, end) for start, end in offsets)]
    return Context((*ids, SEP), tuple(places), tuple(numbers), (*tokens, None), tuple(named))


def question_ids(encoder: Encoder, asked: AskedOutcome) -> tuple[int, ...]:
    """The tokens of a question."""
    ids = [CLS]
    parts = (asked.outcome, asked.intervention, asked.comparator, asked.population)
    for text, most in zip(parts, _PARTS, strict=True):
        ids += encoder.encode(text, add_special_tokens=False).ids[:most]
        ids.append(SEP)
    return tuple(ids)


def _cut(encoder: Encoder, text: str, most: int) -> tuple[list[int], list[tuple[int, int]]]:
    coded = encoder.encode(text[: 12 * most], add_special_tokens=False)
    return coded.ids[:most], coded.offsets[:most]


def _fitting(head: int, lengths: Sequence[int], lines: Sequence[Line], keep: frozenset[int]) -> list[int]:
    kept = [number for number, length in enumerate(lengths) if length]
    total = head + sum(lengths[number] + 1 for number in kept)
    dropped: set[int] = set()
    for number in _expendable(lines):
        spare = lines[number].role in _SPARE
        if total <= (CONTEXT_TOKENS if spare else _ROOM):
            break
        if lengths[number] and number not in keep:
            dropped.add(number)
            total -= lengths[number] + 1
    return [number for number in kept if number not in dropped]


def _expendable(lines: Sequence[Line]) -> list[int]:
    """The sentences in the order in which they are given up."""
    numbers = range(len(lines))
    background = [n for n in numbers if lines[n].role is SentenceRole.BACKGROUND]
    method = [n for n in reversed(numbers) if lines[n].role is SentenceRole.METHOD]
    rest = [n for n in numbers if lines[n].role not in _SPARE]
    return [*background, *method, *rest]
