"""A page as a whole, read by the larger encoder without a question: what the paper found.

Every place of the page tells whether it belongs to an outcome's name, which way that outcome went, and
where the arms are named that it was compared between. A name is a run of words; an arm is the name that is
likeliest over all its mentions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import DirectionShares
from aitia.reading.trained.answers import softmax
from aitia.reading.trained.close import BEGIN, END, MARK
from aitia.reading.trained.layout import CLS, SEP, AskedOutcome, Context
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import Page
from aitia.reading.trained.results import TITLE, NamedSpan, name_runs, probability, trimmed, words_with_means
from aitia.reading.trained.sentence import read_sentence
from aitia.text.splitting import Span

RESULT, INSIDE, BEGINS = 0, 1, 2
"""Columns of what a place tells, in log odds: its sentence states a result (at marks), it belongs to an
outcome's name, it begins one."""
DIRECTION = slice(3, 7)
"""Logits of more, less, no difference and unclear; over the places of an outcome the mean counts."""
KEY_WIDTH = 32
ENDS = 4
"""First and last token of the intervention's name, then of the comparator's."""
ASKS, TOLD = slice(7, 7 + ENDS * KEY_WIDTH), slice(7 + ENDS * KEY_WIDTH, 7 + 2 * ENDS * KEY_WIDTH)
"""What an outcome's places ask and all places tell, for each end: their product says how likely it stands
there."""
COLUMNS = TOLD.stop
LEAST_RESULT, LEAST_INSIDE, FURTHER = 0.3, 0.4, 0.3
"""From these probabilities on a sentence states a result, a word names an outcome, and one beside it does."""
BEGINS_ANEW = 0.5
"""From this probability on a word begins a name of its own."""
PAGE_COUNTS, WORDS_COUNT = 0.4, 0.8
"""Weights of both readings of a direction, chosen on the held-out abstracts."""
_LEAST = 1e-6
_SHIFT = 4
"""MPNet's word pieces are BERT's behind four of its own."""
_OWN = {CLS: MARK, SEP: END}
_MOST_TOKENS, _MOST_ENDS = 24, 12
"""Of an arm's name; of the likeliest first and last tokens that are tried."""
_NO_ARM = 0
_CLAUSE = frozenset({"that", "which", "who", "whose", "were", "was"})
"""Of "bleeding that required transfusion" the name ends before these."""

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Told:
    """An outcome that a page tells of, the arms that it was compared between ("" where none is named) and the
    shares of more, less, no difference and unclear."""

    outcome: NamedSpan
    intervention: str
    comparator: str
    shares: tuple[float, float, float, float]


def page_row(context: Context) -> tuple[int, ...]:
    """The tokens of a page as the close reader has them, place by place those of the page reader; before
    every sentence stands a mark."""
    return (BEGIN, *(_OWN.get(own, own + _SHIFT) for own in context.ids[1:]))


def result_chances(page: Page, table: Table) -> dict[int, float]:
    """How likely each sentence kept states a result of the paper's own; `table` (places × COLUMNS)."""
    context = page.context
    return {
        number: probability(float(table[place, RESULT]))
        for number, place in zip(context.kept, context.sentence_at, strict=True)
    }


def outcomes_told(page: Page, table: Table) -> tuple[NamedSpan, ...]:
    """The outcomes that sentences with results name, in the order of the text; `table` (places × COLUMNS)."""
    likely = (number for number, chance in result_chances(page, table).items() if chance >= LEAST_RESULT)
    return tuple(span for number in likely for span in _outcomes(page, table, number))


def what_became(page: Page, table: Table, span: NamedSpan) -> Told:
    """What became of an outcome that is named there; `table` (places × COLUMNS)."""
    context = page.context
    mark = context.sentence_at[context.kept.index(span.sentence)]
    state = table[[mark, *places_of(context, span.sentence, span.span)]].mean(axis=0)
    more, less, same, unclear = softmax(state[DIRECTION]).tolist()
    keys = table[:, TOLD].reshape(len(table), ENDS, KEY_WIDTH)
    arms = _arms(page, keys, state[ASKS].reshape(ENDS, KEY_WIDTH))
    return Told(span, *arms, (more, less, same, unclear))


