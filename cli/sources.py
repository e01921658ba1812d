"""`aitia sources`: where papers are looked for, and how each source answered last."""

from __future__ import annotations

from pathlib import Path

import click

_QUERY = Path(__file__).resolve().parents[1] / "sql" / "reasoning" / "list_last_searches.sql"
_COLUMNS = ("source", "used", "address", "key", "seconds_between_requests", "last_search", "at", "error")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def sources(as_json: bool) -> None:
    """List the sources: whether the settings use them, their address, key and pace, and their last search.

    A key is only said to be set or not. Nothing is asked of any service.
    """
    from sqlalchemy import text

    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.sources.names import SOURCE_NAMES, source_name
    from resources.workbench import open_workbench

    settings = get_settings()
    used = {source_name(name) for name in settings.sources} | ({"documents"} if settings.documents else set())
    with open_workbench(settings) as workbench:
        services = workbench.services()
        with workbench.store.session() as session:
            found = session.execute(text(_QUERY.read_text(encoding="utf-8")))
            last = {row.source: (row.status, row.sent_at, row.error) for row in found}
    rows = []
    for name in SOURCE_NAMES:
        known = services.get(name)
        place = (known.address, known.key, known.pace) if known else ("this computer", "no key", None)
        rows.append((name, "yes" if name in used else "no", *place, *last.get(name, ("never", None, None))))
    print_rows(_COLUMNS, rows, as_json)
