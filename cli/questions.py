"""`aitia questions`: what was asked, and what the verdicts are."""

from __future__ import annotations

from pathlib import Path

import click

_QUERY = Path(__file__).resolve().parents[1] / "sql" / "reasoning" / "list_questions.sql"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def questions(as_json: bool) -> None:
    """List the questions asked so far, newest first, each with its verdict."""
    from sqlalchemy import text

    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        found = session.execute(text(_QUERY.read_text(encoding="utf-8")))
        columns, rows = list(found.keys()), [tuple(row) for row in found]
    if not rows and not as_json:
        click.echo('No question has been asked yet. Try: aitia ask "Does aspirin reduce heart attack risk?"')
        return
    print_rows(columns, rows, as_json)
