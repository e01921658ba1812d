"""How near every sentence is to the event, to an option and to both, by meaning and by words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from aitia.words.tokens import tokenise

Scores = NDArray[np.float64]
KEYWORD_BOOST = 0.3
"""What a sentence that holds every word of a text gains beside its cosine."""


@dataclass(frozen=True)
class Told:
    """A sentence of a document; `place` counts the document's sentences."""

    document: str
    place: int
    text: str


@dataclass(frozen=True)
class View:
    """Nearness of every sentence to one text: its cosine, and with keyword boost. Shapes (n,)."""

    cosine: Scores
    boosted: Scores


class Keywords:
    """Share of a text's words, by inverse document frequency, that each sentence holds."""

    def __init__(self, sentences: Sequence[Told]) -> None:
        self._stems = [frozenset(tokenise(sentence.text)) for sentence in sentences]
        held = Counter(stem for stems in self._stems for stem in stems)
        total = len(sentences)
        self._idf: Mapping[str, float] = {
            stem: log(1 + (total - count + 0.5) / (count + 0.5)) for stem, count in held.items()
        }
        self._unseen = log(1 + (total + 0.5) / 0.5)

    def coverage(self, text: str) -> Scores:
        """Shares from 0 to 1, shape (n,)."""
        wanted = {stem: self._idf.get(stem, self._unseen) for stem in tokenise(text)}
        whole = sum(wanted.values())
        if not whole:
            return np.zeros(len(self._stems))
        return np.array([sum(wanted[s] for s in stems & wanted.keys()) / whole for stems in self._stems])


def view(cosine: Scores, coverage: Scores) -> View:
    """The view of one text from its cosines and keyword shares."""
    return View(cosine, cosine + KEYWORD_BOOST * coverage)


def both(one: View, other: View) -> View:
    """The view of two texts at once: a sentence is as near as it is to the farther one."""
    return View(np.minimum(one.cosine, other.cosine), np.minimum(one.boosted, other.boosted))


def most_telling(sentences: Sequence[Told], texts: Sequence[str], most: int) -> tuple[int, ...]:
    """Places of at most `most` sentences, in order: those that hold most words of any of the texts."""
    if len(sentences) <= most:
        return tuple(range(len(sentences)))
    keywords = Keywords(sentences)
    best = np.max([keywords.coverage(text) for text in texts], axis=0)
    return tuple(sorted(int(place) for place in np.argsort(-best, kind="stable")[:most]))


def top_documents(sentences: Sequence[Told], scores: Scores, most: int = 3) -> tuple[tuple[str, float], ...]:
    """The documents with the best sentence of a view, best first, each with that sentence's score."""
    best: dict[str, float] = {}
    for sentence, score in zip(sentences, scores, strict=True):
        best[sentence.document] = max(best.get(sentence.document, float("-inf")), float(score))
    return tuple(sorted(best.items(), key=lambda item: (-item[1], item[0]))[:most])
