"""The close reader as an ONNX graph: MPNet with what was learned added to its weights, and a head of scores.

Assembled from plain arrays, without torch; weights are kept and products are made in eight bits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from aitia.reading.trained.close import MARK, PAD
from aitia.reading.trained.page_closely import COLUMNS

GRAPH_VERSION = 5
"""Raised whenever the graph changes, so that a cached one is not taken for it."""
LAYERS, HEADS, WIDTH = 12, 12, 768
PLACES = 512
"""Most tokens of a row."""

_OPSET, _IR_VERSION = 20, 9
_FUSED = "com.microsoft"
"""Onnxruntime's own operators: a product of integers that is scaled where it is made."""
_LEAST = 1e-9
_EPSILON = 1e-5
_MASKED = -1e4
_FIRST_POSITION = 2
_BUCKETS, _FARTHEST = 32, 128
PRODUCTS = {
    "q": "attention.attn.q",
    "k": "attention.attn.k",
    "v": "attention.attn.v",
    "o": "attention.attn.o",
    "up": "intermediate.dense",
    "down": "output.dense",
}
NORMS = {"n1": "attention.LayerNorm", "n2": "output.LayerNorm"}

Array = NDArray[np.float32]
Weights = Mapping[str, Array]


def buckets(length: int) -> NDArray[np.int64]:
    """The bucket of the distance between every two places (length × length), as MPNet and T5 count them:
    Raffel et al. 2020, section 2.1; 32 buckets, half of them for either side, logarithmic from 8 on."""
    distance = np.arange(length)[:, None] - np.arange(length)[None]
    half, exact = _BUCKETS // 2, _BUCKETS // 4
    after = (distance < 0) * half
    far = np.abs(distance)
    spread = np.log(np.maximum(far, 1).astype(np.float32) / np.float32(exact)) / math.log(_FARTHEST / exact)
    large = np.minimum(exact + (spread * (half - exact)).astype(np.int64), half - 1)
    found: NDArray[np.int64] = (after + np.where(far < exact, far, large)).astype(np.int64)
    return found


def merged(base: Weights, learned: Weights) -> dict[str, Array]:
    """The base weights with the learned products and norms in their place.

    `learned` holds for a layer's product `a` (rank × inputs) and `c` (outputs × rank), whose product is added
    to the weight, and its norms whole. Raises KeyError, with the name, for what neither knows.
    """
    held = {name.removeprefix("mpnet."): array.astype(np.float32) for name, array in base.items()}
    for layer in range(LAYERS):
        for short, name in PRODUCTS.items():
            first = learned.get(f"layers.{layer}.{short}.a")
            if first is not None:
                second = learned[f"layers.{layer}.{short}.c"]
                held[f"encoder.layer.{layer}.{name}.weight"] += second.astype(np.float32) @ first.astype(
                    np.float32
                )
        for short, name in NORMS.items():
            for part in ("weight", "bias"):
                own = learned.get(f"layers.{layer}.{short}.{part}")
                if own is not None:
                    held[f"encoder.layer.{layer}.{name}.{part}"] = own.astype(np.float32)
    return held


def build_graph(base: Weights, learned: Weights) -> onnx.ModelProto:
    """int64 `ids` (rows × length, 1 pads) in; for questions float32 `answer` (rows × 5) out, and `shares`
    (rows × length): how much of the answer rests on the sentence that begins at each place. Where pages were
    learned, `found` (rows × length × columns): what each place of a page without a question tells."""
    graph = _Graph(merged(base, learned))
    hidden, bias = graph.embed(), graph.attention_bias()
    for layer in range(LAYERS):
        hidden = graph.layer(hidden, f"encoder.layer.{layer}.", bias)
    inputs = [helper.make_tensor_value_info("ids", TensorProto.INT64, ["rows", "length"])]
    if "page.weight" in learned:
        graph.found(hidden, learned)
        outputs = [helper.make_tensor_value_info("found", TensorProto.FLOAT, ["rows", "length", COLUMNS])]
    else:
        graph.answer(hidden, learned)
        outputs = [
            helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["rows", 5]),
            helper.make_tensor_value_info("shares", TensorProto.FLOAT, ["rows", "length"]),
        ]
    made = helper.make_graph(graph.nodes, "close", inputs, outputs, graph.constants)
    return helper.make_model(
        made,
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)],
        ir_version=_IR_VERSION,
    )


def in_eight_bits(table: Array) -> tuple[NDArray[np.int8], Array]:
    """A table in eight bits with a scale for each row (rows × 1)."""
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, _LEAST).astype(np.float32)
    return np.round(table / scale).astype(np.int8), scale


