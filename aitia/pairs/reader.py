"""Does a sentence say that one named thing causes another? A linear reader of the words around the two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from aitia.pairs.marked import MarkedPair, read_marked, sentence_features
from aitia.reading.models import load_arrays
from aitia.reading.models.linear import buckets, sigmoid

MODEL = "causal_pairs"
MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class PairSentence:
    """A sentence that names both things, its place in the list given, and its probability of a cause."""

    place: int
    text: str
    probability: float


def cause_probability(pair: MarkedPair) -> float:
    """How likely the sentence says that its cause causes its effect (0 to 1); 0 unless it names both."""
    if not pair.whole:
        return 0.0
    model = load_arrays(MODEL)
    columns = buckets(sentence_features(pair), len(model["weights"]))
    columns = columns[model["known"][columns]]
    rarity = model["rarity"][columns].astype(np.float64)
    length = float(np.sqrt((rarity * rarity).sum())) or 1.0
    return sigmoid(
        float(model["weights"][columns].astype(np.float64) @ rarity) / length + float(model["bias"][0])
    )


def threshold() -> float:
    """The probability from which a sentence counts as saying so: highest F1 out of fold."""
    return float(load_arrays(MODEL)["threshold"][0])


def sentences_on(
    sentences: Sequence[str], causes: Sequence[str], effects: Sequence[str]
) -> tuple[PairSentence, ...]:
    """The sentences that name both, by any of their names, likeliest first and then in order."""
    found = []
    for place, text in enumerate(sentences):
        best = max((cause_probability(pair) for pair in _pairs(text, causes, effects)), default=0.0)
        if best > 0:
            found.append(PairSentence(place, text, best))
    return tuple(sorted(found, key=lambda s: (-s.probability, s.place)))


def _pairs(text: str, causes: Sequence[str], effects: Sequence[str]) -> Iterable[MarkedPair]:
    low = text.lower()
    held = [[n for n in names[:MOST_NAMES] if n.lower() in low] for names in (causes, effects)]
    for cause in held[0]:
        for effect in held[1]:
            pair = read_marked(text, cause, effect)
            if pair.whole:
                yield pair
