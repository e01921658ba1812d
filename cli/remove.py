"""`aitia remove`: a paper, a source or a question counts no longer, as if it had never come."""

from __future__ import annotations

import getpass
import json

import click


@click.command()
@click.argument("kind", type=click.Choice(("paper", "source", "question")))
@click.argument("subject")
@click.option("--undo", is_flag=True, help="Take the removal back: it counts again.")
@click.option("--reviewer", help="Who decides; by default the name you are logged in by.")
@click.option("--reason", default="", help="Why.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def remove(kind: str, subject: str, undo: bool, reviewer: str | None, reason: str, as_json: bool) -> None:
    """Let a paper (by id), a source (by name) or a question (text or id) count no longer.

    What something else supports too stays: a paper that another source found, a reading that another question
    shares. The rows of what was read are kept, so that --undo restores what was.
    """
    from assets.steps.removal import remove_subject, restore_subject
    from cli.show import question_id
    from cli.visible import visible, visible_json
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    name = getpass.getuser() if reviewer is None else reviewer
    subject_id = question_id(subject) if kind == "question" else subject
    with open_workbench(get_settings()) as workbench:
        do = restore_subject if undo else remove_subject
        touched = do(workbench, kind, subject_id, name, reason)
    done = "restored" if undo else "removed"
    if as_json:
        said = {"kind": kind, "subject_id": subject_id, "done": done, "touched_questions": touched}
        click.echo(visible_json(json.dumps(said, ensure_ascii=False)))
        return
    click.echo(visible(f"The {kind} {subject_id} is {done}."))
    for text in touched:
        click.echo(visible(f'It may change an answer: aitia ask "{text}"'))
