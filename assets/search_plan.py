"""The question read into PICO terms, and the searches of this round."""

import dagster as dg

from assets.steps.search_plan import RoundConfig, plan_round, run_tags
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="search", kinds={"python", "postgres"})
def search_plan(
    context: dg.AssetExecutionContext, config: RoundConfig, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """PICO specification of the question and the queries per type of evidence, strongest first."""
    question = partition_question(workbench, context)
    report = plan_round(workbench, question, config, context.run_id)
    context.instance.add_run_tags(context.run_id, run_tags(workbench, question, report))
    return materialised(workbench, report)
