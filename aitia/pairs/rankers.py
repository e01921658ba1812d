"""Rankers of paths between two things: by likeness, by trees over path features, by a cross-encoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aitia.pairs.path_features import TypedPath, as_text, path_ngrams, path_numbers
from aitia.reading.models import load_booster
from aitia.reading.models.linear import bucket
from aitia.reading.models.trees import TreeEnsemble

MODEL = "path_ranker"
GRAMS = 64
"""Buckets that a path's n-grams of types and relations are counted in."""

Scores = NDArray[np.float64]


class PathRanker(Protocol):
    """Gives each path a number; only the order of one question's paths means anything."""

    @property
    def name(self) -> str:
        """What the order is by, for a reader."""
        ...

    def scores(self, question: str, paths: Sequence[TypedPath]) -> Scores:
        """One number a path, higher is better, of shape (paths,)."""
        ...


@dataclass(frozen=True)
class SimilarityRanker:
    """Cosine of question and path in words. `embed` gives vectors of shape (n, d)."""

    embed: Callable[[Sequence[str]], NDArray[np.float32]]
    name: str = "likeness in meaning"

    def scores(self, question: str, paths: Sequence[TypedPath]) -> Scores:
        """The cosines, -1 to 1."""
        if not paths:
            return np.zeros(0)
        vectors = np.asarray(self.embed([question, *map(as_text, paths)]), dtype=np.float64)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return np.asarray(vectors[1:] @ vectors[0])


@dataclass(frozen=True)
class TreeRanker:
    """LambdaRank trees over types, relations, length, n-grams, degrees and grade; LightGBM is not needed."""

    trees: TreeEnsemble
    degrees: Mapping[str, int]
    name: str = "LambdaRank on path features"

    def scores(self, question: str, paths: Sequence[TypedPath]) -> Scores:  # noqa: ARG002
        """The trees' sums; the question's wording has no part in them."""
        if not paths:
            return np.zeros(0)
        return self.trees.predict(np.array([path_vector(path, self.degrees) for path in paths]))


@dataclass(frozen=True)
class EncoderRanker:
    """A cross-encoder over question and path in words; `encode` gives one number a text."""

    encode: Callable[[str, Sequence[str]], Scores]
    name: str = "cross-encoder"

    def scores(self, question: str, paths: Sequence[TypedPath]) -> Scores:
        """What the encoder says."""
        return np.asarray(self.encode(question, [as_text(path) for path in paths]), dtype=np.float64)


def shipped_ranker(degrees: Mapping[str, int] | None = None) -> TreeRanker:
    """The trees that ship with Aitia. Raises ModelFileError when their file is missing or damaged."""
    return TreeRanker(load_booster(MODEL), degrees or {})


def path_vector(path: TypedPath, degrees: Mapping[str, int] | None = None) -> list[float]:
    """The numbers of `path_features.NUMBERS` but the last, then the n-grams counted in `GRAMS` buckets."""
    counts = [0.0] * GRAMS
    for gram in path_ngrams(path):
        counts[bucket(gram, GRAMS)] += 1
    return [*path_numbers(path, degrees)[:-1], *counts]


def ranked(ranker: PathRanker, question: str, paths: Sequence[TypedPath]) -> list[tuple[TypedPath, float]]:
    """The paths with their scores, best first; ties by length, then by name."""
    scores = ranker.scores(question, paths)
    both = zip(paths, map(float, scores), strict=True)
    return sorted(both, key=lambda item: (-item[1], item[0].length, item[0].names, item[0].relations))
