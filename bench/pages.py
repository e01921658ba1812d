"""How soon pages answer with many edges in the store: `python -m bench.pages [--edges 10000] [--times 20]`.

The store is synthetic (`store_scale.sql`); every page is fetched from the site in this process, as a request
would be answered, row-level security and all. Beside the median stands how many times as long it takes as the
smallest answer of the same site (its style sheet), and the load of the machine meanwhile.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import text
from starlette.testclient import TestClient

from bench.report import Measure, emit
from bench.store_scale import synthetic_store
from resources.store.tenants import tenant_store
from resources.workbench import Workbench
from web.app import Site, make_app
from web.guard import Rates
from web.jobs import Jobs

SMALLEST = "/static/report.css"
PAGES = (
    "/", "/graph", "/graph?question=question_1", "/graph?relation=increases&since=2000", "/papers/paper_1",
    "/search?q=drug+acts", "/reviews", "/api/v1/questions", "/api/v1/search?q=drug",
)  # fmt: skip
_BOUND = 0.3


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a page's median is beyond 300 ms."""
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--edges", type=int, default=10_000, help="edges in the store, two to a paper")
    parser.add_argument("--times", type=int, default=20, help="how often each page is fetched")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    papers = options.edges // 2
    with synthetic_store(papers, papers // 96 + 1) as (settings, store):
        site = Site(Workbench(settings, store), False, Jobs({}), Rates(1e9, 10**9))
        with TestClient(make_app(site, ["testserver"])) as client:
            seen = tenant_store(store, settings.tenant)
            with seen.session() as session:
                edges = session.execute(text("SELECT count(*) FROM edges")).scalar_one()
            seen.close()
            smallest = _seconds(client, SMALLEST, options.times)
            medians = {page: _seconds(client, page, options.times) for page in PAGES}
    found = [Measure("edges that the pages' role sees", edges, edges)]
    for page, seconds in medians.items():
        found.append(Measure(f"{page}: milliseconds, median", 1000 * seconds, options.times))
        found.append(Measure(f"{page}: times the smallest answer", seconds / smallest, options.times))
    found.append(Measure("load of the machine, last minute", os.getloadavg()[0], os.cpu_count() or 1))
    emit(found, options.json, f"Pages with {options.edges} edges in the store")
    return 1 if max(medians.values()) > _BOUND else 0


def _seconds(client: Any, page: str, times: int) -> float:
    """Median seconds of an answer; the first one, which loads and connects, is not counted."""
    taken = []
    for _ in range(times + 1):
        begun = time.perf_counter()
        answer = client.get(page)
        taken.append(time.perf_counter() - begun)
        assert answer.status_code == 200, f"{page} answered {answer.status_code}: {answer.text[:200]}"
    return statistics.median(taken[1:])


if __name__ == "__main__":
    sys.exit(main())
