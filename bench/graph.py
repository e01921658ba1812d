"""The graph under load: `python -m bench.graph [--edges 1000000] [--writers 32] [--operations 300]`.

Aliases said and taken back leave what was; writers at once lose and double nothing; the part of a graph that
a change affects equals a brute-force search; two steps around a node in SQL and in memory (SciPy).
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sqlalchemy import make_url, text

from aitia.model.errors import AitiaError
from aitia.model.keys import NodeId
from bench.report import Measure, emit
from resources.settings import get_settings
from resources.store.aliases import add_alias, revoke_alias
from resources.store.migrate import upgrade
from resources.store.server import EmbeddedServer, sqlalchemy_url
from resources.store.session import Store, insert_once, make_engine, open_store
from resources.store.tables import NodeRow
from resources.store.vicinity import affected_nodes

_QUERY = Path(__file__).with_name("neighbourhood.sql")
_FILL = Path(__file__).with_suffix(".sql")


@contextmanager
def template_server(folder: Path) -> Iterator[EmbeddedServer]:
    """A throw-away server with the migrated database `template_aitia` to copy."""
    server = EmbeddedServer(folder / "postgres", durable=False)
    server.start()
    try:
        server.ensure_database("template_aitia")
        engine = make_engine(make_url(sqlalchemy_url(server.url("template_aitia"))))
        upgrade(engine)
        engine.dispose()
        yield server
    finally:
        server.stop()


@contextmanager
def store_of(
    server: EmbeddedServer, folder: Path, name: str, connections: int | None = None
) -> Iterator[Store]:
    """An open store on a new database, of so many connections at a time."""
    server.ensure_database(name, template="template_aitia")
    store = open_store(get_settings(database_url=server.url(name), data_home=folder))
    if connections:
        store.close()
        store = Store(make_engine(store.engine.url, connections=connections), embedded=False)
    try:
        yield store
    finally:
        store.close()


def name_nodes(store: Store, count: int) -> list[str]:
    """Make `count` nodes of one type."""
    ids = [f"node_{number}" for number in range(count)]
    rows = [{"id": key, "type": "Outcome", "canonical_name": key, "name": key} for key in ids]
    with store.session() as session:
        insert_once(session, NodeRow, rows)
    return ids


def links_hash(store: Store) -> str:
    """A hash of the links that count."""
    query = "SELECT node_a, node_b, tier, status FROM current_aliases WHERE active ORDER BY 1, 2"
    with store.session() as session:
        return sha256(repr([tuple(row) for row in session.execute(text(query))]).encode()).hexdigest()


def alias_measures(store: Store, pairs: int, seed: int = 7) -> list[Measure]:
    """Say and take back `pairs` links: what counts must be as before, whatever else was linked."""
    ids, chance = name_nodes(store, 200), random.Random(seed)
    with store.session() as session:
        for one, other in zip(ids[:40:2], ids[1:40:2], strict=True):
            add_alias(session, one, other, "bench", "stands before")
    before, begin = links_hash(store), time.perf_counter()
    wrong = 0
    for _ in range(pairs):
        one, other = chance.sample(ids[40:], 2)
        for do in (add_alias, revoke_alias):
            with store.session() as session:
                do(session, one, other, "bench", "")
        wrong += links_hash(store) != before
    spent = (time.perf_counter() - begin) / max(1, pairs)
    return [
        Measure("aliases said and taken back: links that count differ from before", float(wrong), pairs),
        Measure("aliases said and taken back: milliseconds a pair", round(1000 * spent, 2), pairs),
    ]


def writer_measures(store: Store, writers: int, operations: int, seed: int = 7) -> list[Measure]:
    """Writers at once say and take back links of few nodes: no pair twice, no word lost."""
    ids = name_nodes(store, 12)

    def write(writer: int) -> tuple[int, int]:
        chance = random.Random(f"{seed} {writer}")
        stored = refused = 0
        for _ in range(operations):
            one, other = chance.sample(ids, 2)
            try:
                with store.session() as session:
                    chance.choice((add_alias, revoke_alias))(session, one, other, f"writer {writer}", "")
                stored += 1
            except AitiaError:
                refused += 1
        return stored, refused

    begin = time.perf_counter()
    with ThreadPoolExecutor(writers) as pool:
        said = list(pool.map(write, range(writers)))
    seconds = time.perf_counter() - begin
    stored, refused = sum(one for one, _ in said), sum(other for _, other in said)
    twice = (
        "SELECT count(*) FROM (SELECT FROM alias_links l WHERE NOT EXISTS (SELECT FROM alias_links later"
        " WHERE later.supersedes = l.link_id) AND l.status = 'active' AND l.reason LIKE 'writer%'"
        " GROUP BY node_a, node_b HAVING count(*) > 1) pairs"
    )
    with store.session() as session:
        rows = session.execute(
            text("SELECT count(*) FROM alias_links WHERE reason LIKE 'writer%'")
        ).scalar_one()
        doubled = session.execute(text(twice)).scalar_one()
    n = writers * operations
    return [
        Measure(f"{writers} writers: pairs linked twice", float(doubled), n),
        Measure(f"{writers} writers: operations answered but not stored", float(abs(stored - rows)), n),
        Measure(f"{writers} writers: operations neither stored nor refused", float(n - stored - refused), n),
        Measure(f"{writers} writers: operations a second", round(n / seconds, 1), n),
    ]


def affected_measures(store: Store, claims: int, changed: int = 200, seed: int = 7) -> list[Measure]:
    """The part of a store of `claims` edges that one changed claim affects, beside a brute-force search."""
    fill(store, claims, max(4, claims))
    with store.session() as session:
        rows = session.execute(text("SELECT source_node_id, target_node_id FROM edges ORDER BY id")).all()
    ends = [(NodeId(one), NodeId(other)) for one, other in rows]
    wrong, shares = 0, []
    for pair in random.Random(seed).sample(ends, min(changed, claims)):
        with store.session() as session:
            found = affected_nodes(session, pair)
        wrong += found != brute_force(ends, set(pair))
        shares.append(len(found) / max(4, claims))
    title = f"affected set in {claims} claims"
    return [
        Measure(f"{title}: differs from brute force", float(wrong), len(shares)),
        Measure(f"{title}: largest share of nodes", round(max(shares), 5), len(shares)),
    ]


def fill(store: Store, edges: int, nodes: int) -> None:
    """Make the graph of `graph.sql` in an empty store."""
    with store.session() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        for statement in _FILL.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                session.execute(text(statement), {"edges": edges, "nodes": nodes})
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE edges"))
        connection.execute(text("CHECKPOINT"))  # or else the writing goes on beside what is timed


def brute_force(ends: Sequence[tuple[NodeId, NodeId]], seeds: set[NodeId]) -> set[NodeId]:
    """Everything within two arcs, by looking at every edge twice."""
    reached = seeds
    for _ in range(2):
        reached = reached | {node for pair in ends if reached & set(pair) for node in pair}
    return reached


def neighbourhood_measures(
    store: Store, edges: int, looks: int = 1000, warm: int = 3000, seed: int = 7
) -> list[Measure]:
    """Two steps around a node, in SQL and in memory: the same names; median and 95th percentile.

    The first `warm` looks, at other nodes, are not counted: the matrix is in memory, so shall the indexes be.
    """
    nodes = max(10, edges // 4)
    fill(store, edges, nodes)
    with store.session() as session:
        ends = session.execute(text("SELECT source_node_id, target_node_id FROM edges")).all()
    pairs = np.array([(int(a[5:]), int(b[5:])) for a, b in ends])
    both = np.concatenate([pairs, pairs[:, ::-1]])
    graph = csr_matrix((np.ones(len(both), dtype=np.int8), (both[:, 0], both[:, 1])), shape=(nodes, nodes))
    names = [f"node_{number}" for number in range(nodes)]
    chosen = [int(node) for node in np.random.default_rng(seed).choice(pairs[:, 0], looks + warm)]
    query, slow, quick, wrong = _QUERY.read_text(encoding="utf-8"), [], [], 0
    with store.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        for node in chosen:
            begin = time.perf_counter()
            found = set(driver.execute(query, {"node": names[node]}, prepare=True).fetchone()[0])
            middle = time.perf_counter()
            reached = {names[other] for other in in_memory(graph, node)}
            slow.append(middle - begin)
            quick.append(time.perf_counter() - middle)
            wrong += found != reached
    title = f"two steps in {edges} edges"
    measures = [Measure(f"{title}: differs from memory", float(wrong), len(chosen))]
    for part in (50, 95):
        sql, memory = (1000 * float(np.percentile(times[warm:], part)) for times in (slow, quick))
        measures.append(
            Measure(f"{title}: p{part} milliseconds in SQL", round(sql, 3), looks, baseline=round(memory, 3))
        )
        measures.append(Measure(f"{title}: times the p{part} in memory", round(sql / memory, 2), looks))
    return measures


def in_memory(graph: csr_matrix, node: int) -> set[int]:
    """The nodes within two steps, the node included."""
    once = graph.indices[graph.indptr[node] : graph.indptr[node + 1]]
    twice = [graph.indices[graph.indptr[n] : graph.indptr[n + 1]] for n in np.unique(once)]
    return {node, *once.tolist(), *(np.concatenate(twice).tolist() if twice else [])}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=32)
    parser.add_argument("--operations", type=int, default=300)
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    measures: list[Measure] = []
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        with template_server(folder) as server:
            with store_of(server, folder, "affected") as store:
                measures += affected_measures(store, given.claims)
            with store_of(server, folder, "aliases") as store:
                measures += alias_measures(store, given.pairs)
            with store_of(server, folder, "writers", given.writers) as store:
                measures += writer_measures(store, given.writers, given.operations)
            with store_of(server, folder, "steps") as store:
                measures += neighbourhood_measures(store, given.edges)
    emit(measures, given.json, "the graph under load")


if __name__ == "__main__":
    main()
