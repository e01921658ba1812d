"""Lists of edges taken in line by line, and the paths between two things through them."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import uuid
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlmodel import Session

from aitia.domains import adapters
from aitia.model.errors import DocumentError
from aitia.pairs.edge_lists import LONGEST_LINE, ListedEdge, Reading, edges_of
from aitia.pairs.path_features import UNKNOWN, TypedPath, simple_paths
from aitia.words.folding import fold
from resources.store.session import Store, insert_once
from resources.store.tables import EdgeImportRow

BATCH = 20_000
MOST_NAMES = 2_000_000
MOST_TYPES = 1_000
FAN_OUT = 400
"""Neighbours of an end that paths are looked for through, by name; the rest of a hub's says little."""

HETIONET_TYPES = frozenset(
    {
        "Anatomy", "Biological Process", "BiologicalProcess", "Cellular Component", "CellularComponent",
        "Compound", "Disease", "Gene", "Molecular Function", "MolecularFunction", "Pathway",
        "Pharmacologic Class", "PharmacologicClass", "Side Effect", "SideEffect", "Symptom",
    }
)  # fmt: skip
_SQL = Path(__file__).resolve().parents[2] / "sql" / "graph"
_COLUMNS = ("edge_key", "cause", "cause_type", "cause_key", "relation", "effect", "effect_type", "effect_key")


@dataclass
class Imported:
    """What became of a list. `unknown_types` counts ends by types that no domain names."""

    source: str
    licence: str
    lines: int = 0
    added: int = 0
    duplicates: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    unknown_types: Counter[str] = field(default_factory=Counter)


