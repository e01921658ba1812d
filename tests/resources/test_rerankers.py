"""Reranking with a tiny cross-encoder that is made here: it scores a pair by the sum of its token ids."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from aitia.model.errors import ModelFileError
from resources.rerankers import CrossEncoder, rerank

VOCABULARY = {"[PAD]": 0, "[UNK]": 1, "zinc": 2, "cold": 3, "stars": 4}


def write_model(folder: Path, name: str = "input_ids") -> Path:
    nodes = [
        helper.make_node("Cast", [name], ["wide"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["wide", "axis"], ["logits"], keepdims=1),
    ]
    graph = helper.make_graph(
        nodes,
        "sum",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [helper.make_tensor("axis", TensorProto.INT64, [1], [1])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.save(model, str(folder / "tiny.onnx"))
    tokenizer = Tokenizer(WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder / "tiny.onnx"


def test_the_best_are_put_in_the_models_order(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_model(tmp_path))
    made = rerank(encoder, "zinc", ["zinc", "stars stars", "cold"])
    assert made.order == (1, 2, 0)
    assert made.method == "cross-encoder tiny.onnx on the best 3"


def test_padding_and_company_do_not_change_a_score(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_model(tmp_path))
    assert encoder.scores("zinc", ["cold", "stars stars stars"])[0] == encoder.scores("zinc", ["cold"])[0]


def test_only_the_first_ones_are_reranked(tmp_path: Path) -> None:
    encoder = CrossEncoder(write_model(tmp_path))
    assert rerank(encoder, "zinc", ["zinc", "cold", "stars"], top=2).order == (1, 0, 2)


def test_without_a_file_the_order_stands_and_the_run_says_so() -> None:
    made = rerank(None, "zinc", ["zinc", "stars"])
    assert made.order == (0, 1)
    assert "no cross-encoder file" in made.method


def test_nothing_to_rerank_loads_nothing(tmp_path: Path) -> None:
    assert rerank(CrossEncoder(tmp_path / "absent.onnx"), "zinc", []).order == ()


def test_a_missing_or_unfit_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="AITIA_RERANKER_PATH"):
        CrossEncoder(tmp_path / "absent.onnx").scores("zinc", ["cold"])
    (tmp_path / "text.onnx").write_text("not a model")
    with pytest.raises(ModelFileError, match="cannot be loaded"):
        CrossEncoder(tmp_path / "text.onnx").scores("zinc", ["cold"])
    with pytest.raises(ModelFileError, match="wants the inputs"):
        CrossEncoder(write_model(tmp_path, "pixels")).scores("zinc", ["cold"])


def test_a_missing_tokenizer_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path)
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(ModelFileError, match="tokenizer"):
        CrossEncoder(model).scores("zinc", ["cold"])
