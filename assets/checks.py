"""Asset checks: the Great Expectations suites over what an asset wrote for one question."""

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import dagster as dg
from sqlalchemy import text

from assets.steps.passed import checks_passed, note_passed, passed_mark, write_passed
from assets.steps.report import written_files
from assets.steps.step import QUESTIONS, markdown_table, partition_question
from resources.workbench import Workbench
from validators.suites import SUITES, WORKER, Suite, SuiteResult

FILES = "report"
_SQL = Path(__file__).resolve().parents[1] / "sql" / "checks"


@cache
def _query(name: str) -> str:
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


def run_suite(workbench: Workbench, suite: Suite, question_id: str) -> SuiteResult:
    """Validate the rows that the question has in the suite's query, or the files of its report.

    The rows are read each time. Rows that are to the letter those that passed this suite before pass again.
    """
    columns, rows = _rows(workbench, suite, question_id)
    mark = passed_mark(suite, columns, rows)
    evaluated = checks_passed(workbench, question_id, suite.name, mark)
    if evaluated is None:
        result = WORKER.validate(suite, columns, rows)
        if result.success:
            note_passed(workbench, question_id, suite.name, mark, result.evaluated)
    else:
        result = SuiteResult(suite.name, True, len(rows), evaluated, ())
    if suite.name == FILES:  # the last of a run
        write_passed(workbench, question_id)
    return result


def _rows(workbench: Workbench, suite: Suite, question_id: str) -> tuple[list[str], list[list[Any]]]:
    """What stands now, as the suite looks at it."""
    if suite.name == FILES:
        return ["file", "found", "expected"], [list(row) for row in written_files(workbench, question_id)]
    with workbench.store.reading() as connection:
        found = connection.execute(text(_query(suite.name)), {"question_id": question_id})
        return list(found.keys()), [list(row) for row in found]


def _check(suite: Suite) -> dg.AssetChecksDefinition:
    @dg.asset_check(
        name=suite.name,
        asset=suite.asset,
        description=suite.promise,
        blocking=suite.blocking,
        partitions_def=QUESTIONS,
    )
    def check(
        context: dg.AssetCheckExecutionContext, workbench: dg.ResourceParam[Workbench]
    ) -> dg.AssetCheckResult:
        result = run_suite(workbench, suite, partition_question(workbench, context).question_id)
        if not result.success:
            workbench.tell(f"note: the check {suite.name} failed", check=suite.name, failures=result.failures)
        metadata: dict[str, Any] = {"rows": result.rows, "expectations": result.evaluated}
        if result.failures:
            metadata["failures"] = dg.MetadataValue.md("\n".join(f"- {line}" for line in result.failures))
        if result.failing:
            table = markdown_table(result.columns, list(result.failing))
            metadata["failing rows"] = dg.MetadataValue.md(table)
        return dg.AssetCheckResult(passed=result.success, metadata=metadata)

    return check


with warnings.catch_warnings():
    # Partitioned checks are a preview; without them every question would overwrite the last one's result.
    warnings.simplefilter("ignore", dg.PreviewWarning)
    CHECKS = [_check(suite) for suite in SUITES]
