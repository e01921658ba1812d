"""The word vectors of the page network: those of all-MiniLM-L6-v2, which training leaves as they are.

They do not ship: they come from the installed package of its weights, are brought into eight bits as the
quantiser of onnxruntime does it, and are checked by their hash. The package is never imported.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from aitia.model.packages import MINILM_PACKAGE, package_folder

IN_GRAPH = "word.weight_quantized"
"""What the graph of the page network calls them."""
PLACE = "words"
"""Where that graph says that they lie: outside of it."""
_FILE, _TENSOR = Path("model", "model.safetensors"), "embeddings.word_embeddings.weight"
_SHA256 = "2655fab7816f43efb3fad20f05446eb86b486521b298db97d541c7a9c4d2202d"

WordTable = NDArray[np.uint8]
"""Vectors of words in eight bits (words × 384); the graph holds what a byte stands for."""


@cache
def word_table() -> WordTable:
    """The table of the installed weights. Raises ModelFileError where they are missing or others."""
    from safetensors import SafetensorError, safe_open

    folder = package_folder(MINILM_PACKAGE)
    if folder is None:
        name = MINILM_PACKAGE.replace("_", "-")
        raise ModelFileError(
            f"the package {name} with the reader's word vectors is not installed: run `make install`"
        )
    path = folder / _FILE
    try:
        with safe_open(path, "np") as held:
            vectors: NDArray[np.float32] = held.get_tensor(_TENSOR)
    except (OSError, SafetensorError) as problem:
        raise _damaged(path, str(problem)) from None
    table = in_eight_bits(vectors)
    if hashlib.sha256(table.tobytes()).hexdigest() != _SHA256:
        raise _damaged(path, "they are not the published ones")
    return table


def in_eight_bits(vectors: NDArray[np.float32]) -> WordTable:
    """One scale for the whole table, with a byte that stands for 0; `vectors` are overwritten."""
    low, high = min(np.float32(0), vectors.min()), max(np.float32(0), vectors.max())
    scale = np.float32((high - low) / 255)
    zero = int(np.rint(-low / scale))
    vectors /= scale
    np.rint(vectors, out=vectors)
    vectors += zero
    return np.clip(vectors, 0, 255, out=vectors).astype(np.uint8)


def _damaged(path: Path, why: str) -> ModelFileError:
    return ModelFileError(f"the reader's word vectors in {path} cannot be used ({why}): run `make install`")
