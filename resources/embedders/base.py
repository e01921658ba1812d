"""What an embedder is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of shape (n, dimensions), float32.

    `threshold` is the cosine above which a paper passes the gate with this model; it was
    calibrated on labelled data and is stored with the model's name. `seed_threshold` is that of two papers.
    """

    name: str
    version: str
    dimensions: int
    short_dimensions: int
    threshold: float
    seed_threshold: float

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed the texts; an empty text has the zero vector."""
        ...
