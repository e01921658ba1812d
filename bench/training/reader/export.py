"""The network as the file that ships: ONNX, weights in eight bits."""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch

from bench.training.reader.batches import assemble
from bench.training.reader.encoder import ReaderNetwork
from bench.training.reader.examples import Example
from bench.training.reader.outside import without_words

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
