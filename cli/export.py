"""`aitia export` and `aitia import`: a verdict in the forms that other programs and other stores read."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from cli.show import question_id

FORMATS = ("csv", "ris", "bibtex", "json", "rdf", "grade", "bundle")


@click.command()
@click.argument("question")
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="What to write.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File to write, or folder for csv. Without it a single text file goes to standard output.",
)
def export(question: str, form: str, output: Path | None) -> None:
    """Write the verdict of QUESTION (its text or its id) for other programs.

    csv: studies, estimates (as R's metafor reads them), decisions and searches. ris, bibtex: included and
    excluded papers. json: everything, by the schema in docs/schema. rdf: Turtle 1.2. grade: the GRADE table.
    bundle: every row as a zip with checksums, which `aitia import` takes in elsewhere.
    """
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    if output is None and form in ("csv", "bundle"):
        what = "a folder" if form == "csv" else "a file"
        raise click.UsageError(f"--format {form} needs --output with {what} to write.")
    with open_workbench(get_settings()) as workbench:
        if form == "bundle":
            from assets.steps.bundle import export_bundle

            files: Mapping[str, bytes] = {"bundle": export_bundle(workbench.store, question_id(question))}
        else:
            from assets.steps.dossier import exported

            files = exported(workbench, question_id(question), form)
    write_files(files, output)


@click.command("import")
@click.argument("bundle", type=click.Path(path_type=Path))
def import_bundle(bundle: Path) -> None:
    """Take in BUNDLE (a zip that `aitia export --format bundle` wrote) and verify it.

    Nothing is stored unless every checksum holds, the database takes every row, and the verdict that follows
    from the rows is the one in the bundle.
    """
    from assets.steps.bundle import import_bundle as take_in
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    content = bundle.read_bytes()
    with open_workbench(get_settings()) as workbench:
        done = take_in(workbench, content)
    click.echo(
        f"{done.question}\nVerdict version {done.version}, {done.conclusion}, fingerprint {done.fingerprint}."
    )
    click.echo(f"{done.added} rows added; `aitia show {done.question_id}` shows the verdict.")


def write_files(files: Mapping[str, bytes], output: Path | None) -> None:
    """Write an export to a file or folder, whole or not at all; without one, to standard output."""
    if output is None:
        from cli.visible import visible

        click.echo(visible("".join(content.decode() for content in files.values())), nl=False)
        return
    from resources.files import replace_files

    if len(files) > 1:
        replace_files({output / name: content for name, content in files.items()})
    elif output.is_dir():
        raise click.UsageError(f"{output} is a folder: name a file.")
    elif output.exists() and not output.is_file():
        _write_to_device(output, next(iter(files.values())))
    else:
        replace_files({output: next(iter(files.values()))})
    click.echo(f"Written to {output}.", file=sys.stderr)


def _write_to_device(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from problem
