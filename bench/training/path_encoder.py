"""The cross-encoder of paths: MiniLM over a question and a path together, with a head, as an ONNX file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from aitia.model.packages import MINILM_PACKAGE, package_folder
from resources.embedders.minilm import TOKENIZER_SHA256, WEIGHTS_SHA256
from resources.embedders.model_files import checked_file
from resources.embedders.onnx_graph import BertShape, build_bert

SHAPE = BertShape(hidden=384, heads=12, layers=6)
_MAX_TOKENS, _BATCH = 128, 64


def pair_vectors(questions: Sequence[str], texts: Sequence[str]) -> NDArray[np.float64]:
    """The mean over tokens of MiniLM's last layer for each pair, of shape (pairs, 384)."""
    import onnxruntime
    from tokenizers import Tokenizer

    model = build_bert(_weights(), SHAPE)
    session: Any = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    tokenizer: Any = Tokenizer.from_file(str(_file("tokenizer.json", TOKENIZER_SHA256)))
    tokenizer.enable_truncation(max_length=_MAX_TOKENS)
    tokenizer.enable_padding()
    found = []
    for at in range(0, len(texts), _BATCH):
        pairs = list(zip(questions[at : at + _BATCH], texts[at : at + _BATCH], strict=True))
        encoded = tokenizer.encode_batch(pairs)
        mask = np.array([item.attention_mask for item in encoded], dtype=np.int64)
        feeds = {
            "input_ids": np.array([item.ids for item in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([item.type_ids for item in encoded], dtype=np.int64),
        }
        hidden = session.run(None, feeds)[0]
        shown = mask[:, :, None]
        found.append((hidden * shown).sum(axis=1) / shown.sum(axis=1))
    return np.vstack(found).astype(np.float64)


def write_encoder(head: NDArray[np.float64], path: Path) -> Path:
    """Write the encoder with its head (384 weights and an intercept); returns the tokenizer's file."""
    model = build_bert(_weights(), SHAPE)
    graph = model.graph
    constants = {
        "head_weight": head[:-1].astype(np.float32)[:, None],
        "head_bias": head[-1:].astype(np.float32),
        "axis_1": np.array([1]),
        "axis_2": np.array([2]),
    }
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in constants.items())
    make = helper.make_node
    graph.node.extend(
        [
            make("Cast", ["attention_mask"], ["shown"], to=TensorProto.FLOAT),
            make("Unsqueeze", ["shown", "axis_2"], ["shown_wide"]),
            make("Mul", ["last_hidden_state", "shown_wide"], ["kept"]),
            make("ReduceSum", ["kept", "axis_1"], ["total"], keepdims=0),
            make("ReduceSum", ["shown_wide", "axis_1"], ["count"], keepdims=0),
            make("Div", ["total", "count"], ["mean"]),
            make("MatMul", ["mean", "head_weight"], ["weighed"]),
            make("Add", ["weighed", "head_bias"], ["score"]),
        ]
    )
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("score", TensorProto.FLOAT, ["batch", 1]))
    path.write_bytes(model.SerializeToString())
    return _file("tokenizer.json", TOKENIZER_SHA256)


def _file(name: str, digest: str) -> Path:
    base = package_folder(MINILM_PACKAGE)
    if base is None:
        raise SystemExit(f"The package {MINILM_PACKAGE} is not installed: make install")
    return checked_file(base / "model" / name, digest)


def _weights() -> dict[str, NDArray[np.float32]]:
    from safetensors.numpy import load_file

    held = load_file(_file("model.safetensors", WEIGHTS_SHA256))
    return {name.removeprefix("bert."): value for name, value in held.items()}
