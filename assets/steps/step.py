"""What every asset module shares: the partitions, the report of a step and its form in Dagster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import dagster as dg

from aitia.model.keys import content_hash
from aitia.question import Question
from resources.workbench import Workbench

QUESTIONS = dg.DynamicPartitionsDefinition(name="question")


@dataclass(frozen=True)
class StepReport:
    """What a step did. Its data version is derived from `content`; the rest is shown.

    `tables` are Markdown, `files` paths on this machine, `links` addresses of pages.
    After a step with `nothing_new` the run ends: what follows would find all as it left it.
    """

    content: tuple[str, ...]
    counts: Mapping[str, int | float | str] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    nothing_new: bool = False

    @property
    def data_version(self) -> str:
        """Equal content has an equal version, so an unchanged step triggers nothing."""
        return content_hash(*self.content)[:32]


def materialised(workbench: Workbench, report: StepReport) -> dg.MaterializeResult[None]:
    """The report as Dagster shows it: counts as values, tables, verdicts and pictures as Markdown, links.

    The log is told that the step has come to its end.
    """
    workbench.done(report.counts)
    metadata: dict[str, Any] = dict(report.counts)
    metadata.update({name: dg.MetadataValue.md(table) for name, table in report.tables.items()})
    metadata.update({name: dg.MetadataValue.path(path) for name, path in report.files.items()})
    metadata.update({name: dg.MetadataValue.url(address) for name, address in report.links.items()})
    return dg.MaterializeResult(metadata=metadata, data_version=dg.DataVersion(report.data_version))


def partition_question(
    workbench: Workbench, context: dg.AssetExecutionContext | dg.AssetCheckExecutionContext
) -> Question:
    """The question that the run's partition key spells out; what follows is logged as this step's.

    Raises QuestionError with what was understood when the key cannot be read as a question.
    """
    question = workbench.question(context.partition_key)
    workbench.at(context.op_def.name, question.question_id, context.run.run_id)
    return question


def markdown_table(headings: tuple[str, ...], rows: list[tuple[object, ...]], limit: int = 50) -> str:
    """A Markdown table of at most `limit` rows; text of papers cannot break out of its cell."""
    lines = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(headings)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows[:limit]]
    if len(rows) > limit:
        lines.append(f"\n{len(rows) - limit} more rows in the store.")
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.3g}" if isinstance(value, float) else str(value)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
