"""What each reader of a pair sees: words, meaning, kinds of things, and the paths between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.pairs.marked import MarkedPair, masked, sentence_features
from aitia.pairs.path_features import path_ngrams
from aitia.reading.models.linear import buckets
from bench.labelled import pair_fingerprint
from bench.pairs.data import PairRow
from bench.relations import cause_effect as reader
from bench.relations import learned

SIZE = 2**17
_LEAST = 1e-3

Floats = NDArray[np.float64]
Columns = list[NDArray[np.int64]]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True)
class Views:
    """The rows as every reader sees them; lists and arrays are as long as the rows."""

    words: Columns
    meaning: Floats
    things: Floats
    cause: Floats
    paths: Columns

    def __len__(self) -> int:
        return len(self.words)

    def joined(self, other: Views) -> Views:
        """These rows and then the other ones."""
        return Views(
            self.words + other.words,
            np.vstack([self.meaning, other.meaning]),
            np.vstack([self.things, other.things]),
            np.vstack([self.cause, other.cause]),
            self.paths + other.paths,
        )


def make_views(rows: Sequence[PairRow], embed: Embed, degrees: Mapping[str, int]) -> Views:
    """All views of some rows. `embed` gives one vector a text, of shape (n, d)."""
    return Views(
        words=[buckets(sentence_features(row.marked), SIZE) for row in rows],
        meaning=np.asarray(embed([masked(row.marked) or "-" for row in rows]), dtype=np.float64),
        things=np.array([reader.pair_vector(*row.marked.parts) for row in rows]),
        cause=np.array([_cause_effect(row.marked) for row in rows]),
        paths=[_path_columns(row, degrees) for row in rows],
    )


def _path_columns(row: PairRow, degrees: Mapping[str, int]) -> NDArray[np.int64]:
    grams: set[str] = set()
    for path in row.paths:
        grams |= path_ngrams(path, degrees)
    grams.add(f"paths:{min(len(row.paths), 5)}")
    return buckets(grams, SIZE)


def _cause_effect(pair: MarkedPair) -> Floats:
    """Log probabilities that the cause causes the effect, and the other way round.

    A sentence that the reader was trained on is answered by the copy that had not seen it.
    """
    forward, backward = 0.0, 0.0
    if pair.whole:
        held = _out_of_fold().get(int(pair_fingerprint(pair.parts)))
        if held is not None:
            first, second = float(held[1]), float(held[2])
        else:
            spans = sorted((pair.cause, pair.effect))
            said = reader.cause_effect(pair.text, spans[0], spans[1])
            first, second = said.first_causes_second, said.second_causes_first
        forward, backward = (second, first) if pair.effect_first else (first, second)
    return np.log([forward + _LEAST, backward + _LEAST])


def _out_of_fold() -> dict[int, NDArray[np.float16]]:
    if not _HELD:
        model = learned(reader.MODEL)
        _HELD.update(zip(model["trained_on"].tolist(), model["out_of_fold"], strict=True))
    return _HELD


_HELD: dict[int, NDArray[np.float16]] = {}
