"""The job that a person launches for one question, in one process."""

from __future__ import annotations

import dagster as dg

from assets.automation.asking import further_round

answer_question = dg.define_asset_job(
    "answer_question",
    selection=dg.AssetSelection.all(),
    executor_def=dg.in_process_executor,
    hooks={further_round},
    description="From the search plan to the report, for one question (its text is the partition).",
)
