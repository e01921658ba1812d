"""`aitia import-edges`: a list of other people's edges into the store, with its source and licence."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("import-edges")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--source", required=True, help="Whose list it is, such as hetionet-1.0.")
@click.option("--licence", required=True, help="The licence of the list, such as CC0-1.0.")
@click.option("--nodes", type=click.Path(path_type=Path), help="A table of the nodes' ids and names.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of the lines as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress lines.")
def import_edges(
    file: Path, source: str, licence: str, nodes: Path | None, as_json: bool, quiet: bool
) -> None:
    """Take in FILE, a list of edges of another graph (commas or tabs; .gz too), line by line.

    Columns are told by the header: Hetionet's source, metaedge, target; or source, relation, target with
    source_type and target_type. Without a header three columns are taken in that order. Imported edges are
    shown beside an answer with their source and licence; they are never evidence.
    """
    from dataclasses import asdict

    from cli.output import Progress, print_json
    from cli.visible import visible
    from resources.settings import get_settings
    from resources.store.imported import import_edges as take_in
    from resources.store.session import open_store

    for path in filter(None, (file, nodes)):
        if not path.is_file():
            raise click.ClickException(f"{path} is not a file: give a list of edges (.csv, .tsv, .gz).")
    store = open_store(get_settings())
    try:
        with Progress(quiet or as_json) as progress:
            done = take_in(store, file, source, licence, nodes, progress)
    finally:
        store.close()
    if as_json:
        print_json(asdict(done))
        return
    click.echo(
        f"{done.added:,} edges of {done.source} ({done.licence}) added from {done.lines:,} lines; "
        f"{done.duplicates:,} stood already or twice in the list."
    )
    for problem, count in sorted(done.refused.items()):
        click.echo(visible(f"{count:,} lines left out: it {problem} (first: line {done.first[problem]:,})."))
    if done.unknown_types:
        most = ", ".join(f"{kind} ({count:,})" for kind, count in done.unknown_types.most_common(10))
        click.echo(visible(f"Types that no domain of Aitia names, kept as they are: {most}."))
