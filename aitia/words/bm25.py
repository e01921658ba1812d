"""BM25: what a word is worth by its rarity, and how much of that is left by how often a text repeats it.

Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond" (2009), with the
inverse document frequency that cannot be negative. Every function takes numbers or arrays alike.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75
Numbers = TypeVar("Numbers", float, NDArray[np.float64])


def rarity(texts: float, holding: Numbers) -> Numbers:
    """The inverse document frequency ln(1 + (N − n + 0.5) / (n + 0.5)) of words that n of N texts hold."""
    found: Numbers = np.log1p((texts - holding + 0.5) / (holding + 0.5))
    return found


def length_norm(lengths: Numbers, mean: float, k1: float = K1, b: float = B) -> Numbers:
    """By how much texts of these lengths (in words) soften a word's frequency; `mean` is of all texts."""
    return k1 * (1 - b + b * lengths / mean)


def weight(worth: Numbers, often: Numbers, norm: Numbers, k1: float = K1) -> Numbers:
    """What words are worth in texts that hold them `often` times: worth · f · (k1 + 1) / (f + norm)."""
    return worth * often * (k1 + 1) / (often + norm)
