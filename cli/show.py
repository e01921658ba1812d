"""`aitia show`: a stored verdict, newest or earlier."""

from __future__ import annotations

import click


@click.command()
@click.argument("question")
@click.option("--version", type=click.IntRange(1), help="An earlier version of the verdict.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def show(question: str, version: int | None, as_json: bool) -> None:
    """Show the verdict of QUESTION (its text or its id) without asking again."""
    from assets.steps.wordings import further_words
    from cli.output import print_verdict
    from resources.settings import get_settings
    from resources.store.standing import standing_verdict
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench, workbench.store.reading() as connection:
        verdict = standing_verdict(connection, question_id(question), version)
        said = further_words(connection, verdict) if verdict else {}
    if verdict is None:
        which = f"version {version} of a verdict" if version else "a verdict"
        raise click.ClickException(f"{question!r} has no {which}. `aitia questions` lists what was asked.")
    print_verdict(verdict, as_json, said=said)


def question_id(question: str) -> str:
    """The id of a question given by its text or by its id."""
    if question.startswith("question_"):
        return question
    from aitia.question.wording import clean, of_tenant
    from aitia.question.wording import question_id as id_of
    from resources.settings import get_settings

    return of_tenant(id_of(clean(question)), get_settings().tenant)
