"""The job that a person launches for one question, in one process."""

from __future__ import annotations

import dagster as dg

from assets.automation.asking import further_round
from resources.workbench import Workbench


@dg.failure_hook(required_resource_keys={"workbench"})
def failed_step(context: dg.HookContext) -> None:
    """Log why a step failed."""
    bench: Workbench = context.resources.workbench
    if context.op_exception is not None:
        bench.failed(context.op_exception)


answer_question = dg.define_asset_job(
    "answer_question",
    selection=dg.AssetSelection.all(),
    executor_def=dg.in_process_executor,
    hooks={further_round, failed_step},
    description="From the search plan to the report, for one question (its text is the partition).",
)
