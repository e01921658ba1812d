"""Labelled abstracts as pages of the close reader, with what it should find on each of them.

The label names outcome and arms in its reader's words: half of the outcomes stand in the sentence word for
word, of the rest the words of the sentence that share most with the name are taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aitia.model.data import words_of
from aitia.reading.trained.layout import Context, Encoder
from aitia.reading.trained.page_closely import page_row, places_of
from aitia.reading.trained.results import NAME_WORDS, TITLE
from aitia.text.sentences import sentences
from aitia.text.splitting import Span
from aitia.words.stemmer import stem
from bench.labelled import read_jsonl
from bench.training.reader.examples import ANSWERS, find_name, make_page, overlaps

LIKE_ENOUGH, SURELY = 0.5, 0.6
"""From this likeness on a sentence's words count as an outcome's name, and the page's as an arm's."""
NO_ARM = 0
"""The place that stands for an arm that is not named."""
DIRECTIONS = {name: answer - 1 for name, answer in ANSWERS.items() if answer}
_NO_EDGE = frozenset(stem(word) for word in words_of(NAME_WORDS, "no_edge"))
_WORD = re.compile(r"[^\W_]+")
_ALMOST = 0.05


@dataclass(frozen=True)
class Found:
    """A finding on a page: the places that tell it (its sentence's mark and the outcome's tokens), the first
    and last tokens of every mention of either arm (None where the page does not name it so), direction."""

    places: tuple[int, ...]
    arms: tuple[tuple[tuple[int, int], ...] | None, ...]
    direction: int


@dataclass(frozen=True)
class FoundPage:
    """A page's tokens; `results` says of every mark whether its sentence states a result, `inside` and
    `begins` of every token whether it belongs to an outcome's name and begins it, where `known`."""

    key: str
    ids: tuple[int, ...]
    results: Mapping[int, bool]
    inside: frozenset[int]
    begins: frozenset[int]
    known: frozenset[int]
    found: tuple[Found, ...]


def found_pages(
    encoder: Encoder, labels: Any, papers: Mapping[str, Mapping[str, Any]]
) -> Iterator[FoundPage]:
    """Every labelled abstract as a page; `encoder` is the page reader's, which lays pages out for both."""
    for row in read_jsonl(labels):
        yield _page(encoder, row, papers[row["id"]])


def _page(encoder: Encoder, row: Mapping[str, Any], paper: Mapping[str, Any]) -> FoundPage:
    lines = sentences(paper["abstract"])
    page = make_page(encoder, paper["title"], lines)
    context, short = page.context, {long.lower(): name for name, long in page.text.abbreviations.items()}
    texts = {TITLE: paper["title"], **{n: lines[n].text for n in context.kept}}
    at = dict(zip(context.kept, context.sentence_at, strict=True))
    inside, begins, known, found, told = set[int](), set[int](), set[int](), list[Found](), set[int]()
    missed = set[int]()
    for finding in row["findings"]:
        own = [n for n in context.kept if overlaps(lines[n], finding["evidence"])]
        told |= set(own)
        arms = tuple(
            _mentions(context, texts, finding[side], short) for side in ("intervention", "comparator")
        )
        for number in own:
            spans = _alike(finding["outcome"], texts[number], LIKE_ENOUGH)
            tokens = [places_of(context, number, span) for span in spans]
            if not any(tokens):
                missed.add(number)
            for run in tokens:
                inside.update(run)
                begins.update(run[:1])
            places = (at[number], *(t for run in tokens for t in run))
            found.append(Found(places, arms, DIRECTIONS[finding["direction"]]))
    for place, token in enumerate(context.token_of):
        if token is not None and token[0] in told and (token[0] not in missed or place in inside):
            known.add(place)
    results = {place: number in told for number, place in at.items()}
    return FoundPage(
        row["id"],
        page_row(context),
        results,
        frozenset(inside),
        frozenset(begins),
        frozenset(known),
        tuple(found),
    )


def _mentions(
    context: Context, texts: Mapping[int, str], name: str, short: Mapping[str, str]
) -> tuple[tuple[int, int], ...] | None:
    """First and last tokens of an arm's mentions: word for word or abbreviated, else what is most alike."""
    if name in ("", "baseline"):
        return ((NO_ARM, NO_ARM),)
    names = [name, *([short[name.lower()]] if name.lower() in short else [])]
    spans = {n: [s for one in names for s in find_name(one, text.lower())] for n, text in texts.items()}
    if not any(spans.values()):
        scored = {n: _best_window(name, text) for n, text in texts.items()}
        most = max(score for score, _ in scored.values())
        if most < SURELY:
            return None
        spans = {n: [span] for n, (score, span) in scored.items() if span and score >= most - _ALMOST}
    runs = [places_of(context, n, span) for n, own in spans.items() for span in own]
    return tuple(sorted({(run[0], run[-1]) for run in runs if run})) or None


def _alike(name: str, text: str, least: float) -> list[Span]:
    """Where a text says a name word for word, else the words that are most alike, from `least` on."""
    said = find_name(name, text.lower())
    if said:
        return said
    score, span = _best_window(name, text)
    return [span] if span and score >= least else []


def _best_window(name: str, text: str) -> tuple[float, Span | None]:
    """The run of words that shares most with a name (F1 of word stems), and how much."""
    wanted = Counter(stem(word) for word in _WORD.findall(name.lower()))
    words = [(stem(m[0].lower()), m.start(), m.end()) for m in _WORD.finditer(text)]
    best: tuple[float, Span | None] = (0.0, None)
    total = sum(wanted.values())
    for first, (own, start, _) in enumerate(words):
        if own not in wanted or own in _NO_EDGE:
            continue
        held = Counter[str]()
        for last in range(first, min(len(words), first + 2 * total + 2)):
            word, _, end = words[last]
            held[word] += 1
            if word in wanted and word not in _NO_EDGE:
                score = 2 * sum((held & wanted).values()) / (total + last - first + 1)
                if score > best[0]:
                    best = score, (start, end)
    return best
