"""Every source's hits, de-duplicated across identifiers and titles."""

from collections.abc import Iterator

import dagster as dg

from assets.search_plan import search_plan
from assets.steps.candidate_papers import collect_papers
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS,
    group_name="search",
    kinds={"python", "postgres"},
    deps=[search_plan],
    output_required=False,  # a refresh that finds nothing new ends here
)
def candidate_papers(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> Iterator[dg.MaterializeResult[None]]:
    """Papers that the planned searches found, one row each; a search that failed stays visible."""
    report = collect_papers(workbench, partition_question(workbench, context), context.run_id)
    if not report.nothing_new:
        yield materialised(workbench, report)
