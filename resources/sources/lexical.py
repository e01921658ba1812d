"""BM25 over a fixed set of texts, to pre-select from a local set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

_WORD = re.compile(r"[^\W_]{2,40}")
_STOP = frozenset(
    _WORD.findall(
        "about after all also among an and any are as at be been before being between both but by can "
        "compared comparing did do does during each effect effects for from had has have higher how if "
        "in into is it its less lower may more most no nor not of on or other our out over same should "
        "so some such than that the their them then there these they this those to under up versus vs "
        "was we were what when where whether which while who why will with would "
    )
)


class LexicalIndex:
    """An index over texts; positions are those of the texts it was built from."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        vocabulary: dict[str, int] = {}
        ids = [[vocabulary.setdefault(word, len(vocabulary)) for word in words(text)] for text in texts]
        self._index: Any = None
        if vocabulary:
            import bm25s

            self._index = bm25s.BM25()
            self._index.index(bm25s.tokenization.Tokenized(ids=ids, vocab=vocabulary), show_progress=False)

    def best(self, query: str, limit: int) -> list[int]:
        """Positions of at most `limit` texts that share a word with the query, best first."""
        wanted = [w for w in dict.fromkeys(words(query)) if self._index and w in self._index.vocab_dict]
        if not wanted or limit < 1:
            return []
        scores = self._index.get_scores(wanted)
        order = np.argsort(-scores, kind="stable")[:limit]
        return [int(i) for i in order if scores[i] > 0]


def words(text: str) -> list[str]:
    """Lower-case words without stop words, plural endings folded ("studies" and "study" are one)."""
    return [stem for word in _WORD.findall(text.lower()) if (stem := _known_stem(word))]


class WordNumbers(dict[str, int]):
    """The number of each word's stem, given when the word is first looked up; 0 for a stop word.

    `numbers_of` runs at the speed of the interpreter's own loops: most of the cost of a large set lies here.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stems: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        stem = _known_stem(word)
        number = self.stems.setdefault(stem, len(self.stems) + 1) if stem else 0
        self[word] = number
        return number

    def numbers_of(self, text: str) -> list[int]:
        """The numbers of the words of a text, in order; each of `words` has one above 0."""
        return list(map(self.__getitem__, _WORD.findall(text.lower())))


@lru_cache(maxsize=200_000)
def _known_stem(word: str) -> str:
    return "" if word in _STOP else _stem(word)


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )
