"""Products of eight bits are the same integers on every processor."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from aitia.reading.models.sessions import make_session

WIDTH = 64


def test_the_largest_products_of_eight_bits_do_not_overflow() -> None:
    weights = numpy_helper.from_array(np.full((WIDTH, 2), 127, dtype=np.int8), "weights")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["states", "weights"], ["product"])],
        "product",
        [helper.make_tensor_value_info("states", TensorProto.UINT8, [1, WIDTH])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, [1, 2])],
        [weights],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    session = make_session(model.SerializeToString(), threads=1)
    (product,) = session.run(None, {"states": np.full((1, WIDTH), 255, dtype=np.uint8)})
    assert product.tolist() == [[WIDTH * 255 * 127] * 2]
