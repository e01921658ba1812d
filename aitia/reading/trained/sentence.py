"""One sentence read by a linear model over its words, with the arms and the outcome masked by role."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models import load_arrays
from aitia.reading.models.linear import buckets, softmax, text_scale
from aitia.reading.paper.arms import Names, mark_roles
from aitia.reading.statements.outcome_features import mirror, sentence_features
from aitia.reading.statements.rule_features import rule_features

MODEL = "sentence_reader"
FLIP = (1, 0, 2)
"""The class of each class when the arms are exchanged."""

Columns = NDArray[np.int64]


def read_sentence(sentence: str, names: Names) -> NDArray[np.float64]:
    """Probabilities of more, less and no difference with the first arm, which is the one under study.

    The sentence is read as it stands and in its mirror image, and both are averaged.
    """
    direct, mirrored = encode(sentence, names, len(load_arrays(MODEL)["weights"]))
    result: NDArray[np.float64] = (_probabilities(direct) + _probabilities(mirrored)[list(FLIP)]) / 2
    return result


def encode(sentence: str, names: Names, size: int) -> tuple[Columns, Columns]:
    """Columns of a sentence as it stands, and of its mirror image with the arms exchanged."""
    tokens = mark_roles(sentence, names)
    bound, free = sentence_features(sentence, names, tokens)
    rule_bound, rule_free = rule_features(sentence, names, tokens)
    bound, free = bound | rule_bound, free | rule_free
    return _columns(bound, free, "f", size), _columns({mirror(b) for b in bound}, free, "m", size)


def _columns(bound: set[str], free: set[str], side: str, size: int) -> Columns:
    return buckets(["b" + b for b in bound] + [side + f for f in free], size)


def _probabilities(columns: Columns) -> NDArray[np.float64]:
    model = load_arrays(MODEL)
    kept = columns[model["known"][columns]]
    weights = model["weights"][kept].astype(np.float64).sum(axis=0)
    return softmax(weights * text_scale(len(kept)) + model["bias"])
