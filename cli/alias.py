"""`aitia alias`: two names are one thing, and that word taken back."""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sqlmodel import Session


@click.group()
def alias() -> None:
    """Say that two names are one thing, and take it back. Nodes are linked, never merged."""


@alias.command("list")
@click.option("--all", "everything", is_flag=True, help="Also links that were withdrawn or turned down.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_aliases(everything: bool, as_json: bool) -> None:
    """List the links between names: their tier, status, and why."""
    from sqlalchemy import text

    from cli.output import print_rows
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    columns = ("link_id", "name_a", "name_b", "type_a", "tier", "status", "by_person", "reason")
    query = text(
        "SELECT * FROM current_aliases WHERE :everything OR status IN ('active', 'pending')"
        " ORDER BY name_a, name_b"
    )
    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        found = session.execute(query, {"everything": everything}).mappings().all()
    print_rows(columns, [tuple(row[name] for name in columns) for row in found], as_json)


@alias.command()
@click.argument("one")
@click.argument("other")
@click.option("--reviewer", help="Who says so; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was stored as JSON.")
def add(one: str, other: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Say that ONE and OTHER (names, or ids of nodes) are one thing, of one type."""
    from resources.store.aliases import add_alias

    _say(add_alias, "linked", one, other, reviewer, reason, as_json)


@alias.command()
@click.argument("one")
@click.argument("other")
@click.option("--reviewer", help="Who takes it back; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was stored as JSON.")
def revoke(one: str, other: str, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Take back what a person said of ONE and OTHER: it is then as before."""
    from resources.store.aliases import revoke_alias

    _say(revoke_alias, "parted", one, other, reviewer, reason, as_json)


def _say(
    do: Callable[[Session, str, str, str, str], str],
    done: str,
    one: str,
    other: str,
    reviewer: str | None,
    reason: str,
    as_json: bool,
) -> None:
    from cli.visible import visible, visible_json
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    name = getpass.getuser() if reviewer is None else reviewer
    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        link_id = do(session, one, other, name, reason)
    if as_json:
        said = {"link_id": link_id, "one": one, "other": other, "done": done, "reviewer": name}
        click.echo(visible_json(json.dumps(said, ensure_ascii=False)))
        return
    click.echo(
        visible(f"{one} and {other} are {done} ({link_id}); answers that this touches follow when asked.")
    )
