"""Graphs of local models as files: written whole or not at all, and opened for running."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from aitia.model.errors import ModelFileError


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
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take the cores from whatever else runs: the database, other runs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises classes of its own that have no common base
        raise ModelFileError(
            f"model graph {graph} cannot be loaded ({error}): delete it and run again"
        ) from error
