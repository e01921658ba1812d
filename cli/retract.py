"""`aitia retract`: a paper is retracted, as a person found out; it no longer counts as evidence."""

from __future__ import annotations

import getpass
import json

import click


@click.command()
@click.argument("paper")
@click.option("--undo", is_flag=True, help="Take it back: the paper stands as services and lists say.")
@click.option("--reviewer", help="Who says so; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why: where the notice stands, say. Needed, except with --undo.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def retract(paper: str, undo: bool, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Note that PAPER (by id) is retracted, where no service and no list says so yet.

    It counts as evidence no longer, whoever asks; verdicts say that it was retracted since. `aitia remove
    paper` is for a paper that is sound and should not count here.
    """
    from assets.steps.removal import retract_paper, unretract_paper
    from cli.visible import visible, visible_json
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    name = getpass.getuser() if reviewer is None else reviewer
    with open_workbench(get_settings()) as workbench:
        do = unretract_paper if undo else retract_paper
        touched = do(workbench, paper, name, reason)
    done = "no longer noted as retracted" if undo else "retracted"
    if as_json:
        said = {"paper_id": paper, "done": done, "touched_questions": touched}
        click.echo(visible_json(json.dumps(said, ensure_ascii=False)))
        return
    click.echo(visible(f"The paper {paper} is {done}."))
    for text in touched:
        click.echo(visible(f'It may change an answer: aitia ask "{text}"'))
