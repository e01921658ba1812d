"""How alike two short texts are, by the run's embedder; each text is embedded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from resources.workbench import Workbench


def similarity_of(workbench: Workbench) -> Callable[[str, str], float]:
    """Cosine similarity, -1 to 1. It knows nothing of direction: never a means of verification."""
    embedder = workbench.embedder

    @cache
    def vector(text: str) -> bytes:
        return np.asarray(embedder.embed([text])[0], dtype=np.float32).tobytes()

    def similarity(a: str, b: str) -> float:
        one, other = (np.frombuffer(vector(text), dtype=np.float32) for text in (a, b))
        return float(one @ other)

    return similarity
