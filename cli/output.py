"""How the command line shows progress, verdicts and tables."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from cli.visible import visible, visible_json

if TYPE_CHECKING:
    from rich.status import Status

    from resources.store.standing import StandingVerdict

# Drawing a cell costs time for each of its lines; `--json` has it whole.
_LONGEST_CELL = 400

Said = Mapping[str, str] | None


class Progress:
    """Progress on standard error: a spinner in a terminal, timed lines elsewhere, nothing when quiet."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        # The stream as it is now: during a run what libraries write to standard error goes to a file.
        self._stream = sys.stderr
        self._status: Status | None = None
        self._began = time.monotonic()

    def __call__(self, message: str) -> None:
        if self._quiet:
            return
        line = visible(f"{time.monotonic() - self._began:5.1f} s  {message}")
        if self._status is not None:
            from rich.text import Text

            self._status.update(Text(line))
        else:
            click.echo(line, file=self._stream)

    def __enter__(self) -> Progress:
        if not self._quiet and self._stream.isatty():
            from rich.console import Console

            self._status = Console(file=self._stream).status("starting")
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()


def print_verdict(verdict: StandingVerdict, as_json: bool, note: str = "", said: Said = None) -> None:
    """The stored explanation as Markdown, or the whole verdict as one JSON object.

    `said` is what stands beside it, by kind: paths through the graph, and what a language model said.
    """
    if as_json:
        print_json(verdict_document(verdict, said))
        return
    from assets.steps.wordings import as_sections

    explanation = visible(verdict.explanation + as_sections(said or {}))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        # A link in a title is text here: as the terminal's own it would show one place and open another.
        Console().print(Markdown(explanation, hyperlinks=False))
    else:
        click.echo(explanation)
    if note:
        click.echo(visible(f"\n{note}"), err=True)


def print_json(value: object) -> None:
    """The value as JSON that no terminal acts on."""
    click.echo(visible_json(json.dumps(value, ensure_ascii=False, indent=1, default=str)))


def verdict_document(verdict: StandingVerdict, said: Said = None) -> dict[str, Any]:
    """The verdict with its version, ready for JSON.

    `paths` are the ways in which it may come about, as Markdown; `model_said` is what a model said. Each only
    where there is any.
    """
    from assets.steps.wordings import PAIR, PATHS

    by_model = {kind: words for kind, words in (said or {}).items() if kind not in (PAIR, PATHS)}
    return {
        "verdict_id": verdict.verdict_id,
        "question_id": verdict.question_id,
        "version": verdict.version,
        "round": verdict.round_no,
        "created_at": verdict.created_at.isoformat() if verdict.created_at else None,
        "engine": verdict.engine,
        "changes": verdict.changes,
        "run_id": verdict.run_id,
        "explanation": verdict.explanation,
        **({"paths": said[PATHS]} if said and PATHS in said else {}),
        **({"pair": said[PAIR]} if said and PAIR in said else {}),
        **({"model_said": by_model} if by_model else {}),
        **verdict.payload,
    }


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]], as_json: bool) -> bool:
    """Rows as a table, or as a JSON list of objects; True when a cell of the table was shortened."""
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
        return False
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for column in columns:
        table.add_column(Text(visible(column)))
    shortened = False
    for row in rows:
        cells = ["" if value is None else _plain(value) for value in row]
        shortened = shortened or any(len(cell) > _LONGEST_CELL for cell in cells)
        table.add_row(*[Text(visible(_shortened(cell))) for cell in cells])
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    return shortened


def _plain(value: object) -> str:
    return (
        json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, dict | list) else str(value)
    )


def _shortened(cell: str) -> str:
    if len(cell) <= _LONGEST_CELL:
        return cell
    return f"{cell[:_LONGEST_CELL]}… ({len(cell)} characters)"
