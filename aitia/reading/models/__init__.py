"""The small trained models that ship with Aitia, read once and kept.

Every artefact is plain data: NumPy arrays in `.npz` (never pickles) or LightGBM text.
`docs/models/` has a card for each.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from aitia.reading.models.trees import TreeEnsemble


@cache
def load_arrays(name: str, package: str = __package__) -> MappingProxyType[str, NDArray[Any]]:
    """The arrays of `name.npz` in a package. Raises ModelFileError when the file is missing or damaged."""
    try:
        with np.load(io.BytesIO(_bytes(f"{name}.npz", package)), allow_pickle=False) as stored:
            return MappingProxyType({key: stored[key] for key in stored.files})
    except (ValueError, OSError) as error:
        raise ModelFileError(f"model file {name}.npz is damaged ({error}): reinstall aitia") from error


@cache
def load_booster(name: str) -> TreeEnsemble:
    """The gradient-boosted trees of `name.txt`. Raises ModelFileError when missing or damaged."""
    try:
        return TreeEnsemble.parse(_bytes(f"{name}.txt", __package__).decode("utf-8"))
    except (ValueError, KeyError) as error:
        raise ModelFileError(f"model file {name}.txt is damaged ({error}): reinstall aitia") from error


def _bytes(file_name: str, package: str) -> bytes:
    try:
        return resources.files(package).joinpath(file_name).read_bytes()
    except OSError as error:
        raise ModelFileError(f"model file {file_name} is missing: reinstall aitia") from error
