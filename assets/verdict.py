"""The answer. A new version is written only when what it rests on changed, and it names what changed."""

import dagster as dg

from assets.insights import insights
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from assets.steps.verdict import conclude_question
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="answer", kinds={"python", "postgres"}, deps=[insights])
def verdict(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Conclusion, direction, certainty, effect, conditions, harms, conflicts, gaps, and the explanation."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, conclude_question))
