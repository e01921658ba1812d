"""Every source's hits, de-duplicated across identifiers and titles."""

import dagster as dg

from assets.search_plan import search_plan
from assets.steps.candidate_papers import collect_papers
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="search", kinds={"python", "postgres"}, deps=[search_plan])
def candidate_papers(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Papers that the planned searches found, one row each; a search that failed stays visible."""
    return materialised(collect_papers(workbench, partition_question(workbench, context), context.run_id))
