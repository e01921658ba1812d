"""Hashed linear text models: the common arithmetic of the trained readers."""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")


def words(text: str) -> list[str]:
    """Lower-case ASCII words of a text; every number becomes "0"."""
    return ["0" if w[0].isdigit() else w for w in _WORD.findall(text.lower())]


def bucket(feature: str, size: int) -> int:
    """The column (0 to size − 1) of a feature, the same on every machine and in every run."""
    return zlib.crc32(feature.encode("utf-8")) % size


def buckets(features: Iterable[str], size: int) -> NDArray[np.int64]:
    """The distinct columns of some features, in ascending order."""
    return np.array(sorted({bucket(f, size) for f in features}), dtype=np.int64)


def text_scale(count: int) -> float:
    """What each of `count` binary features is multiplied by, so that long texts do not shout."""
    return 3.0 / math.sqrt(max(1, count))


def sigmoid(value: float) -> float:
    """The logistic function, safe for any finite value."""
    if value >= 0:
        return 1.0 / (1.0 + math.exp(-min(value, 700.0)))
    odds = math.exp(max(value, -700.0))
    return odds / (1.0 + odds)


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities over the last axis."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: NDArray[np.float64] = shifted / shifted.sum(axis=-1, keepdims=True)
    return result


def fingerprint(*parts: str) -> np.uint64:
    """A 64-bit hash of normalised text: what a model was trained on, so that a benchmark can tell."""
    joined = "\x1f".join(" ".join(words(p)) for p in parts)
    return np.uint64(int.from_bytes(hashlib.blake2b(joined.encode("utf-8"), digest_size=8).digest(), "big"))