class _Graph:
    """Collects nodes and constants; every method returns the name of the tensor that it made.

    Between the layers a state is a table (places × width) of all rows, one after another.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._scale = self._constant("scale", np.float32((WIDTH // HEADS) ** -0.5))
        self._from, self._to = self._constant("from_1", np.array([1])), self._constant("to_2", np.array([2]))
        self._zero, self._one = self._constant("at_0", np.array([0])), self._constant("at_1", np.array([1]))
        self._pad = self._constant("pad", np.int64(PAD))
        self._last, self._half = self._constant("last", np.array([-1])), self._constant("half", np.uint8(128))
        self._share, self._least = (
            self._constant(name, np.float32(value)) for name, value in (("share", 1 / 127), ("least", _LEAST))
        )
        self._table = self._constant("table", np.array([-1, WIDTH]))
        shape = self._node("Shape", "ids")
        self._length = self._node("Slice", shape, self._from, self._to)
        rows = self._constant("rows", np.array([-1]))
        heads = self._constant("heads", np.array([HEADS, WIDTH // HEADS]))
        self._split = self._node("Concat", rows, self._length, heads, axis=0)
        width = self._constant("width", np.array([WIDTH]))
        self._states = self._node("Concat", rows, self._length, width, axis=0)
        places = self._node("ReduceProd", shape, keepdims=1)
        self._middles = self._node("Expand", self._half, places)
        self._unscaled = self._constant("unscaled", np.float32(1))

    def embed(self) -> str:
        """Words and places, normalised."""
        words = self._lookup("embeddings.word_embeddings.weight", "ids")
        table = self.weights["embeddings.position_embeddings.weight"][_FIRST_POSITION:][:PLACES]
        places = self._node("Slice", self._constant("positions", table), self._zero, self._length, self._zero)
        states = self._node("Reshape", self._node("Add", words, places), self._table)
        return self._normalise(states, "embeddings.LayerNorm")

    def attention_bias(self) -> str:
        """What distance adds to attention, and nothing for padding (rows × heads × length × length)."""
        rel = self.weights["encoder.relative_attention_bias.weight"]
        table = np.transpose(rel[buckets(PLACES)], (2, 0, 1))[None]
        ends = self._node("Concat", self._length, self._length, axis=0)
        starts = self._constant("at_0_0", np.array([0, 0]))
        bias = self._node(
            "Slice",
            self._constant("distances", table),
            starts,
            ends,
            self._constant("on_2_3", np.array([2, 3])),
        )
        absent = self._node("Cast", self._node("Equal", "ids", self._pad), to=TensorProto.FLOAT)
        absent = self._node("Unsqueeze", absent, self._constant("on_1_2", np.array([1, 2])))
        return self._node(
            "Add", bias, self._node("Mul", absent, self._constant("masked", np.float32(_MASKED)))
        )

    def layer(self, hidden: str, prefix: str, bias: str) -> str:
        """One layer of the encoder."""
        mixed = self._rounded(self._attend(self._rounded(hidden), prefix, bias))
        attended = self._linear(mixed, prefix + "attention.attn.o")
        hidden = self._normalise(self._node("Add", attended, hidden), prefix + "attention.LayerNorm")
        wide = self._node("Gelu", self._linear(self._rounded(hidden), prefix + "intermediate.dense"))
        narrow = self._linear(self._rounded(wide), prefix + "output.dense")
        return self._normalise(self._node("Add", narrow, hidden), prefix + "output.LayerNorm")

    def answer(self, hidden: str, learned: Weights) -> None:
        """The scores of the five answers, from the first state, the mean of all, and those at the marks by
        their shares: the likelier a sentence is to answer, the more it counts."""
        hidden = self._node("Reshape", hidden, self._states)
        says = self._product(hidden, "says", learned)
        silent = self._node("Slice", says, self._zero, self._one, self._last)
        told = self._node("Slice", says, self._one, self._constant("to_5", np.array([5])), self._last)
        odds = self._node("Sub", self._node("ReduceLogSumExp", told, self._last, keepdims=1), silent)
        mark = self._node("Equal", "ids", self._constant("mark", np.int64(MARK)))
        mark = self._node("Unsqueeze", mark, self._constant("on_2", np.array([2])))
        odds = self._node("Where", mark, odds, self._constant("unmarked", np.float32(_MASKED)))
        shares = self._node("Softmax", odds, axis=1)
        there = self._node(
            "Cast", self._node("Not", self._node("Equal", "ids", self._pad)), to=TensorProto.FLOAT
        )
        there = self._node("Unsqueeze", there, self._constant("on_2_too", np.array([2])))
        mean = self._node(
            "Div", self._total(hidden, there), self._node("ReduceSum", there, self._one, keepdims=0)
        )
        first = self._node("Gather", hidden, self._constant("first", np.int64(0)), axis=1)
        state = self._node("Concat", first, mean, self._total(hidden, shares), axis=-1)
        mixed = self._node("Gelu", self._product(state, "mix", learned))
        whole = self._product(mixed, "answer", learned)
        self.nodes.append(helper.make_node("Add", [whole, self._total(says, shares)], ["answer"]))
        self.nodes.append(helper.make_node("Squeeze", [shares, self._last], ["shares"]))

    def found(self, hidden: str, learned: Weights) -> None:
        """What every place tells where no question is asked."""
        told = self._product(self._node("Reshape", hidden, self._states), "page", learned)
        self.nodes.append(helper.make_node("Identity", [told], ["found"]))

    def _product(self, state: str, name: str, learned: Weights) -> str:
        """A linear layer of the head."""
        matrix = self._constant(f"{name}.weight", learned[f"{name}.weight"].astype(np.float32).T)
        bias = self._constant(f"{name}.bias", learned[f"{name}.bias"].astype(np.float32))
        return self._node("Add", self._node("MatMul", state, matrix), bias)

    def _total(self, states: str, shares: str) -> str:
        """The sum of a row's states by their shares (rows × length × 1)."""
        return self._node("ReduceSum", self._node("Mul", states, shares), self._one, keepdims=0)

    def _attend(self, hidden: tuple[str, str], prefix: str, bias: str) -> str:
        together = self._linear(hidden, *(f"{prefix}attention.attn.{part}" for part in ("q", "k", "v")))
        query, key, value = (
            self._node("Reshape", part, self._split) for part in self._parts(together, count=3)
        )
        query = self._node("Transpose", query, perm=[0, 2, 1, 3])
        key = self._node("Transpose", key, perm=[0, 2, 3, 1])
        value = self._node("Transpose", value, perm=[0, 2, 1, 3])
        scores = self._node("Mul", self._node("MatMul", query, key), self._scale)
        shares = self._node("Softmax", self._node("Add", scores, bias), axis=-1)
        mixed = self._node("Transpose", self._node("MatMul", shares, value), perm=[0, 2, 1, 3])
        return self._node("Reshape", mixed, self._table)

    def _normalise(self, tensor: str, name: str) -> str:
        scale, bias = self._weight(name + ".weight"), self._weight(name + ".bias")
        return self._node("LayerNormalization", tensor, scale, bias, axis=-1, epsilon=_EPSILON)

    def _linear(self, rounded: tuple[str, str], *names: str) -> str:
        """Products of integers, side by side, scaled back by the row and the column."""
        matrix = np.concatenate([self.weights[f"{name}.weight"] for name in names])
        bias = np.concatenate([self.weights[f"{name}.bias"] for name in names])
        small, scale = in_eight_bits(matrix)
        product = self._node(
            "MatMulIntegerToFloat",
            rounded[0],
            self._constant(names[0] + ".weight", small.T),
            self._unscaled,
            self._constant(names[0] + ".scale", scale[:, 0]),
            self._half,
            domain=_FUSED,
        )
        product = self._node("Mul", product, rounded[1])
        return self._node("Add", product, self._constant(names[0] + ".bias", bias))

    def _rounded(self, table: str) -> tuple[str, str]:
        """A table in eight bits around 128, and the scale of each of its rows (places × 1)."""
        most = self._node("ReduceMax", self._node("Abs", table), self._last, keepdims=0)
        scale = self._node("Add", self._node("Mul", most, self._share), self._least)
        small = self._node("QuantizeLinear", table, scale, self._middles, axis=0)
        return small, self._node("Unsqueeze", scale, self._last)

    def _parts(self, table: str, count: int) -> list[str]:
        """The columns of a table in equal parts."""
        parts = [f"{table}_{number}" for number in range(count)]
        self.nodes.append(helper.make_node("Split", [table], parts, axis=1, num_outputs=count))
        return parts

    def _lookup(self, name: str, ids: str) -> str:
        """Rows of a table that is kept in eight bits."""
        small, scale = in_eight_bits(self.weights[name])
        found = self._node("Gather", self._constant(name, small), ids)
        scales = self._node("Gather", self._constant(name + ".scale", scale), ids)
        return self._node("Mul", self._node("Cast", found, to=TensorProto.FLOAT), scales)

    def _weight(self, name: str) -> str:
        return self._constant(name, self.weights[name])

    def _constant(self, name: str, array: NDArray[np.generic] | np.generic) -> str:
        self.constants.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def _node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        output = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output
