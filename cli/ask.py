"""`aitia ask`: from a question to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aitia.errors import DocumentError, StoreError

if TYPE_CHECKING:
    from aitia.question import Question
    from cli.output import Progress
    from resources.settings import Settings
    from resources.store.tables import VerdictRow
    from resources.workbench import Workbench


@click.command()
@click.argument("question")
@click.option(
    "-d",
    "--documents",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A file or folder of papers (JSONL, MEDLINE, RIS, BibTeX, JATS, PDF; .gz too). Repeatable.",
)
@click.option("-s", "--source", "sources", multiple=True, help="A literature source to search. Repeatable.")
@click.option("--rounds", type=click.IntRange(1, 20), help="At most so many rounds of searching.")
@click.option("--engine", type=click.Choice(["local", "gemini", "openai_compatible"]), help="Who reads.")
@click.option("--refresh", is_flag=True, help="Search again even where nothing is known to have changed.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress lines.")
def ask(
    question: str,
    documents: tuple[Path, ...],
    sources: tuple[str, ...],
    rounds: int | None,
    engine: str | None,
    refresh: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Answer QUESTION from the literature and print the verdict with its evidence.

    Without options the bundled demonstration corpus is asked, offline. The same question asked again
    is answered from the store; only what changed is worked on.
    """
    from aitia.question import read_question
    from cli.output import Progress, print_verdict
    from resources.settings import get_settings
    from resources.sources.names import source_name

    read = read_question(question)
    names = [source_name(name) for name in sources]
    paths = [str(path.absolute()) for path in documents]
    _check_paths(documents)
    chosen: dict[str, object] = {"max_rounds": rounds, "engine": engine}
    settings = get_settings(**{name: value for name, value in chosen.items() if value is not None})
    with Progress(quiet or as_json) as progress:
        verdict, note = _answer(settings, read, names, paths, refresh, progress)
    print_verdict(verdict, as_json, note)


def _check_paths(documents: Sequence[Path]) -> None:
    for path in documents:
        if not path.exists():
            raise DocumentError(f"{path} does not exist: give a file or folder of papers.", path)


def _answer(
    settings: Settings,
    question: Question,
    sources: list[str],
    documents: list[str],
    refresh: bool,
    progress: Progress,
) -> tuple[VerdictRow, str]:
    """The standing verdict when nothing changed, else a run; with one line that says which it was."""
    from assets.rounds import is_settled
    from resources.store.reasoning import current_verdict
    from resources.workbench import open_workbench

    progress("opening the store")
    with open_workbench(settings, progress) as workbench:
        note = "Answered from the store: no source, document, setting or piece of evidence has changed."
        if refresh or not is_settled(workbench, question, sources, documents):
            note = _run(workbench, question, sources, documents, progress)
        with workbench.store.session() as session:
            verdict = current_verdict(session, question.question_id)
        if verdict is None:
            raise StoreError(f"no verdict was stored for {question.text!r}: run the question again")
        return verdict, note


def _run(
    workbench: Workbench, question: Question, sources: list[str], documents: list[str], progress: Progress
) -> str:
    from validators.suites import WORKER

    if documents:
        from resources.sources.documents import check_documents

        progress("reading the documents")
        check_documents(documents)
    WORKER.warm()
    progress("starting Dagster")
    from assets.answer import answer, dagster_instance
    from assets.search_plan import RoundConfig

    try:
        with dagster_instance(workbench.settings) as instance:
            config = RoundConfig(sources=sources, documents=documents)
            done = answer(workbench, instance, question, config)
    finally:
        WORKER.close()
    return f"Dagster run {done.run_ids[-1]}, round {done.rounds}."
