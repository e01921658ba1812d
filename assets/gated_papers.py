"""Which candidates are read: by meaning and by words, with the reason for every exclusion."""

import dagster as dg

from assets.candidate_papers import candidate_papers
from assets.steps.gated_papers import gate_papers
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench


@dg.asset(
    partitions_def=QUESTIONS,
    group_name="search",
    kinds={"python", "postgres"},
    deps=[candidate_papers],
    pool="embedder",
)
def gated_papers(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """Papers near enough to the question to be read, their vectors and their passages."""
    return materialised(gate_papers(workbench, partition_question(workbench, context), context.run_id))
