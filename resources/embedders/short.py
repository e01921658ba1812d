"""Short vectors for the index, made from raw ones."""

from __future__ import annotations

import numpy as np

from resources.embedders.base import Vectors


def short_vectors(vectors: Vectors, dimensions: int) -> Vectors:
    """The first `dimensions` numbers of each row, scaled to length 1 (Matryoshka truncation).

    Rows that are as short already keep their values; a zero row stays zero.
    """
    return vectors if vectors.shape[1] <= dimensions else unit_rows(vectors[:, :dimensions])


def unit_rows(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1; a zero row stays zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.where(norms > 0, norms, 1)).astype(np.float32)
    return scaled
