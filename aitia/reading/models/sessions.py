"""Sessions of onnxruntime, all with the same settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def make_session(
    graph: bytes | str, threads: int, outside: Mapping[str, NDArray[np.generic]] | None = None
) -> Any:
    """A session of a graph, given whole or by its path; `outside` are constants that lie outside of it.
    Raises what onnxruntime raises."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take the cores from whatever else runs: the database, other runs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # A processor without instructions for products in eight bits (VNNI) adds pairs of them in sixteen, which
    # they overflow: logits are then off by a tenth and answers are others than elsewhere. With this they are
    # added in thirty-two there, in the same time or a quarter more; elsewhere it does nothing.
    options.add_session_config_entry("session.x64quantprecision", "1")
    if outside:
        held = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in outside.values()]
        options.add_external_initializers(list(outside), held)
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
