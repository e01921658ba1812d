"""Which words of a paper name the arms and the outcome of a question: a hint that the network is given.

Marks come from words, abbreviations, group labels and everyday synonyms; what they miss the network has to
see for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arms import (
    FIRST,
    OUTCOME,
    SECOND,
    Names,
    group_labels,
    make_names,
    mark_roles,
    stem,
    stems,
)
from aitia.reading.trained.layout import AskedOutcome, Context
from aitia.words.abbreviations import find_abbreviations
from aitia.words.names import other_names

FIRST_ARM, SECOND_ARM, THE_OUTCOME = 1, 2, 3
TURNED = np.array([0, SECOND_ARM, FIRST_ARM, THE_OUTCOME])
"""The mark of each mark when the arms are exchanged."""
_CODES = {FIRST: FIRST_ARM, SECOND: SECOND_ARM, OUTCOME: THE_OUTCOME}
_MOST = 400


@dataclass(frozen=True)
class Text:
    """A paper made ready for marking: its title, its sentences and the abbreviations that it defines."""

    title: str
    lines: tuple[str, ...]
    whole: str
    abbreviations: Mapping[str, str]

    @classmethod
    def of(cls, title: str, lines: Sequence[str]) -> Text:
        whole = "\n".join((title, *lines))[:20_000]
        return cls(title, tuple(lines), whole, find_abbreviations(whole))


@dataclass(frozen=True)
class Marks:
    """`tokens` (context length): 0 or the mark of what a token names. `shares` (sentences kept × 3):
    the part of the outcome's words that stand in the sentence, and whether the first and second arm do.
    """

    tokens: NDArray[np.int64]
    shares: NDArray[np.float32]

    def turned(self) -> Marks:
        """The marks with the arms exchanged."""
        return Marks(TURNED[self.tokens], self.shares[:, [0, 2, 1]])


def names_of(text: Text, asked: AskedOutcome) -> Names:
    """The stems by which a text knows what is asked for."""
    first, second, outcome = (
        _with_synonyms(n) for n in (asked.intervention, asked.comparator, asked.outcome)
    )
    return group_labels(text.whole, make_names(first, second, outcome, text.abbreviations))


def mark(text: Text, context: Context, asked: AskedOutcome) -> Marks:
    """The marks of a question on a context of that text."""
    names = names_of(text, asked)
    tokens = np.zeros(len(context.ids), dtype=np.int64)
    shares = np.zeros((len(context.kept), 3), dtype=np.float32)
    spans: dict[int, list[tuple[int, int, int]]] = {}
    wanted = stems(asked.outcome) or names.outcome
    for row, number in enumerate(context.kept):
        found = mark_roles(text.lines[number], names)
        spans[number] = [(t.start, t.end, _CODES[t.role]) for t in found if t.role]
        held = {stem(t.text) for t in found if t.role == OUTCOME}
        covered = len(held & wanted) / len(wanted) if wanted else 0.0
        covered = max(covered, 0.5 * bool(held))
        roles = {t.role for t in found}
        shares[row] = covered, float(FIRST in roles), float(SECOND in roles)
    for place, token in enumerate(context.token_of):
        if token is not None:
            number, start, end = token
            tokens[place] = next((c for a, b, c in spans[number] if a < end and start < b), 0)
    return Marks(tokens, shares)


def _with_synonyms(name: str) -> str:
    return " ".join((name, *other_names(name)))[:_MOST] if name else ""
