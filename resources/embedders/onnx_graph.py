"""A BERT encoder as an ONNX graph, assembled from plain weight arrays: no torch, no exporter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

GRAPH_VERSION = 1
"""Raised whenever the graph changes, so that a cached one is not taken for it."""

_OPSET = 20
_IR_VERSION = 9
_MASKED = -1e4
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


@dataclass(frozen=True)
class BertShape:
    """The sizes that a BERT encoder's configuration names."""

    hidden: int
    heads: int
    layers: int
    layer_norm_eps: float = 1e-12

    @property
    def head_size(self) -> int:
        """Width of one attention head."""
        return self.hidden // self.heads


def build_bert(weights: Mapping[str, NDArray[np.float32]], shape: BertShape) -> onnx.ModelProto:
    """The encoder: int64 inputs of shape (batch, length), float32 output (batch, length, hidden).

    `weights` are named as in the published checkpoints ("embeddings.word_embeddings.weight", …).
    Raises KeyError, with the name, when one is missing.
    """
    graph = _Graph(weights, shape)
    graph.finish(graph.encode(graph.embed()))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in _INPUTS]
    output = helper.make_tensor_value_info(
        "last_hidden_state", TensorProto.FLOAT, ["batch", "length", shape.hidden]
    )
    made = helper.make_graph(graph.nodes, "bert", inputs, [output], graph.constants)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)


class _Graph:
    """Collects nodes and constants; every method returns the name of the tensor that it made."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]], shape: BertShape) -> None:
        self.weights = weights
        self.shape = shape
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        heads = np.array([0, 0, shape.heads, shape.head_size])
        self._split = self._constant("split_heads", heads)
        self._join = self._constant("join_heads", np.array([0, 0, shape.hidden]))
        self._scale = self._constant("scale", np.float32(shape.head_size**-0.5))

    def embed(self) -> str:
        """Sum of word, type and position embeddings, normalised."""
        words = self._lookup("embeddings.word_embeddings.weight", "input_ids")
        types = self._lookup("embeddings.token_type_embeddings.weight", "token_type_ids")
        length = self._node(
            "Slice",
            self._node("Shape", "input_ids"),
            self._constant("from_1", np.array([1])),
            self._constant("to_2", np.array([2])),
        )
        start, axis = self._constant("from_0", np.array([0])), self._constant("axis_0", np.array([0]))
        positions = self._node(
            "Slice", self._weight("embeddings.position_embeddings.weight"), start, length, axis
        )
        total = self._node("Add", self._node("Add", words, types), positions)
        return self._normalise(total, "embeddings.LayerNorm")

    def encode(self, hidden: str) -> str:
        """All encoder layers, one after the other."""
        bias = self._attention_bias()
        for layer in range(self.shape.layers):
            hidden = self._layer(hidden, f"encoder.layer.{layer}.", bias)
        return hidden

    def finish(self, hidden: str) -> None:
        """Name the output."""
        self.nodes.append(helper.make_node("Identity", [hidden], ["last_hidden_state"]))

    def _layer(self, hidden: str, prefix: str, bias: str) -> str:
        attended = self._linear(self._attend(hidden, prefix, bias), prefix + "attention.output.dense")
        hidden = self._normalise(self._node("Add", attended, hidden), prefix + "attention.output.LayerNorm")
        wide = self._node("Gelu", self._linear(hidden, prefix + "intermediate.dense"))
        narrow = self._linear(wide, prefix + "output.dense")
        return self._normalise(self._node("Add", narrow, hidden), prefix + "output.LayerNorm")

    def _attend(self, hidden: str, prefix: str, bias: str) -> str:
        query, key, value = (
            self._node("Reshape", self._linear(hidden, f"{prefix}attention.self.{part}"), self._split)
            for part in ("query", "key", "value")
        )
        query = self._node("Transpose", query, perm=[0, 2, 1, 3])
        key = self._node("Transpose", key, perm=[0, 2, 3, 1])
        value = self._node("Transpose", value, perm=[0, 2, 1, 3])
        scores = self._node("Mul", self._node("MatMul", query, key), self._scale)
        shares = self._node("Softmax", self._node("Add", scores, bias), axis=-1)
        mixed = self._node("Transpose", self._node("MatMul", shares, value), perm=[0, 2, 1, 3])
        return self._node("Reshape", mixed, self._join)

    def _attention_bias(self) -> str:
        mask = self._node("Cast", "attention_mask", to=TensorProto.FLOAT)
        mask = self._node("Unsqueeze", mask, self._constant("axes_1_2", np.array([1, 2])))
        absent = self._node("Sub", self._constant("one", np.float32(1)), mask)
        return self._node("Mul", absent, self._constant("masked", np.float32(_MASKED)))

    def _normalise(self, tensor: str, name: str) -> str:
        scale, bias = self._weight(name + ".weight"), self._weight(name + ".bias")
        return self._node(
            "LayerNormalization", tensor, scale, bias, axis=-1, epsilon=self.shape.layer_norm_eps
        )

    def _linear(self, tensor: str, name: str) -> str:
        matrix = self._constant(name + ".weight", self.weights[name + ".weight"].astype(np.float32).T)
        return self._node("Add", self._node("MatMul", tensor, matrix), self._weight(name + ".bias"))

    def _lookup(self, name: str, ids: str) -> str:
        return self._node("Gather", self._weight(name), ids)

    def _weight(self, name: str) -> str:
        return self._constant(name, self.weights[name].astype(np.float32))

    def _constant(self, name: str, array: NDArray[np.generic] | np.generic) -> str:
        self.constants.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def _node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        output = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output
