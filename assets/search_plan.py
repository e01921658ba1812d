"""The question read into PICO terms, and the searches of this round."""

import dagster as dg

from assets.steps.search_plan import RoundConfig, plan_round
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="search", kinds={"python", "postgres"})
def search_plan(
    context: dg.AssetExecutionContext, config: RoundConfig, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """PICO specification of the question and the queries per type of evidence, strongest first."""
    return materialised(plan_round(workbench, partition_question(workbench, context), config, context.run_id))
