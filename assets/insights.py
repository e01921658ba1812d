"""Ranked paths through the graph around the question, in words; worked out once per subgraph."""

import dagster as dg

from assets.graded_relations import graded_relations
from assets.steps.insights import find_insights
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS, group_name="reasoning", kinds={"python", "postgres"}, deps=[graded_relations]
)
def insights(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Chains of two or three steps, disagreements on them, common causes, from every question's papers."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, find_insights))
