"""Open full text of the papers that passed the gate."""

import dagster as dg

from assets.gated_papers import gated_papers
from assets.steps.full_texts import fetch_full_texts
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS,
    group_name="search",
    kinds={"python", "postgres"},
    deps=[gated_papers],
)
def full_texts(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Open full text of the papers that passed the gate, where the settings ask for it, as passages."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, fetch_full_texts))
