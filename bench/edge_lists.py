"""A long list of edges taken in: `python -m bench.edge_lists [--lines 10000000] [--json PATH]`.

One line in a hundred stands twice, one in a thousand is no edge, and half of the types are none that a domain
names. Written and read on a throw-away server: seconds, memory, and whether the counts are right.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from bench.graph import store_of, template_server
from bench.report import Measure, emit
from resources.store.imported import import_edges
from resources.store.session import Store

HEADER = "source\tsource_type\trelation\ttarget\ttarget_type\n"
_TWICE, _WRONG = 100, 1000


def write_list(path: Path, lines: int) -> tuple[int, int, int]:
    """Write a list of so many lines under a header; (edges, doubled lines, lines that are no edge) in it."""
    edges = doubled = wrong = 0
    with path.open("w", encoding="utf-8") as file:
        file.write(HEADER)
        for number in range(lines):
            if number % _WRONG == _WRONG - 1:
                file.write(f"thing {number}\tGene\n")
                wrong += 1
            elif number % _TWICE == _TWICE - 1:
                file.write(_line(number - 1))
                doubled += 1
            else:
                file.write(_line(number))
                edges += 1
    return edges, doubled, wrong


def _line(number: int) -> str:
    return f"thing {number % 400_000}\tGene\tacts on\tother {number}\tCellPart\n"


def list_measures(store: Store, folder: Path, lines: int) -> list[Measure]:
    """Take a list of so many lines in, and compare what was told of it with what was written."""
    path = folder / "list.tsv"
    edges, doubled, wrong = write_list(path, lines)
    begin, spent = time.perf_counter(), time.process_time()
    done = import_edges(store, path, "bench", "CC0-1.0")
    seconds, processor = time.perf_counter() - begin, time.process_time() - spent
    found = (done.added, done.duplicates, sum(done.refused.values()), done.unknown_types["CellPart"])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    title = f"a list of {lines:,} lines"
    return [
        Measure(
            f"{title}: counts that are not those of the list",
            float(sum(a != b for a, b in zip(found[:3], (edges, doubled, wrong), strict=True))),
            lines,
        ),
        Measure(f"{title}: ends of a type that no domain names", float(found[3]), lines),
        Measure(f"{title}: seconds", round(seconds, 1), lines),
        Measure(f"{title}: processor seconds outside the database", round(processor, 1), lines),
        Measure(f"{title}: most memory of the process, MB", round(peak, 1), lines),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        with template_server(folder) as server, store_of(server, folder, "lists") as store:
            measures = list_measures(store, folder, given.lines)
    emit(measures, given.json, "a long list of edges")


if __name__ == "__main__":
    main()
