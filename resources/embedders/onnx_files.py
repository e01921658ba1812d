"""Graphs of local models as files: written whole or not at all, and opened for running."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from aitia.model.errors import ModelFileError
from aitia.reading.models.sessions import make_session


def write_whole(target: Path, content: bytes) -> None:
    """Write beside its place and rename: readers see a whole file or none."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def onnx_session(graph: Path, threads: int) -> Any:
    """A session of a graph. Raises ModelFileError where it cannot be loaded."""
    try:
        return make_session(str(graph), threads)
    except Exception as error:  # onnxruntime raises classes of its own that have no common base
        raise ModelFileError(
            f"model graph {graph} cannot be loaded ({error}): delete it and run again"
        ) from error
