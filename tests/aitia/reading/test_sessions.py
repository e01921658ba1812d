"""Products of eight bits are the same integers on every processor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from aitia.reading.models import sessions
from aitia.reading.models.sessions import make_session

WIDTH = 64


def _product() -> bytes:
    weights = numpy_helper.from_array(np.full((WIDTH, 2), 127, dtype=np.int8), "weights")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["states", "weights"], ["product"])],
        "product",
        [helper.make_tensor_value_info("states", TensorProto.UINT8, ["rows", WIDTH])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, ["rows", 2])],
        [weights],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    return bytes(model.SerializeToString())


@pytest.mark.parametrize("rows", [1, 7, 200])
def test_the_largest_products_of_eight_bits_do_not_overflow(rows: int) -> None:
    session = make_session(_product(), threads=1)
    (product,) = session.run(None, {"states": np.full((rows, WIDTH), 255, dtype=np.uint8)})
    assert product.tolist() == [[WIDTH * 255 * 127] * 2] * rows


@pytest.mark.parametrize("overflows", [True, False])
def test_sums_are_wide_where_products_overflow_and_nowhere_else(
    overflows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_overflows", lambda: overflows)
    options = make_session(_product(), threads=1).get_session_options()
    assert options.get_session_config_entry("session.x64quantprecision") == str(int(overflows))


@pytest.mark.parametrize(("most", "overflows"), [(2**15 - 1, True), (2**31 - 1, False)])
def test_products_overflow_where_the_largest_come_out_wrong(
    most: int, overflows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Session:
        """Adds pairs of products up to `most`, as a processor does."""

        def run(self, _: None, feeds: dict[str, Any]) -> list[Any]:
            (states,) = feeds.values()
            pairs = np.minimum(2 * states[:, ::2].astype(np.int64) * 127, most)
            return [np.repeat(pairs.sum(axis=1, keepdims=True), 16, axis=1)]

    monkeypatch.setattr(sessions, "_session", lambda *_, **__: Session())
    assert sessions._overflows.__wrapped__() is overflows
