"""Which candidates are read: by meaning and by words, with the reason for every exclusion."""

import dagster as dg

from assets.candidate_papers import candidate_papers
from assets.steps.gated_papers import gate_papers
from assets.steps.kept import reported, unchanged
from assets.steps.step import QUESTIONS, materialised, partition_question
from resources.workbench import Workbench
from validators.suites import WORKER


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
    question = partition_question(workbench, context)
    if unchanged(workbench, question, context.run_id) is None:
        WORKER.warm()  # what this run will write is to be checked
    return materialised(workbench, reported(workbench, question, context.run_id, gate_papers))