def import_edges(
    store: Store,
    path: Path,
    source: str,
    licence: str,
    names: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Imported:
    """Take in a list of edges (plain or .gz), a batch at a time, in one transaction.

    The same edge of the same source counts once, however often it is listed or taken in. Raises DocumentError
    when a file cannot be read as a list, and then nothing is stored.
    """
    source, licence = source.strip(), licence.strip()
    if not source or not licence:
        raise DocumentError("a list of edges needs a source and a licence: give both --source and --licence")
    done, reading = Imported(source, licence), Reading()
    called = _names(names) if names else {}
    with _opened(path) as lines, store.session() as session:
        listed = edges_of(lines, called, reading)
        while batch := list(itertools.islice(listed, BATCH)):
            _store_batch(session, batch, done)
            progress(f"{reading.lines:,} lines, {done.added:,} edges")
        done.lines, done.refused, done.first = reading.lines, reading.wrong, reading.first
        if not done.added and not done.duplicates:
            raise DocumentError(f"{path} holds no edge in {done.lines} lines: see that it is a list", path)
        _note(session, path, done)
    return done


@dataclass(frozen=True)
class ImportedPath:
    """A path through imported edges, and whose edges they are under which licence."""

    path: TypedPath
    sources: tuple[tuple[str, str], ...]


def paths_between(
    session: Session, cause: str, effect: str, max_steps: int = 3, limit: int = 50
) -> list[ImportedPath]:
    """Paths of at most three steps between two names, whichever way their edges point; shortest first.

    Hubs are looked through by at most `FAN_OUT` of their neighbours. A step against its edge has a
    caret before its relation, as in SPARQL: "^causes".
    """
    start, goal = fold(cause), fold(effect)
    if not start or not goal or start == goal:
        return []
    rows = [*_rows(session, "list_imported_neighbours", name=start, most=FAN_OUT)]
    rows += _rows(session, "list_imported_neighbours", name=goal, most=FAN_OUT)
    near = {key for row in rows for key in (row["cause_key"], row["effect_key"])} - {start, goal}
    ends = [start, goal]
    rows += _rows(session, "list_imported_between", ones=[start], others=[goal], most=FAN_OUT)
    if max_steps > 1 and near:
        rows += _rows(session, "list_imported_between", ones=ends, others=sorted(near), most=4 * FAN_OUT)
    if max_steps > 2 and near:
        rows += _rows(session, "list_imported_between", ones=sorted(near), others=sorted(near), most=20_000)
    return _paths(rows, start, goal, max_steps, limit)


def _paths(
    rows: Iterable[Mapping[str, str]], start: str, goal: str, max_steps: int, limit: int
) -> list[ImportedPath]:
    arcs: dict[str, set[tuple[str, str]]] = {}
    names: dict[str, str] = {}
    kinds: dict[str, str] = {}
    whose: dict[tuple[str, str, str], set[tuple[str, str]]] = {}
    for row in rows:
        one, other, relation = row["cause_key"], row["effect_key"], row["relation"]
        names.setdefault(one, row["cause"])
        names.setdefault(other, row["effect"])
        kinds.setdefault(one, row["cause_type"] or UNKNOWN)
        kinds.setdefault(other, row["effect_type"] or UNKNOWN)
        for step in ((one, relation, other), (other, f"^{relation}", one)):
            arcs.setdefault(step[0], set()).add((step[1], step[2]))
            whose.setdefault(step, set()).add((row["source"], row["licence"]))
    ordered = {name: sorted(steps) for name, steps in arcs.items()}
    found = []
    for path in simple_paths(ordered, kinds, start, goal, max_steps, limit):
        steps = zip(path.names, path.relations, path.names[1:], strict=False)
        sources = sorted({owner for step in steps for owner in whose[step]})
        shown = TypedPath(tuple(names[key] for key in path.names), path.relations, path.types)
        found.append(ImportedPath(shown, tuple(sources)))
    return found


def count_imported(session: Session) -> dict[str, int]:
    """How many imported edges each source has."""
    found = session.execute(
        text("SELECT source, count(*) FROM imported_edges GROUP BY source ORDER BY source")
    )
    return {str(source): int(count) for source, count in found}


def _store_batch(session: Session, batch: list[ListedEdge], done: Imported) -> None:
    known = _known_types()
    columns: dict[str, list[str]] = {name: [] for name in _COLUMNS}
    for edge in batch:
        for kind in (edge.source_type, edge.target_type):
            if (
                kind
                and kind not in known
                and (kind in done.unknown_types or len(done.unknown_types) < MOST_TYPES)
            ):
                done.unknown_types[kind] += 1
        one, other = fold(edge.source) or edge.source.lower(), fold(edge.target) or edge.target.lower()
        parts = (one, edge.source_type, edge.relation, other, edge.target_type)
        key = hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
        values = (
            key, edge.source, edge.source_type, one, edge.relation, edge.target, edge.target_type, other
        )  # fmt: skip
        for name, value in zip(_COLUMNS, values, strict=True):
            columns[name].append(value)
    statement = text((_SQL / "add_imported_edges.sql").read_text(encoding="utf-8"))
    asked = {"source": done.source, "licence": done.licence, **columns}
    added = int(session.execute(statement, asked).scalar_one())
    done.added += added
    done.duplicates += len(batch) - added


def _note(session: Session, path: Path, done: Imported) -> None:
    told = {"refused": done.refused, "first_line": done.first, "unknown_types": dict(done.unknown_types)}
    row = EdgeImportRow(
        import_id=f"import_{uuid.uuid4().hex}",
        source=done.source,
        licence=done.licence,
        path=str(path),
        lines=done.lines,
        added=done.added,
        duplicates=done.duplicates,
        refused=sum(done.refused.values()),
        told=told,
    )
    insert_once(session, EdgeImportRow, [row])


def _known_types() -> frozenset[str]:
    return HETIONET_TYPES | {kind for adapter in adapters().values() for kind in adapter.node_types}


def _rows(session: Session, query: str, **values: object) -> list[Mapping[str, str]]:
    statement = text((_SQL / f"{query}.sql").read_text(encoding="utf-8"))
    return [dict(row) for row in session.execute(statement, values).mappings()]


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[str]]:
    """The lines of a file, unpacked where it is packed. Raises DocumentError with what is the matter."""
    opener: Callable[..., IO[str]] = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8", errors="replace", newline="\n") as lines:
            yield _bounded(lines)
    except (OSError, EOFError, zlib.error) as problem:
        said = getattr(problem, "strerror", None) or problem
        raise DocumentError(f"{path} cannot be read as a list of edges: {said}", path) from problem


def _bounded(lines: IO[str]) -> Iterator[str]:
    """Lines of at most a few thousand characters; of a longer one the rest is never held."""
    while line := lines.readline(LONGEST_LINE + 2):
        whole = line
        while line and not line.endswith("\n") and len(line) > LONGEST_LINE:
            line = lines.readline(LONGEST_LINE + 2)
        yield whole


def _names(path: Path) -> dict[str, str]:
    """What each id of a table of nodes (id, name, kind) is called."""
    found: dict[str, str] = {}
    with _opened(path) as lines:
        for line in lines:
            cells = line.rstrip("\r\n").split("\t" if "\t" in line else ",")
            if len(cells) >= 2 and cells[0] != "id":
                found[cells[0]] = cells[1]
            if len(found) > MOST_NAMES:
                raise DocumentError(
                    f"{path} names more than {MOST_NAMES:,} nodes: cut it to those used", path
                )
    return found
