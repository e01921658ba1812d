"""The workbench as a Dagster resource: opened when a run starts, closed when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import dagster as dg

from resources.settings import get_settings
from resources.workbench import Workbench, open_workbench

OVERRIDES = {
    "engine": dg.Field(
        dg.Noneable(str), is_required=False, description="Who reads, in place of AITIA_ENGINE."
    ),
    "max_rounds": dg.Field(dg.Noneable(int), is_required=False, description="Most rounds of searching."),
    "budget_calls": dg.Field(dg.Noneable(int), is_required=False, description="Most calls for the question."),
    "budget_tokens": dg.Field(
        dg.Noneable(int), is_required=False, description="Most tokens for the question."
    ),
    "budget_usd": dg.Field(dg.Noneable(float), is_required=False, description="Most US dollars."),
}


@dg.resource(
    config_schema=OVERRIDES,
    description="Store, sources, engine and embedder, as the AITIA_ settings name them.",
)
def workbench(context: dg.InitResourceContext) -> Iterator[Workbench]:
    """Open what the settings name, with the run's own in their place; progress goes to the run's log."""
    log = context.log
    chosen = {name: value for name, value in context.resource_config.items() if value is not None}
    bench = open_workbench(get_settings(**chosen), progress=log.info if log else print)
    try:
        yield bench
    finally:
        bench.close()
