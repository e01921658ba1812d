"""The job that a person launches for one question, in one process."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg

from assets.automation.asking import further_round
from resources.workbench import Workbench


def _after_step(context: dg.HookContext, events: Sequence[dg.DagsterEvent]) -> dg.HookExecutionResult:
    if any(event.is_step_failure for event in events):
        bench: Workbench = context.resources.workbench
        if context.op_exception is not None:
            bench.failed(context.op_exception)
    elif context.op.name == "report" and any(event.is_step_success for event in events):
        further_round(context)
    return dg.HookExecutionResult(hook_name=AFTER_STEP.name)


# One hook for whatever ends: each hook costs an event a step, and the steps and checks of a run are 27.
AFTER_STEP = dg.HookDefinition(name="after_step", hook_fn=_after_step, required_resource_keys={"workbench"})

answer_question = dg.define_asset_job(
    "answer_question",
    selection=dg.AssetSelection.all(),
    executor_def=dg.in_process_executor,
    hooks={AFTER_STEP},
    description="From the search plan to the report, for one question (its text is the partition).",
)
