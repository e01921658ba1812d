"""What the close reader learned, as the file that ships: products in eight bits, heads in sixteen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError

FILE = "close.npz"
_SCALE = "/scale"

Array = NDArray[np.float32]


def save_learned(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write the arrays; the two factors of a product in eight bits with a scale for each row."""
    held: dict[str, NDArray[np.generic]] = {}
    for name, array in sorted(arrays.items()):
        if name.rsplit(".", 1)[-1] in ("a", "c"):
            scale = np.abs(array).max(axis=1, keepdims=True) / 127 + 1e-12
            held[name] = np.round(array / scale).astype(np.int8)
            held[name + _SCALE] = scale.astype(np.float32)
        else:
            held[name] = array.astype(np.float16)
    np.savez_compressed(path, allow_pickle=False, **held)


def learned_version() -> str:
    """A hash of the file that ships. Raises ModelFileError where it is missing."""
    try:
        return hashlib.sha256(_shipped().read_bytes()).hexdigest()[:12]
    except OSError as problem:
        raise _damaged(problem) from None


def load_learned(path: Path | None = None) -> dict[str, Array]:
    """The arrays.

    Raises ModelFileError where the file is missing or damaged.
    """
    try:
        with (path or _shipped()).open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            return {
                name: held[name].astype(np.float32)
                * (held[name + _SCALE] if name + _SCALE in held else np.float32(1))
                for name in held.files
                if not name.endswith(_SCALE)
            }
    except (OSError, ValueError, KeyError) as problem:
        raise _damaged(problem) from None


def _shipped() -> Traversable:
    return resources.files(__package__).joinpath("model", FILE)


def _damaged(problem: Exception) -> ModelFileError:
    return ModelFileError(
        f"the close reader's file {FILE} is missing or damaged ({problem}): reinstall aitia"
    )
