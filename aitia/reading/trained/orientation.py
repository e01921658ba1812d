"""How a question lies beside a paper's own words: which arm it names first, and whether its outcome goes the
way of the paper's ("survival" against "deaths").

A small encoder of its own reads the names. Each arm of the question is put beside the paper's arms and scored
for being the intervention; the difference of the two scores is the order, so that exchanging the question's
arms turns its sign exactly. Word vectors are those of the page reader's graph: both networks leave them as
they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.sessions import make_session
from aitia.reading.trained.layout import CLS, SEP, AskedOutcome, Encoder
from aitia.reading.trained.words import WordTable

ARM, OUTCOME, TITLE, SENTENCE = 16, 18, 26, 40
"""Most tokens of an arm, an outcome, the title and the sentence that names the paper's outcome."""
_TOLD_OUTCOME = 14
_TITLE_LETTERS = 300
_NO_COMPARATOR = "control"

Pair = tuple[tuple[int, ...], int]
"""Token ids, and how many of them belong to the first part."""


@dataclass(frozen=True)
class Told:
    """What the paper says: title, arms, and an outcome with the sentence that names it ("" for none)."""

    title: str
    intervention: str
    comparator: str
    outcome: str
    sentence: str


@dataclass(frozen=True)
class Oriented:
    """Logits: `order` that the question's intervention is the paper's, `way` that the outcomes go one way."""

    order: float
    way: float


class OrientationNetwork:
    """The graph of `orientation.onnx`: vectors of tokens in, two scores for each pair of texts out."""

    def __init__(self, graph: bytes, words: WordTable, encoder: Encoder, threads: int = 2) -> None:
        self._words = words
        self._encoder = encoder
        self._session: Any = make_session(graph, threads)

    def read(self, asked: AskedOutcome, told: Told) -> Oriented:
        """The question beside what the paper says."""
        pairs = [
            arm_pair(self._encoder, asked.intervention, asked.outcome, told),
            arm_pair(self._encoder, asked.comparator, asked.outcome, told),
            outcome_pair(self._encoder, asked.outcome, told),
        ]
        arm, way = self._scores(pairs)
        return Oriented(float(arm[0] - arm[1]), float(way[2]) if told.outcome else 0.0)

    def _scores(self, pairs: Sequence[Pair]) -> list[NDArray[np.float32]]:
        width = max(len(ids) for ids, _ in pairs)
        ids = np.zeros((len(pairs), width), dtype=np.int64)
        kinds = np.zeros_like(ids)
        for row, (own, first) in enumerate(pairs):
            ids[row, : len(own)] = own
            kinds[row, first : len(own)] = 1
        feed = {"words": self._words[ids], "kinds": kinds, "seen": (ids > 0).astype(np.float32)}
        scores: list[NDArray[np.float32]] = self._session.run(None, feed)
        return scores


def arm_pair(encoder: Encoder, arm: str, outcome: str, told: Told) -> Pair:
    """One arm of the question beside the paper's arms."""
    further = (
        (told.intervention, ARM),
        (told.comparator or _NO_COMPARATOR, ARM),
        (outcome, _TOLD_OUTCOME),
        (told.title[:_TITLE_LETTERS], TITLE),
    )
    return _pair(encoder, (arm, ARM), further)


def outcome_pair(encoder: Encoder, outcome: str, told: Told) -> Pair:
    """The question's outcome beside the paper's."""
    return _pair(encoder, (outcome, OUTCOME), ((told.outcome, OUTCOME), (told.sentence, SENTENCE)))


def _pair(encoder: Encoder, first: tuple[str, int], further: Iterable[tuple[str, int]]) -> Pair:
    ids = [CLS, *_ids(encoder, *first), SEP]
    split = len(ids)
    for text, most in further:
        ids += [*_ids(encoder, text, most), SEP]
    return tuple(ids), split


def _ids(encoder: Encoder, text: str, most: int) -> list[int]:
    return encoder.encode(text, add_special_tokens=False).ids[:most]
