"""What a person takes away: a self-contained page, and the evidence as files that programs read."""

import dagster as dg

from assets.steps.kept import finished
from assets.steps.report import write_report
from assets.steps.step import QUESTIONS, materialised, partition_question
from assets.verdict import verdict
from resources.workbench import Workbench


@dg.asset(partitions_def=QUESTIONS, group_name="answer", kinds={"html", "json"}, deps=[verdict])
def report(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[Workbench]
) -> dg.MaterializeResult[None]:
    """`report.html`, `verdict.json` and `edges.csv` in a folder of the question's own."""
    question = partition_question(workbench, context)
    return materialised(workbench, finished(workbench, question, context.run_id, write_report))
