"""What the evidence says of each outcome, graded; only what changed is worked out again."""

import dagster as dg

from assets.alias_links import alias_links
from assets.steps.graded_relations import grade_question
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="reasoning", kinds={"python", "postgres"}, deps=[alias_links])
def graded_relations(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Per-study grades, pooled effects, GRADE domains with reasons, conflicts, alternative explanations."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, grade_question))
