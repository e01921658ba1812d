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


def test_a_filter_that_leaves_few_rows_is_scanned_exactly_and_the_index_is_left_alone(store: Store) -> None:
    from bench.store_scale import statements_of

    rng = np.random.default_rng(5)
    vectors = rng.normal(size=(300, SIZE)).astype(np.float32)
    with store.engine.connect() as connection:
        SYNTHETIC.create(connection)
        rows = [{"id": i, "bucket": i % 10, "vector": v.tolist()} for i, v in enumerate(vectors)]
        connection.execute(SYNTHETIC.insert(), rows)
        c = SYNTHETIC.c
        with statements_of(store) as few:
            found = nearest(connection, c.id, c.vector, vectors[7], 10, c.bucket == 7)
        with statements_of(store) as everything:
            nearest(connection, c.id, c.vector, vectors[7], 10)
        connection.rollback()
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    passing = np.flatnonzero(np.arange(300) % 10 == 7)
    exact = passing[np.argsort(-(unit[passing] @ unit[7]))[:10]]
    assert [key for key, _ in found] == exact.tolist()
    assert not any("hnsw" in statement for statement in few)
    assert any("hnsw" in statement for statement in everything)
