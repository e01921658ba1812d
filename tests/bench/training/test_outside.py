"""The page network ships without its table of words, and with nothing else taken away."""

from __future__ import annotations

from importlib import resources

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper

from aitia.reading.trained.words import IN_GRAPH, word_table
from bench.training.reader.outside import without_words


def _shipped() -> bytes:
    return resources.files("aitia.reading.trained").joinpath("model", "reader.onnx").read_bytes()


def _with_table(table: NDArray[np.uint8]) -> bytes:
    """The shipped graph with a table of words inside again."""
    model = onnx.load_from_string(_shipped())
    held = next(item for item in model.graph.initializer if item.name == IN_GRAPH)
    held.CopyFrom(numpy_helper.from_array(table, IN_GRAPH))
    whole: bytes = model.SerializeToString()
    return whole


def test_the_shipped_graph_is_the_whole_one_without_the_installed_table() -> None:
    assert without_words(_with_table(word_table())) == _shipped()


def test_another_table_is_not_left_to_the_installed_weights() -> None:
    other = word_table().copy()
    other[100, 5] ^= 1
    with pytest.raises(ValueError, match="not the table of the installed weights"):
        without_words(_with_table(other))


def test_a_graph_without_a_table_is_refused() -> None:
    model = onnx.load_from_string(_shipped())
    kept = [item for item in model.graph.initializer if item.name != IN_GRAPH]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    with pytest.raises(ValueError, match=IN_GRAPH):
        without_words(model.SerializeToString())


def test_the_table_lies_outside_of_what_ships() -> None:
    held = next(i for i in onnx.load_from_string(_shipped()).graph.initializer if i.name == IN_GRAPH)
    assert held.data_location == TensorProto.EXTERNAL
    assert not held.raw_data
