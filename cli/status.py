"""`aitia status`: what the store holds, what was spent, and what waits for a person."""

from __future__ import annotations

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(as_json: bool) -> None:
    """Count questions, verdicts, papers, searches, calls, costs and refusals by rule."""
    from sqlalchemy import text

    from cli.output import print_json, print_rows
    from resources.settings import get_settings
    from resources.store.reasoning_sql import statement
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        counters = [tuple(row) for row in session.execute(text(statement("count_status")))]
        refused = {row.rule: int(row.refused) for row in session.execute(text(statement("count_refusals")))}
    values = {name: int(value) if value == int(value) else float(value) for name, value in counters}
    if as_json:
        print_json({**values, "refused by rule": refused})
        return
    print_rows(("counter", "value"), list(values.items()), False)
    if refused:
        print_rows(("rule", "claims refused"), list(refused.items()), False)
