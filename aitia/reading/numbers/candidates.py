"""Every set of figures that an article could mean for an outcome and two arms, with what speaks for each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from aitia.reading.numbers.cells import Moments, Share, events_of, read_moments, read_share, sd_from_interval
from aitia.reading.numbers.grid import TIME, Pair, table_pairs
from aitia.reading.numbers.places import BASELINE, LATER, NumericArticle
from aitia.reading.numbers.sizes import size_choices
from aitia.reading.numbers.text import TextPlace, text_places
from aitia.reading.paper.arms import Names, group_labels, make_names, stem, stems
from aitia.words.names import same_thing

FEATURES = (
    "row in the outcome", "outcome around the row", "same thing", "best in the article", "arms",
    "columns alike", "other time", "later", "printed sizes", "figures agree", "derived", "sentence",
)  # fmt: skip
_INTERVAL = re.compile(r"\bCI\b|confidence|interval", re.I)
_PERCENT = re.compile(r"%|percent|proportion", re.I)
_ERROR = re.compile(r"\bSEM?\b|\bS\.E\.|standard error", re.I)
_MIDDLE = re.compile(r"\bmedian\b|\bIQR\b|interquartile", re.I)
_MOST_KEPT = 400
_LEAST = 0.25
_HEAD = 6
Sizes = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Candidate:
    """The figures in the order of the fields, where they begin, and the features (see `FEATURES`)."""

    values: tuple[float, ...]
    offset: int
    score: float
    """How many of the outcome's words stand there, and little else: it tells the best of an article."""
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    outcome: str
    wanted: frozenset[str]
    known: frozenset[str]
    times: frozenset[str]
    at_baseline: bool
    names: Names
    sizes: tuple[tuple[tuple[int, int], float], ...]


def find_candidates(
    article: NumericArticle, intervention: str, comparator: str, outcome: str, binary: bool
) -> list[Candidate]:
    """The candidates whose place says something about the outcome, at most 400."""
    asked = _ask(article, intervention, comparator, outcome)
    found: list[Candidate] = []
    for table in article.tables:
        for pair in table_pairs(table, asked.names):
            found += _of_pair(pair, asked, binary)
    for told in text_places(article.sentences, asked.names):
        found += _of_text(told, asked, article, binary)
    found.sort(key=lambda c: (-c.score, c.offset, c.values))
    return _compared(found[:_MOST_KEPT])


def matrix(candidates: Iterable[Candidate]) -> NDArray[np.float64]:
    """The features of candidates, shape (n, features)."""
    return np.array([c.features for c in candidates], dtype=np.float64).reshape(-1, len(FEATURES))


def _ask(article: NumericArticle, intervention: str, comparator: str, outcome: str) -> _Asked:
    names = group_labels(article.text, make_names(intervention, comparator, outcome, article.abbreviations))
    own = _heads(outcome) or frozenset(stem(word) for word in outcome.split())
    wanted = own - _cut(names.first & names.second) or own
    times = frozenset(TIME.findall(outcome))
    sizes = tuple(size_choices(article, names))
    return _Asked(
        outcome, wanted, _cut(names.outcome) | wanted, times, bool(BASELINE.search(outcome)), names, sizes
    )


@lru_cache(maxsize=20_000)
def _heads(text: str) -> frozenset[str]:
    """The beginnings of the telling words of a text: a footnote's letter or an ending makes no difference."""
    return _cut(stems(text, 1_500))


def _cut(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word[: max(4, min(_HEAD, len(word) - 2))] for word in words)


def _compared(found: list[Candidate]) -> list[Candidate]:
    """With how far each one's words fall behind the best of the article."""
    if not found:
        return found
    place = FEATURES.index("best in the article")
    best = max(c.score for c in found)
    return [
        replace(c, features=(*c.features[:place], c.score - best, *c.features[place + 1 :])) for c in found
    ]


def _of_pair(pair: Pair, asked: _Asked, binary: bool) -> Iterator[Candidate]:
    around = f"{pair.section} {pair.caption}"
    near = f"{pair.label} {pair.section} {pair.column}"
    row = _heads(f"{pair.label} {pair.column}")
    section, caption = _heads(pair.section), _heads(pair.caption)
    hits = [w for w in asked.wanted if w in row]
    others = [w for w in asked.wanted if w not in row]
    recall = len(hits) / len(asked.wanted)
    behind = sum(1.0 if w in section else 0.5 if w in caption else 0.0 for w in others) / len(asked.wanted)
    if recall + behind < _LEAST:
        return
    words = {w for w in _heads(pair.label) if not w.isdigit()}
    fit = sum(w in asked.known for w in words) / len(words) if words else 0.0
    told = set(TIME.findall(near))
    same = same_thing(asked.outcome, f"{pair.section} {pair.label}") if recall + behind < 1 else 1.0
    shared = (
        fit,
        behind,
        same,
        0.0,
        max(-1.0, min(2.0, pair.arms)) / 2,
        pair.alike,
        max(_baseline(near, around, asked), float(bool(asked.times and told and not asked.times & told))),
        float(bool(LATER.search(near))),
    )
    score = recall + 0.5 * fit + 0.5 * same
    read = _counts_of(pair, asked) if binary else _means_of(pair, asked)
    for values, sizes, agree, derived in read:
        yield Candidate(values, pair.offset, score, (*shared, sizes, agree, derived, 0.0))


