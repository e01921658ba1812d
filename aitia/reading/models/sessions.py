"""Sessions of onnxruntime, all with the same settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LARGEST, _DEEP, _WIDE = (255, 127), 64, 16
"""Of products of eight bits: the factors, and how many are added up in how many columns."""


def make_session(
    graph: bytes | str, threads: int, outside: Mapping[str, NDArray[np.generic]] | None = None
) -> Any:
    """A session of a graph, given whole or by its path; `outside` are constants that lie outside of it.
    Raises what onnxruntime raises."""
    return _session(graph, threads, outside or {}, wide_sums=_overflows())


def _session(
    graph: bytes | str, threads: int, outside: Mapping[str, NDArray[np.generic]], wide_sums: bool
) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take the cores from whatever else runs: the database, other runs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.x64quantprecision", str(int(wide_sums)))
    if outside:
        held = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in outside.values()]
        options.add_external_initializers(list(outside), held)
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


@cache
def _overflows() -> bool:
    """Whether products of eight bits overflow here, tried with the largest.

    A processor without instructions for them (VNNI) adds pairs in sixteen bits, which overflow: logits are
    then off by a tenth and answers are others than elsewhere. Added in thirty-two they are the same integers
    on every processor; where those instructions are there that is a third to a half slower for nothing.
    """
    from onnx import TensorProto, helper, numpy_helper

    first, second = _LARGEST
    weights = numpy_helper.from_array(np.full((_DEEP, _WIDE), second, dtype=np.int8), "weights")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["states", "weights"], ["product"])],
        "product",
        [helper.make_tensor_value_info("states", TensorProto.UINT8, ["rows", _DEEP])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, ["rows", _WIDE])],
        [weights],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    session = _session(model.SerializeToString(), 1, {}, wide_sums=False)
    products = (
        session.run(None, {"states": np.full((rows, _DEEP), first, dtype=np.uint8)})[0] for rows in (1, _DEEP)
    )
    return any((product != _DEEP * first * second).any() for product in products)
