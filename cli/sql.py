"""`aitia sql`: the provenance tables, read-only."""

from __future__ import annotations

import sys
from typing import TextIO

import click


@click.command()
@click.argument("query", required=False)
@click.option("--file", "-f", type=click.File(encoding="utf-8"), help="Read the query from a file.")
@click.option("--limit", type=click.IntRange(1), help="Print at most so many rows.")
@click.option("--timeout", type=float, help="Stop the query after so many seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def sql(
    query: str | None,
    file: TextIO | None,
    limit: int | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Run QUERY (or a file, or standard input) as a role that can only read.

    One query: SELECT, VALUES, TABLE or WITH … SELECT. Long values are shortened in the table; --json has them
    whole.
    """
    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.store.reader import read_only

    text = query or (file.read() if file else None) or (None if sys.stdin.isatty() else sys.stdin.read())
    if not text or not text.strip():
        raise click.UsageError("no query: give one as an argument, with --file, or on standard input")
    settings = get_settings()
    result = read_only(settings, text, limit or settings.sql_row_limit, timeout or settings.sql_timeout)
    shortened = print_rows(result.columns, result.rows, as_json)
    if result.bytes_cut is not None:
        click.echo(
            f"Only the first {len(result.rows)} rows are shown: more than {result.bytes_cut} bytes "
            "(AITIA_SQL_BYTE_LIMIT). Select fewer or shorter columns.",
            err=True,
        )
    elif result.cut:
        click.echo(f"Only the first {len(result.rows)} rows are shown; --limit asks for more.", err=True)
    if shortened:
        click.echo("Long values are shortened; --json prints them whole.", err=True)
