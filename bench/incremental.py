"""Incremental equals rebuilt: `python -m bench.incremental [--sequences 500] [--steps 8] [--papers 10000]`.

Random sequences (Hypothesis, stateful) of papers added, altered, taken out, retracted and removed, edges
reviewed, names linked and parted, a second question asked and removed, and rules changed, over papers with
abbreviations, registrations and shared trials; asked after each change or after several. After each sequence
all that counts is compared with a store that only ever saw how it ended. `--seed` draws other sequences,
`--minutes` begins none after that. Before that: what one paper more costs in a store of 100 papers and in a
large one (`--papers 0` leaves that out).
"""

from __future__ import annotations

import argparse
import math
import statistics
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seed_of
from hypothesis.stateful import (
    run_state_machine_as_test,
)

from bench.report import Measure, emit
from bench.site_changes import machine
from bench.sites import Paper, Site, Sites, sites, trial
from bench.store_scale import fill
from resources.settings import get_settings

_BATCH = 20


def run(make: Sites, sequences: int, steps: int, seed: int | None = None, minutes: float = math.inf) -> int:
    """Run that many sequences, or as many as fit, a batch at a time; returns how many.

    Without a seed always the same. Raises AssertionError with a sequence that ends otherwise.
    """
    until, done = time.monotonic() + 60 * minutes, 0
    for batch, start in enumerate(range(0, sequences, _BATCH)):
        if time.monotonic() > until:
            break
        drawn = min(_BATCH, sequences - start)
        profile = settings(
            max_examples=drawn,
            stateful_step_count=steps,
            deadline=None,
            derandomize=seed is None,
            database=None,
            phases=[Phase.generate],  # a sequence takes seconds: it is told as drawn, not made shorter first
            suppress_health_check=list(HealthCheck),
        )
        made = machine(make)
        if seed is not None:
            made = seed_of(1000 * seed + batch)(made)
        run_state_machine_as_test(made, settings=profile)
        done += drawn
    return done


def growth_measures(make: Sites, sizes: tuple[int, int], added: int = 7) -> list[Measure]:
    """What one paper more costs a question in a small and in a large store, in the same run.

    Seconds are medians over `added` papers, taken in turn in both stores, without Dagster.
    """
    stores: list[tuple[Site, dict[int, Paper], list[float]]] = []
    for size in sizes:
        site = make()
        with site.bench.store.session() as session:
            fill(session, size, max(1, size // 100))
        site.rows("ANALYZE")
        papers = {number: trial(number) for number in range(6)}
        site.ask(papers)
        stores.append((site, papers, []))
    for number in range(6, 6 + added):
        for site, papers, spent in stores:
            papers[number] = trial(number)
            begin = time.perf_counter()
            site.ask(papers)
            spent.append(time.perf_counter() - begin)
    small, large = (statistics.median(spent) for _, _, spent in stores)
    return [
        Measure(f"one paper more among {sizes[0]} papers: seconds", round(small, 3), added),
        Measure(f"one paper more among {sizes[1]} papers: seconds", round(large, 3), added),
        Measure("the large store's cost by the small one's", round(large / small, 3), added),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=500)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--seed", type=int, help="Other sequences; without it always the same.")
    parser.add_argument("--minutes", type=float, default=math.inf, help="Begin no sequences after that.")
    parser.add_argument("--papers", type=int, default=10_000, help="of the large store")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    from bench.graph import template_server
    from resources.embedders.catalogue import make_embedder

    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        embedder, measures = make_embedder(get_settings()), list[Measure]()
        with template_server(folder) as server:
            if given.papers:
                with sites(folder, server, embedder, remember=False) as make:
                    measures += growth_measures(make, (100, given.papers))
            with sites(folder, server, embedder) as make:
                done = run(make, given.sequences, given.steps, given.seed, given.minutes)
    measures += [
        Measure("sequences whose end differs from a clean build", 0.0, done),
        Measure("seconds", round(time.monotonic() - begin, 1), done),
    ]
    emit(measures, given.json, f"incremental equals rebuilt, up to {given.steps} steps a sequence")


if __name__ == "__main__":
    main()
