"""What the engine proposes of every paper that passed the gate. Unchanged text is never read twice."""

import dagster as dg

from assets.full_texts import full_texts
from assets.retraction_notices import retraction_notices
from assets.steps.extracted_claims import read_papers
from assets.steps.kept import reported
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS,
    group_name="reading",
    kinds={"python", "postgres"},
    deps=[full_texts, retraction_notices],
    pool="reading_engine",
)
def extracted_claims(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Study facts, effect estimates and claims as proposed, with the engine and version that read them."""
    question = partition_question(workbench, context)
    return materialised(workbench, reported(workbench, question, context.run_id, read_papers))
