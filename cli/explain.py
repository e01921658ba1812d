"""`aitia explain`: what documents hold to cause what around a question."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("question")
@click.option(
    "-d",
    "--documents",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="A file or folder of papers (JSONL, MEDLINE, RIS, BibTeX, JATS, PDF; .gz too). Repeatable.",
)
@click.option(
    "--seeds", type=click.IntRange(1, 50), default=3, show_default=True, help="Nodes to start from."
)
@click.option("--steps", type=click.IntRange(1, 6), default=3, show_default=True, help="Steps both ways.")
@click.option(
    "--papers", type=click.IntRange(1, 2000), default=40, show_default=True, help="Read at most so many."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress lines.")
def explain(
    question: str,
    documents: tuple[Path, ...],
    seeds: int,
    steps: int,
    papers: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Summarise what the documents hold to cause what around QUESTION, with the sentence behind each step.

    The names nearest in meaning to the question are the seeds; from them the causal statements are followed
    along and against their arrows. Associations and findings of no effect stand apart. Nothing is graded and
    nothing is stored: `aitia ask` answers with a verdict.
    """
    from aitia.summary.wording import as_data, as_markdown
    from assets.steps.causal_summary import explain_documents
    from cli.output import Progress, print_json
    from cli.visible import visible
    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings

    for path in documents:
        if not path.exists():
            raise click.ClickException(f"{path} does not exist: give a file or folder of papers.")
    embedder = make_embedder(get_settings())
    with Progress(quiet or as_json) as progress:
        found = explain_documents(question, documents, embedder, seeds, steps, papers, progress)
    if as_json:
        data = as_data(found.summary)
        print_json({**data, "papers_read": found.papers, "warnings": list(found.warnings)})
        return
    click.echo(visible(as_markdown(found.summary)))
    for warning in found.warnings:
        click.echo(visible(f"Note: {warning}"), err=True)
