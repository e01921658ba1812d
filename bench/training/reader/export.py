"""The network as the file that ships: ONNX, weights in eight bits."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import torch

from aitia.reading.trained.words import IN_GRAPH, PLACE, word_table
from bench.training.reader.batches import assemble
from bench.training.reader.encoder import ReaderNetwork
from bench.training.reader.examples import Example

_AXES = {
    "context": {1: "c"},
    "sentence_at": {1: "s"},
    "question": {1: "q"},
    "segment": {1: "q"},
    "position": {1: "q"},
    "question_at": {1: "k"},
    "marks": {1: "k", 2: "c"},
    "shares": {1: "k", 2: "s"},
}
_OUTPUTS = ["result", "tags", "evidence", "answer", "significant"]


def export(network: ReaderNetwork, example: Example, path: Path) -> None:
    """Write the graph for one page at a time, any number of questions; `example` is traced."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    given = assemble([(example, list(example.questions[:2]))]).given
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "reader.onnx"
        torch.onnx.export(
            network.eval(),
            tuple(given[name] for name in _AXES),
            str(plain),
            input_names=list(_AXES),
            output_names=_OUTPUTS,
            dynamic_axes=_AXES,
            opset_version=17,
            dynamo=False,
        )
        graph = onnx.load(str(plain))
        del graph.graph.value_info[:]  # shapes noted while tracing keep the quantiser from working
        onnx.save(graph, str(plain))
        small = Path(folder) / "small.onnx"
        quantize_dynamic(
            str(plain),
            str(small),
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gather", "Gemm"],
            extra_options={"MatMulConstBOnly": True},
        )
        path.write_bytes(without_words(small.read_bytes()))


def without_words(graph: bytes) -> bytes:
    """The graph with its table of words left to the installed weights (`aitia.reading.trained.words`), from
    which training takes them as they are. Raises ValueError where it holds another table, or none."""
    import onnx
    from onnx import TensorProto, numpy_helper

    model = onnx.load_from_string(graph)
    held = next((item for item in model.graph.initializer if item.name == IN_GRAPH), None)
    if held is None or not np.array_equal(numpy_helper.to_array(held), word_table().values):
        raise ValueError(f"{IN_GRAPH} of the graph is not the table of the installed weights")
    held.ClearField("raw_data")
    held.data_location = TensorProto.EXTERNAL
    held.external_data.add(key="location", value=PLACE)
    stripped: bytes = model.SerializeToString()
    return stripped
