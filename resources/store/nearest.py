"""The nearest vectors that pass a filter, through an HNSW index.

The gate does not search so: it compares the question with each of its 200 candidates, exactly. A search
of the stored vectors would find more where earlier questions had more papers embedded, and an answer would
then depend on what else had been asked. This is for searching the collection itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pgvector.sqlalchemy import Vector
from sqlalchemy import ColumnElement, Connection, Float, cast, select, text

_SETTINGS = (
    # A strictly ordered scan drops what comes late: 0.87 of the true neighbours at a filter of 0.1%.
    "SET LOCAL hnsw.iterative_scan = relaxed_order",
    "SET LOCAL hnsw.ef_search = 100",
    "SET LOCAL hnsw.max_scan_tuples = 200000",
    "SET LOCAL hnsw.scan_mem_multiplier = 8",
)


def nearest(
    connection: Connection,
    key: ColumnElement[Any],
    vector: ColumnElement[Any],
    query: NDArray[np.float32],
    k: int,
    *filters: ColumnElement[bool],
) -> list[tuple[Any, float]]:
    """The `k` rows nearest to `query` of those that pass all filters: (key, cosine distance), nearest first.

    `vector` is the indexed expression, so that the index serves; a scan goes on until `k` rows pass, so that
    `k` come back whenever so many exist among the 200,000 nearest. The relaxed scan gives them nearly in
    order; they are put in order exactly. Its settings hold to the end of the transaction.
    """
    for setting in _SETTINGS:
        connection.execute(text(setting))
    distance = vector.op("<=>", return_type=Float())(cast(query.tolist(), Vector(len(query)))).label(
        "distance"
    )
    near = select(key.label("key"), distance).where(*filters).order_by(distance).limit(k)
    found = near.cte("nearest").prefix_with("MATERIALIZED")
    rows = connection.execute(select(found.c.key, found.c.distance).order_by(found.c.distance, found.c.key))
    return [(row.key, float(row.distance)) for row in rows]
