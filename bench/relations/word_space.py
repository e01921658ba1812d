"""What words are like: a vector and groups for every common English word.

The vectors are those that all-MiniLM-L6-v2 gives to single words, brought to 64 dimensions; the groups are
k-means clusters of three sizes. `bench/training/word_space.py` makes the file.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bench.relations import learned

MODEL = "word_space"
DIMENSIONS = 64
SIZES = (64, 256, 1024)
"""How many groups each clustering has."""

_ENDINGS = ("ings", "ing", "ed", "es", "s", "ly")
_UNKNOWN: NDArray[np.float64] = np.zeros(DIMENSIONS)


def word_vector(word: str) -> NDArray[np.float64]:
    """The vector (64) of a lower-case word, of variance 1 over all words; zeros for an unknown one."""
    place = _place(word)
    if place is None:
        return _UNKNOWN
    vector: NDArray[np.float64] = learned(MODEL)["vectors"][place] * float(learned(MODEL)["scale"][0])
    return vector


def word_groups(word: str) -> tuple[int, ...] | None:
    """The word's group in each clustering, coarse to fine; None for an unknown one."""
    place = _place(word)
    return None if place is None else tuple(int(group) for group in learned(MODEL)["groups"][place])


def _place(word: str) -> int | None:
    """Where a word stands in the list, or else the word without its ending."""
    known = _places()
    if word in known:
        return known[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            bare = word[: -len(ending)]
            return known.get(bare, known.get(bare + "e"))
    return None


@cache
def _places() -> dict[str, int]:
    listed = learned(MODEL)["words"].tobytes().decode("ascii").split("\n")
    return {word: place for place, word in enumerate(listed)}
