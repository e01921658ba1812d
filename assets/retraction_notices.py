"""Notices of retraction of the papers that are read."""

import dagster as dg

from assets.gated_papers import gated_papers
from assets.steps.kept import reported
from assets.steps.retraction_notices import look_up_notices
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS,
    group_name="search",
    kinds={"python", "postgres"},
    deps=[gated_papers],
)
def retraction_notices(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Crossref's notices on the papers that are read, where the question is asked of it; their standing."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, look_up_notices))
