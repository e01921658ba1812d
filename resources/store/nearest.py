"""The nearest vectors that pass a filter: exactly where few rows pass, else through an HNSW index.

`aitia near` searches the collection so. The gate does not: it compares the question with each of its 200
candidates, exactly. A search of the stored vectors would find more where earlier questions had more papers
embedded, and an answer would then depend on what else had been asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pgvector.sqlalchemy import Vector
from sqlalchemy import ColumnElement, Connection, Float, Label, cast, func, select, text

_FEW = 5_000
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

    Where at most 5,000 rows pass the filters, each of them is compared: an index walk would go past most of
    its rows to find so few. Else `vector` is the indexed expression, so that the index serves; its scan goes
    on until `k` rows pass, so that `k` come back whenever so many exist among the 200,000 nearest. The
    relaxed scan gives them nearly in order; they are put in order exactly. Its settings hold to the end of
    the transaction.
    """
    if filters and _are_few(connection, key, filters):
        passing = select(key.label("key"), vector.label("vector")).where(*filters)
        rows = passing.cte("passing").prefix_with("MATERIALIZED")
        near = _distance(rows.c.vector, query)
        statement = select(rows.c.key, near).order_by(near, rows.c.key).limit(k)
        return [(row.key, float(row.distance)) for row in connection.execute(statement)]
    for setting in _SETTINGS:
        connection.execute(text(setting))
    distance = _distance(vector, query)
    near_rows = select(key.label("key"), distance).where(*filters).order_by(distance).limit(k)
    found = near_rows.cte("nearest").prefix_with("MATERIALIZED")
    ordered = select(found.c.key, found.c.distance).order_by(found.c.distance, found.c.key)
    return [(row.key, float(row.distance)) for row in connection.execute(ordered)]


def _are_few(connection: Connection, key: ColumnElement[Any], filters: Sequence[ColumnElement[bool]]) -> bool:
    """Whether at most `_FEW` rows pass; the count ends one beyond them."""
    some = select(key).where(*filters).limit(_FEW + 1).subquery()
    return int(connection.execute(select(func.count()).select_from(some)).scalar_one()) <= _FEW


def _distance(vector: ColumnElement[Any], query: NDArray[np.float32]) -> Label[float]:
    """The cosine distance of a vector expression."""
    asked = cast(query.tolist(), Vector(len(query)))
    return vector.op("<=>", return_type=Float())(asked).label("distance")
