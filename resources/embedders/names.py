"""Vectors of names (arms, outcomes) by the local sentence model, each name embedded once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from resources.embedders.minilm import MiniLmEmbedder

_MOST = 50_000


class NameVectors:
    """Unit vectors of short names; call it with names. Always local: nothing is paid, nothing leaves."""

    def __init__(self, folder: Path) -> None:
        self._embedder = MiniLmEmbedder(folder)
        self._known: dict[str, NDArray[np.float64]] = {}
        self._lock = threading.Lock()

    def __call__(self, names: Sequence[str]) -> NDArray[np.float64]:
        with self._lock:
            if len(self._known) > _MOST:
                self._known.clear()
            new = list(dict.fromkeys(name for name in names if name not in self._known))
            for name, vector in zip(new, self._embedder.embed(new), strict=True):
                self._known[name] = vector.astype(np.float64)
            return np.array([self._known[name] for name in names])


@cache
def name_vectors(folder: Path) -> NameVectors:
    """The vectors of names, with the model's graph kept in `folder`; one for each folder and process."""
    return NameVectors(folder)
