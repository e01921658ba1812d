"""What the close reader learned, as the file that ships: products in eight bits, heads in sixteen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import resources
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


def load_learned(path: Path | None = None) -> tuple[dict[str, Array], str]:
    """The arrays, and a hash of the file.

    Raises ModelFileError where the file is missing or damaged.
    """
    try:
        file = path or resources.files(__package__).joinpath("model", FILE)
        content = file.read_bytes()
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            arrays = {
                name: held[name].astype(np.float32)
                * (held[name + _SCALE] if name + _SCALE in held else np.float32(1))
                for name in held.files
                if not name.endswith(_SCALE)
            }
            return arrays, hashlib.sha256(content).hexdigest()[:12]
    except (OSError, ValueError, KeyError) as problem:
        raise ModelFileError(
            f"the close reader's file {FILE} is missing or damaged ({problem}): reinstall aitia"
        ) from None
