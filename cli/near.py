"""`aitia near`: the stored papers nearest in meaning to a text."""

from __future__ import annotations

import click

_COLUMNS = ("similarity", "year", "paper_id", "title")


@click.command()
@click.argument("text")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Most papers.")
@click.option("--since", type=click.IntRange(1500, 2200), help="Only papers of that year or later.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def near(text: str, limit: int, since: int | None, as_json: bool) -> None:
    """List the stored papers nearest in meaning to TEXT, whichever question brought them.

    Papers have a vector once a question has looked at them. Nothing is asked of any service but the embedder.
    """
    from cli.output import print_rows
    from resources.embedders.short import unit_rows
    from resources.settings import get_settings
    from resources.store.embeddings import near_papers
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench:
        embedder = workbench.embedder
        short = unit_rows(embedder.embed([text])[:, : embedder.short_dimensions])[0]
        with workbench.store.session() as session:
            found = near_papers(session, embedder.name, short, limit, since)
    print_rows(
        _COLUMNS,
        [(round(paper.similarity, 3), paper.year, paper.paper_id, paper.title) for paper in found],
        as_json,
    )
