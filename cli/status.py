"""`aitia status`: what the store holds, what was spent, and what waits for a person."""

from __future__ import annotations

from pathlib import Path

import click

_SQL = Path(__file__).resolve().parents[1] / "sql"
_COUNTERS = _SQL / "reasoning" / "count_status.sql"
_REFUSALS = _SQL / "queries" / "list_refused_claims_by_rule.sql"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(as_json: bool) -> None:
    """Count questions, verdicts, papers, searches, calls, costs and refusals by rule."""
    from sqlalchemy import text

    from cli.output import print_json, print_rows
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        counters = [tuple(row) for row in session.execute(text(_COUNTERS.read_text(encoding="utf-8")))]
        refused: dict[str, int] = {}
        for row in session.execute(text(_REFUSALS.read_text(encoding="utf-8"))).mappings():
            refused[row["rule"]] = refused.get(row["rule"], 0) + row["refused"]
    values = {name: int(value) if value == int(value) else float(value) for name, value in counters}
    if as_json:
        print_json({**values, "refused by rule": refused})
        return
    print_rows(("counter", "value"), list(values.items()), False)
    if refused:
        print_rows(("rule", "claims refused"), list(refused.items()), False)