def both_directions(page: Page, told: Told, asked: AskedOutcome) -> DirectionShares:
    """The shares of more, less and no difference by the page as a whole and by the words of the sentence
    alone (`aitia.reading.trained.sentence`), put together by their logarithms."""
    words = read_sentence(page.text.lines[told.outcome.sentence], names_of(page.text, asked))
    logs = PAGE_COUNTS * np.log(np.maximum(told.shares[:3], _LEAST)) + WORDS_COUNT * np.log(
        np.maximum(words, _LEAST)
    )
    more, less, same = softmax(logs)
    return float(more), float(less), float(same)


def _outcomes(page: Page, table: Table, number: int) -> Iterator[NamedSpan]:
    text, context = page.text.lines[number], page.context
    tokens = [
        (t[1], t[2], probability(float(table[place, INSIDE])), probability(float(table[place, BEGINS])))
        for place, t in enumerate(context.token_of)
        if t is not None and t[0] == number
    ]
    words = words_with_means(text, [(a, b, inside) for a, b, inside, _ in tokens])
    starts = {a for a, _, _, begins in tokens if begins >= BEGINS_ANEW}
    found = []
    for first, last in name_runs(text, words, LEAST_INSIDE, FURTHER, starts):
        told = [text[a:b].lower() in _CLAUSE for a, b, _ in words[first + 1 : last + 1]]
        last = first + told.index(True) if any(told) else last
        span = trimmed(text, words[first : last + 1])
        if span is not None:
            score = sum(word[2] for word in words[first : last + 1]) / (last + 1 - first)
            found.append(NamedSpan(number, span, text[slice(*span)], score))
    yield from sorted(found, key=lambda one: one.span)


def _arms(page: Page, keys: Table, asks: Table) -> tuple[str, str]:
    """The names of both arms of an outcome that asks so; the first is named where the page names anything."""
    chances = [softmax(row) for row in np.einsum("led,ed->el", keys, asks) / math.sqrt(KEY_WIDTH)]
    first = _likeliest(page, chances[0], chances[1], named=True)
    return first, _likeliest(page, chances[2], chances[3], named=False, taken=first)


def _likeliest(page: Page, first: Table, last: Table, named: bool, taken: str = "") -> str:
    """The name with most belief over all its mentions, "" where none has more than there is for no arm."""
    belief: defaultdict[str, float] = defaultdict(float)
    shown: dict[str, str] = {}
    ends = np.argsort(-last)[: 2 * _MOST_ENDS]
    for start in np.argsort(-first)[:_MOST_ENDS].tolist():
        for end in ends.tolist():
            text = _between(page, start, end)
            if text and text.lower() != taken.lower():
                belief[text.lower()] += float(first[start] * last[end])
                shown.setdefault(text.lower(), text)
    if not belief:
        return ""
    best = max(belief, key=lambda key: (belief[key], key))
    if not named and belief[best] < float(first[_NO_ARM] * last[_NO_ARM]):
        return ""
    long = {short.lower(): name for short, name in page.text.abbreviations.items()}
    return long.get(best, shown[best])


def _between(page: Page, start: int, end: int) -> str:
    """The words from one place to another of the same sentence or the title; "" where that is no name."""
    if not 0 <= end - start < _MOST_TOKENS:
        return ""
    a, b = _at(page.context, start), _at(page.context, end)
    if a is None or b is None or a[0] != b[0]:
        return ""
    text = page.text.title if a[0] == TITLE else page.text.lines[a[0]]
    if text[a[1] : b[2]] in page.text.abbreviations:
        return text[a[1] : b[2]]
    words = words_with_means(text, [(a[1], b[2], 1.0)])
    span = trimmed(text, words) if words else None
    return text[slice(*span)] if span else ""


def _at(context: Context, place: int) -> tuple[int, int, int] | None:
    if 1 <= place <= len(context.title):
        return (TITLE, *context.title[place - 1])
    return context.token_of[place]


def places_of(context: Context, number: int, span: Span) -> list[int]:
    """The places of a sentence's tokens, or of the title's (TITLE), within those characters."""
    tokens = ((place, _at(context, place)) for place in range(len(context.ids)))
    return [p for p, t in tokens if t is not None and t[0] == number and t[1] < span[1] and span[0] < t[2]]
