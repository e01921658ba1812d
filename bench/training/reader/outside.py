"""A graph of the page network without its table of words, which lies in installed weights."""

from __future__ import annotations

import numpy as np

from aitia.reading.trained.words import IN_GRAPH, PLACE, word_table


def without_words(graph: bytes) -> bytes:
    """The graph with its table of words left to the installed weights (`aitia.reading.trained.words`), from
    which training takes them as they are. Raises ValueError where it holds another table, or none."""
    import onnx
    from onnx import TensorProto, numpy_helper

    model = onnx.load_from_string(graph)
    held = next((item for item in model.graph.initializer if item.name == IN_GRAPH), None)
    if held is None or not np.array_equal(numpy_helper.to_array(held), word_table()):
        raise ValueError(f"{IN_GRAPH} of the graph is not the table of the installed weights")
    held.ClearField("raw_data")
    held.data_location = TensorProto.EXTERNAL
    held.external_data.add(key="location", value=PLACE)
    stripped: bytes = model.SerializeToString()
    return stripped
