"""What the close reader learned, as the files that ship: products in eight bits, heads in sixteen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError

FILE, PAGES = "close.npz", "pages.npz"
"""What was learned for questions, and for pages without one."""
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


def of_rank(arrays: Mapping[str, Array], rank: int) -> dict[str, Array]:
    """The arrays with every product of that rank at most: its smallest singular values are left out."""
    kept = dict(arrays)
    for name in (name for name in arrays if name.endswith(".a")):
        other = f"{name[:-1]}c"
        inner, first = np.linalg.qr(arrays[name].T)
        outer, second = np.linalg.qr(arrays[other])
        left, values, right = np.linalg.svd(second @ first.T)
        root = np.sqrt(values[:rank])
        kept[name] = (root[:, None] * right[:rank] @ inner.T).astype(np.float32)
        kept[other] = (outer @ left[:, :rank] * root).astype(np.float32)
    return kept


def learned_version() -> str:
    """A hash of the files that ship. Raises ModelFileError where one is missing."""
    digest = hashlib.sha256()
    for name in (FILE, PAGES):
        try:
            digest.update(_shipped(name).read_bytes())
        except OSError as problem:
            raise _damaged(name, problem) from None
    return digest.hexdigest()[:12]


def load_learned(path: Path | None = None, name: str = FILE) -> dict[str, Array]:
    """The arrays of the file of that name that ships, or of another at `path`.

    Raises ModelFileError where the file is missing or damaged.
    """
    try:
        with (path or _shipped(name)).open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            return {
                name: held[name].astype(np.float32)
                * (held[name + _SCALE] if name + _SCALE in held else np.float32(1))
                for name in held.files
                if not name.endswith(_SCALE)
            }
    except (OSError, ValueError, KeyError) as problem:
        raise _damaged(path.name if path else name, problem) from None


def _shipped(name: str) -> Traversable:
    return resources.files(__package__).joinpath("model", name)


def _damaged(name: str, problem: Exception) -> ModelFileError:
    return ModelFileError(
        f"the close reader's file {name} is missing or damaged ({problem}): reinstall aitia"
    )
