"""`aitia db`: the database that everything is kept in."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("db")
def db() -> None:
    """Start, stop and find the database.

    The embedded server starts by itself when it is needed and stays up until it is stopped. With
    AITIA_DATABASE_URL set, the store is on that server instead.
    """


@db.command()
@click.option(
    "--dagster", is_flag=True, help="Make Dagster's tables and pools too, before its own programs start."
)
def start(dagster: bool) -> None:
    """Start the server and bring the schema up to date."""
    from resources.settings import get_settings
    from resources.store.addresses import embedded_server
    from resources.store.session import open_store

    settings = get_settings()
    open_store(settings).close()
    if dagster:
        from assets.automation.answer import dagster_instance

        with dagster_instance(settings):
            pass
    server = embedded_server(settings)
    if server is None:
        click.echo("The store on the server of AITIA_DATABASE_URL is ready.")
        return
    found = server.status()
    click.echo(f"PostgreSQL {found.version} is ready on 127.0.0.1:{found.port} (process {found.pid}).")


@db.command()
def stop() -> None:
    """Stop the embedded server; work in flight is rolled back, nothing that was written is lost."""
    from resources.settings import get_settings
    from resources.store.addresses import embedded_server

    server = embedded_server(get_settings())
    if server is None:
        click.echo("The store is on a server of your own (AITIA_DATABASE_URL); it is not aitia's to stop.")
    elif server.stop():
        click.echo("Stopped.")
    else:
        click.echo("No server was running.")


@db.command()
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
@click.pass_context
def status(context: click.Context, as_json: bool) -> None:
    """Tell whether the server runs, and where its data are. Exit code 3 when it does not run."""
    from resources.settings import get_settings
    from resources.store.health import store_status

    found = store_status(get_settings())
    if as_json:
        import json

        click.echo(json.dumps(found.as_dict()))
    else:
        for name, value in found.as_dict().items():
            click.echo(f"{name:<10} {'-' if value is None else value}")
    if not found.running:
        context.exit(3)


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Write over a file that is there already.")
def backup(file: Path, replace: bool) -> None:
    """Write the whole store to FILE, as it is at one moment; runs may go on meanwhile.

    Reports and Dagster's own records of runs are not in it: reports are written anew by the next run.
    """
    from resources.settings import get_settings
    from resources.store.backup import backup as write

    held = write(get_settings(), file, replace)
    click.echo(f"{file}: {held.questions} questions, {held.verdicts} verdicts, {held.papers} papers.")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Let the backup replace the questions that the store holds.")
def restore(file: Path, replace: bool) -> None:
    """Put the backup FILE in the place of all that the store holds, and bring it up to date.

    All of it or nothing. What questions had not taken in when the backup was made, they take in with their
    next run.
    """
    from resources.settings import get_settings
    from resources.store.backup import restore as read

    held = read(get_settings(), file, replace)
    click.echo(f"Restored: {held.questions} questions, {held.verdicts} verdicts, {held.papers} papers.")


@db.command()
@click.option("--dagster", is_flag=True, help="The address of Dagster's own storage.")
@click.option(
    "--owner", is_flag=True, help="The address of the role that owns the tables, to restore a dump."
)
def url(dagster: bool, owner: bool) -> None:
    """Print the store's address with its password, starting the server if need be.

    For use as in: psql "$(aitia db url)". The role adds rows, reviews among them, and can rewrite none.
    """
    from resources.settings import get_settings
    from resources.store.addresses import dagster_storage_url, psql_url
    from resources.store.session import open_store

    settings = get_settings()
    if not dagster:
        open_store(settings).close()
    click.echo(dagster_storage_url(settings) if dagster else psql_url(settings, owner))


@db.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.pass_context
def verify(context: click.Context, as_json: bool) -> None:
    """Work everything out anew and name what does not fit; exit code 1 when something does not.

    Rows that were changed, deleted or written past the database's rules; texts, claims and edges that do not
    follow from one another; verdicts that do not follow from their evidence. Nothing is written.
    """
    from assets.steps.recheck import verify_store
    from cli.visible import visible
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench:
        found = list(verify_store(workbench))
    if as_json:
        import json

        click.echo(json.dumps([item.__dict__ for item in found], ensure_ascii=False, indent=1))
    else:
        for item in found:
            click.echo(visible(f"{item.table} {item.row}: {item.what}"))
        click.echo(f"{len(found)} rows do not fit." if found else "Everything fits.")
    if found:
        context.exit(1)
