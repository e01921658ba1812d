"""The nearest vectors that pass a filter: as many as exist, in order, as an exact search finds them."""

from __future__ import annotations

import numpy as np
from pgvector.sqlalchemy import Vector
from sqlalchemy import Column, Integer, MetaData, Table, text

from resources.store.nearest import nearest
from resources.store.session import Store

ROWS, SIZE = 2_000, 8
SYNTHETIC = Table(
    "near_test",
    MetaData(),
    Column("id", Integer),
    Column("bucket", Integer),
    Column("vector", Vector(SIZE)),
    prefixes=["TEMPORARY"],
)


def test_every_filter_gives_all_rows_that_exist_in_exact_order(store: Store) -> None:
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(ROWS, SIZE)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    queries = rng.normal(size=(40, SIZE)).astype(np.float32)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    shared, wanted = 0, 0
    with store.engine.connect() as connection:
        SYNTHETIC.create(connection)
        rows = [{"id": i, "bucket": i % 500, "vector": v.tolist()} for i, v in enumerate(vectors)]
        connection.execute(SYNTHETIC.insert(), rows)
        connection.execute(text("CREATE INDEX ON near_test USING hnsw (vector vector_cosine_ops)"))
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        connection.execute(text("SET LOCAL enable_sort = off"))
        c = SYNTHETIC.c
        for limit in (1, 5, 250):
            passing = np.flatnonzero(np.arange(ROWS) % 500 < limit)
            for query in queries:
                found = nearest(connection, c.id, c.vector, query, 10, c.bucket < limit)
                exact = passing[np.argsort(-(vectors[passing] @ query))[:10]]
                assert len(found) == min(10, len(passing))
                assert [d for _, d in found] == sorted(d for _, d in found)
                shared, wanted = (
                    shared + len({i for i, _ in found} & set(exact.tolist())),
                    wanted + len(exact),
                )
        connection.rollback()
    assert shared / wanted >= 0.95
