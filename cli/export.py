"""`aitia export` and `aitia import`: a verdict in the forms that other programs and other stores read."""

from __future__ import annotations

import os
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
    _write(files, output)


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


def _write(files: Mapping[str, bytes], output: Path | None) -> None:
    if output is None:
        from cli.visible import visible

        click.echo(visible("".join(content.decode() for content in files.values())), nl=False)
        return
    if len(files) == 1:
        _replace(output, next(iter(files.values())))
    else:
        output.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            _replace(output / name, content)
    click.echo(f"Written to {output}.", file=sys.stderr)


def _replace(path: Path, content: bytes) -> None:
    """All of the new file or all of the old one, whatever happens; a device is written to as it is."""
    if path.exists() and not path.is_file():
        if path.is_dir():
            raise click.UsageError(f"{path} is a folder: name a file.")
        path.write_bytes(content)
        return
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
