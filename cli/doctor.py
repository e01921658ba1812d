"""`aitia doctor`: whether everything that a question needs is there, and what to do where it is not."""

from __future__ import annotations

import click

_MARKS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Look at versions, settings, disk, database, models and sources, and say what to do.

    Starts nothing and asks no service. Exit code 1 where something fails.
    """
    from cli.output import print_json
    from cli.visible import visible
    from resources.doctor import examine

    found = examine()
    if as_json:
        print_json([finding.as_dict() for finding in found])
    else:
        for finding in found:
            click.echo(visible(f"{_MARKS[finding.state]}  {finding.part:<9} {finding.said}"))
            if finding.todo:
                click.echo(visible(f"                 → {finding.todo}"))
    if any(finding.state == "fail" for finding in found):
        context.exit(1)