def _baseline(near: str, around: str, asked: _Asked) -> float:
    if asked.at_baseline:
        return 0.0
    if BASELINE.search(near):
        return 1.0
    return 0.7 if BASELINE.search(around) and not LATER.search(f"{near} {around}") else 0.0


_Read = tuple[tuple[float, ...], float, float, float]


def _size_choices(printed: Sizes, asked: _Asked) -> Iterator[tuple[Sizes, float]]:
    """The sizes printed beside the figures, and those that the article tells."""
    if all(printed):
        yield printed, 1.0
    for sizes, sure in asked.sizes:
        if sizes != printed:
            yield sizes, sure if not all(printed) else sure / 2


def _counts_of(pair: Pair, asked: _Asked) -> Iterator[_Read]:
    words = f"{pair.label} {pair.column} {pair.section}"
    if "±" in pair.first:
        return
    percent = bool(_PERCENT.search(words)) and not re.search(r"\bn\b|number|no\.", words, re.I)
    yield from _shares(read_share(pair.first, percent), read_share(pair.second, percent), pair.sizes, asked)


def _shares(one: Share | None, two: Share | None, printed: Sizes, asked: _Asked) -> Iterator[_Read]:
    if one is None or two is None:
        return
    if one.total and two.total:
        printed = (one.total, two.total)
    for sizes, beside in _size_choices(printed, asked):
        first, second = events_of(one, sizes[0] or 0), events_of(two, sizes[1] or 0)
        if first is None or second is None:
            continue
        agree = sum(share.events is not None and share.percent is not None for share in (one, two)) / 2
        derived = float(one.events is None or two.events is None)
        figures = (float(first), float(sizes[0] or 0), float(second), float(sizes[1] or 0))
        yield figures, beside, agree, derived


def _means_of(pair: Pair, asked: _Asked) -> Iterator[_Read]:
    words = f"{pair.label} {pair.section} {pair.column} {pair.caption} {pair.first}"
    if _MIDDLE.search(f"{pair.label} {pair.section} {pair.column}"):
        return
    interval = bool(_INTERVAL.search(words))
    one, two = read_moments(pair.first, interval), read_moments(pair.second, interval)
    if one is not None and two is not None:
        yield from _moments(one, two, pair.sizes, asked, bool(_ERROR.search(words)))


def _moments(one: Moments, two: Moments, printed: Sizes, asked: _Asked, error: bool) -> Iterator[_Read]:
    for sizes, beside in _size_choices(printed, asked):
        spreads = [_spread(m, n or 0) for m, n in zip((one, two), sizes, strict=True)]
        agree = float(one.sd is not None and two.sd is not None)
        figures = (one.mean, spreads[0], float(sizes[0] or 0), two.mean, spreads[1], float(sizes[1] or 0))
        yield figures, beside, agree, float(error)
        if error and agree:
            turned = [round(s * math.sqrt(n or 0), 2) for s, n in zip(spreads, sizes, strict=True)]
            yield (one.mean, turned[0], figures[2], two.mean, turned[1], figures[5]), beside, 0.0, 1.0


def _spread(moments: Moments, n: int) -> float:
    return moments.sd if moments.sd is not None else sd_from_interval(moments.half_width or 0, n)


def _of_text(told: TextPlace, asked: _Asked, article: NumericArticle, binary: bool) -> Iterator[Candidate]:
    one, two = told.first, told.second
    here = set(_heads(told.sentence))
    for short, long in article.abbreviations.items():
        if _cut((stem(short),)) <= here:
            here |= _heads(long)
    before = _heads(told.before)
    recall = sum(w in here for w in asked.wanted) / len(asked.wanted)
    behind = 0.5 * sum(w in before and w not in here for w in asked.wanted) / len(asked.wanted)
    times = set(TIME.findall(told.sentence))
    fit = min(1.0, 4 * len(asked.wanted & here) / max(4, len(here)))
    at_baseline = bool(BASELINE.search(told.sentence)) and not asked.at_baseline
    shared = (
        fit,
        behind,
        recall,
        0.0,
        0.25 if told.joined else 0.5,
        1.0,
        float(at_baseline or bool(asked.times and times and not asked.times & times)),
        float(bool(LATER.search(told.sentence))),
    )
    if recall + behind < _LEAST:
        return
    score = 1.5 * recall + 0.5 * fit
    read: Iterable[_Read] = ()
    if binary and isinstance(one, Share) and isinstance(two, Share):
        read = _shares(one, two, (None, None), asked)
    elif not binary and isinstance(one, Moments) and isinstance(two, Moments):
        read = _moments(one, two, (None, None), asked, bool(_ERROR.search(told.sentence)))
    for values, sizes, agree, derived in read:
        yield Candidate(values, told.offset, score, (*shared, sizes, agree, derived, 1.0))
