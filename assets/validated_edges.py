"""Which proposals stand. Every refusal is a row with its rule; every edge has its verbatim quote."""

import dagster as dg

from assets.extracted_claims import extracted_claims
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from assets.steps.validated_edges import validate_claims
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS, group_name="reading", kinds={"python", "postgres"}, deps=[extracted_claims]
)
def validated_edges(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Claims accepted, kept for review or refused by named rules; the accepted ones become edges."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, validate_claims))
