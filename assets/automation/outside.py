"""The workbench as a Dagster resource: opened when a run starts, closed when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import dagster as dg

from resources.settings import get_settings
from resources.workbench import Workbench, open_workbench


@dg.resource(description="Store, sources, engine and embedder, as the AITIA_ settings name them.")
def workbench(context: dg.InitResourceContext) -> Iterator[Workbench]:
    """Open what the settings name; progress goes to the run's log."""
    log = context.log
    bench = open_workbench(get_settings(), progress=log.info if log else print)
    try:
        yield bench
    finally:
        bench.close()
