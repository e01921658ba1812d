"""`aitia refresh`: how often a question is searched again by the schedule."""

from __future__ import annotations

import re

import click

_HOURS = {"h": 1, "d": 24, "w": 168}


@click.command()
@click.argument("question")
@click.option("--every", help="So many hours, days or weeks between two searches: 6h, 1d, 2w.")
@click.option("--pause", is_flag=True, help="Not at all, until --resume; the sensors leave it alone too.")
@click.option("--resume", is_flag=True, help="Again, from the next window on.")
def refresh(question: str, every: str | None, pause: bool, resume: bool) -> None:
    """Set how often QUESTION (its text or its id) is searched again by Dagster's schedule; daily at first."""
    from cli.show import question_id
    from resources.settings import get_settings
    from resources.store.questions import set_refresh
    from resources.workbench import open_workbench

    if pause and resume:
        raise click.UsageError("--pause and --resume contradict each other: give one of them.")
    values: dict[str, object] = {"refresh_hours": _hours(every)} if every else {}
    values |= {"active": resume} if pause or resume else {}
    if not values:
        raise click.UsageError("Nothing to set: give --every, --pause or --resume.")
    with open_workbench(get_settings()) as workbench, workbench.store.session() as session:
        known = set_refresh(session, question_id(question), **values)
    if not known:
        raise click.ClickException(f"{question!r} was never asked. `aitia questions` lists what was asked.")
    click.echo("Paused." if pause else "Set. The schedule `literature_refresh` follows it while it is on.")


def _hours(every: str) -> int:
    match = re.fullmatch(r"(\d{1,4})\s*([hdw])", every.strip())
    hours = int(match[1]) * _HOURS[match[2]] if match else 0
    if not 1 <= hours <= 8784:
        raise click.BadParameter(
            f"{every!r} is not a time from 1h to 52w, as in 6h, 1d, 2w.", param_hint="--every"
        )
    return hours
