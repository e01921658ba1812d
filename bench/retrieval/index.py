"""The vector index in PostgreSQL against exact search, at 100,000 synthetic vectors with filters.

The vectors are noisy copies of real ones, so that they cluster as real ones do; they stand in a
temporary table of the project's own server, and nothing of them stays.
"""

from __future__ import annotations

import time

import numpy as np
from sqlalchemy import Connection, Integer, column, table, text
from sqlalchemy.types import NullType

from bench.report import Measure
from resources.embedders.base import Vectors
from resources.embedders.short import unit_rows
from resources.settings import get_settings
from resources.store.nearest import nearest
from resources.store.session import open_store

_ROWS = 100_000
_SEARCHES = 200
_NEAREST = 10
_NOISE = 0.035
_SHARES = (0.001, 0.01, 0.1, 0.25, 0.5)
_SCALE = 1000

_CREATE = "CREATE TEMPORARY TABLE synthetic (id integer, bucket integer, vector vector({width}))"
_COPY = "COPY synthetic (id, bucket, vector) FROM STDIN"
_INDEX = "CREATE INDEX ON synthetic USING hnsw (vector vector_cosine_ops) WITH (m = 16, ef_construction = 64)"
_SETTINGS = (
    # The planner may not escape into exact search, which is what the index is compared with.
    "SET LOCAL enable_sort = off",
    "SET LOCAL enable_seqscan = off",
)
_SYNTHETIC = table(
    "synthetic", column("id", Integer), column("bucket", Integer), column("vector", NullType())
)


def index_measures(real: Vectors, rows: int = _ROWS, searches: int = _SEARCHES) -> list[Measure]:
    """Recall@10 and row counts for filters that let 0.1% to 50% of the vectors through."""
    rng = np.random.default_rng(11)
    copies = real[rng.integers(0, len(real), rows + searches)]
    noisy = unit_rows((copies + rng.normal(0, _NOISE, copies.shape)).astype(np.float32))
    vectors, queries = noisy[:rows], noisy[rows:]
    buckets = rng.integers(0, _SCALE, rows)
    store = open_store(get_settings())
    try:
        with store.engine.connect() as connection:
            built = _build(connection, vectors, buckets)
            measures = [Measure(f"HNSW: vectors indexed per second, of {rows} synthetic", rows / built, rows)]
            for share in _SHARES:
                measures += _filtered(connection, vectors, buckets, queries, share)
            connection.rollback()
    finally:
        store.close()
    return measures


def _build(
    connection: Connection, vectors: Vectors, buckets: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> float:
    connection.execute(text(_CREATE.format(width=vectors.shape[1])))
    driver = connection.connection.driver_connection
    assert driver is not None
    with driver.cursor() as cursor, cursor.copy(_COPY) as copy:
        for row, (vector, bucket) in enumerate(zip(vectors, buckets, strict=True)):
            copy.write_row((row, int(bucket), _literal(vector)))
    connection.execute(text("SET LOCAL maintenance_work_mem = '512MB'"))
    start = time.perf_counter()
    connection.execute(text(_INDEX))
    built = time.perf_counter() - start
    connection.execute(text("ANALYZE synthetic"))
    for setting in _SETTINGS:
        connection.execute(text(setting))
    return built


def _filtered(
    connection: Connection,
    vectors: Vectors,
    buckets: np.ndarray[tuple[int], np.dtype[np.int64]],
    queries: Vectors,
    share: float,
) -> list[Measure]:
    limit = max(1, round(share * _SCALE))
    passing = np.flatnonzero(buckets < limit)
    exact = passing[np.argsort(-(queries @ vectors[passing].T), axis=1)[:, :_NEAREST]]
    wanted = _SYNTHETIC.c.bucket < limit
    recalls, full, spent = [], 0, 0.0
    for query, truth in zip(queries, exact, strict=True):
        start = time.perf_counter()
        rows = nearest(connection, _SYNTHETIC.c.id, _SYNTHETIC.c.vector, query, _NEAREST, wanted)
        found = [key for key, _ in rows]
        spent += time.perf_counter() - start
        recalls.append(len(set(found) & set(truth.tolist())) / len(truth))
        full += len(found) == min(_NEAREST, len(passing))
    name = f"HNSW, filter {share:.1%}"
    return [
        Measure(f"{name}: recall@{_NEAREST} against exact", float(np.mean(recalls)), len(queries)),
        Measure(f"{name}: share of searches with all rows that exist", full / len(queries), len(queries)),
        Measure(f"{name}: searches per second", len(queries) / spent, len(queries)),
    ]


def _literal(vector: Vectors) -> str:
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"
