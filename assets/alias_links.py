"""Nodes that mean the same, linked reversibly. Links are rows; nodes are never merged."""

import dagster as dg

from assets.steps.alias_links import link_aliases
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from assets.validated_edges import validated_edges
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS, group_name="reasoning", kinds={"python", "postgres"}, deps=[validated_edges]
)
def alias_links(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Exact names, and very similar ones with an alias in common, are one; others wait for a person."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, link_aliases))
