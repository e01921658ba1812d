"""`aitia ask`: from a question to a verdict."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aitia.model.errors import DocumentError, StoreError
from cli.visible import visible

if TYPE_CHECKING:
    import dagster as dg

    from aitia.question import Question
    from resources.calls.ledger import Spent
    from resources.engines.estimate import Estimate
    from resources.settings import Settings
    from resources.store.standing import StandingVerdict
    from resources.workbench import Workbench

NO_SOURCE_ANSWERED = 3


@click.command()
@click.argument("questions", metavar="QUESTION...", nargs=-1, required=True)
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
@click.option(
    "--estimate",
    is_flag=True,
    help="Search, and say what reading with a language model would cost.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress lines.")
@click.option("--progress", "loud", is_flag=True, help="Progress lines beside --json too.")
def ask(
    questions: tuple[str, ...],
    documents: tuple[Path, ...],
    sources: tuple[str, ...],
    rounds: int | None,
    engine: str | None,
    refresh: bool,
    estimate: bool,
    as_json: bool,
    quiet: bool,
    loud: bool,
) -> None:
    """Answer each QUESTION from the literature and print the verdict with its evidence.

    Without options the bundled demonstration corpus is asked, offline. The same question asked again
    is answered from the store; only what changed is worked on. Exit code 3: no source that was asked
    answered; the verdict that is printed rests on what was found before.
    """
    from cli.output import Progress, print_json, print_verdict, verdict_document
    from resources.settings import get_settings
    from resources.sources.names import source_name
    from resources.workbench import open_workbench

    places = [source_name(name) for name in sources], [str(path.absolute()) for path in documents]
    chosen: dict[str, object] = {"max_rounds": rounds, "engine": engine}
    settings = get_settings(**{name: value for name, value in chosen.items() if value is not None})
    if estimate:
        from assets.steps.estimate import without_calls

        settings = without_calls(settings)
    _check_questions(questions, settings)
    _check_paths(documents)
    if estimate:
        _estimate(settings, questions, *places, as_json, quiet)
        return
    with ExitStack() as stack:
        answers = []
        unanswered = False
        asking: _Asking | None = None
        for question in questions:
            with Progress(quiet or (as_json and not loud)) as progress:
                if asking is None:
                    progress("opening the store")
                    asking = _Asking(stack.enter_context(open_workbench(settings)), stack)
                asking.workbench.progress = progress
                asked = asking.workbench.question(question)
                verdict, note = asking.answer(asked, *places, refresh)
                warning, nothing = asking.failures(asked)
                unanswered = unanswered or nothing
            answers.append((verdict, asking.further_words(verdict)))
            if not as_json:
                print_verdict(verdict, False, note, answers[-1][1])
            if warning and (nothing or not as_json):
                click.echo(visible(warning), err=True)
    if as_json:
        found = [verdict_document(*answer) for answer in answers]
        print_json(found if len(found) > 1 else found[0])
    if unanswered:
        click.get_current_context().exit(NO_SOURCE_ANSWERED)


def _estimate(
    settings: Settings,
    questions: Sequence[str],
    sources: list[str],
    documents: list[str],
    as_json: bool,
    quiet: bool,
) -> None:
    """One line, or object, a question on what reading for it would cost."""
    from dataclasses import asdict

    from assets.steps.estimate import estimate_question
    from cli.output import Progress, print_json
    from resources.workbench import open_workbench

    found = []
    with open_workbench(settings) as workbench:
        for text in questions:
            with Progress(quiet or as_json) as progress:
                workbench.progress = progress
                found.append(estimate_question(workbench, workbench.question(text), sources, documents))
            if not as_json:
                click.echo(visible(f"{text}\n  {_cost_in_words(found[-1])}"))
    if as_json:
        rows = [{"question": text, **asdict(item)} for text, item in zip(questions, found, strict=True)]
        print_json(rows if len(rows) > 1 else rows[0])


def _cost_in_words(cost: Estimate) -> str:
    dollars = (
        cost.price
        if cost.usd is None or cost.usd_most is None
        else f"about US$ {cost.usd:.4f}, at most US$ {cost.usd_most:.4f} ({cost.price})"
    )
    papers = f"{cost.papers} papers would be read" if cost.known else f"at most {cost.papers} papers"
    paid = f", {cost.kept} of them are paid already" if cost.kept else ""
    return (
        f"{cost.model}: {papers}{paid}; {cost.calls} calls, {cost.prompt_tokens} prompt and "
        f"{cost.output_tokens} output tokens: {dollars}. Nothing was read and nothing paid."
    )


def _check_questions(questions: Sequence[str], settings: Settings) -> None:
    """Refuse what cannot be read before anything is opened; with a language model, only what is no text."""
    from aitia.question import read_question
    from aitia.question.wording import clean

    helped = settings.engine != "local" and "question" in settings.engine_tasks
    for question in questions:
        clean(question) if helped else read_question(question)


def _check_paths(documents: Sequence[Path]) -> None:
    for path in documents:
        if not path.exists():
            raise DocumentError(f"{path} does not exist: give a file or folder of papers.", path)


class _Asking:
    """A store that is asked one question after another; Dagster is loaded with the first that needs a run."""

    def __init__(self, workbench: Workbench, stack: ExitStack) -> None:
        self.workbench = workbench
        self._stack = stack
        self._instance: dg.DagsterInstance | None = None

    def answer(
        self, question: Question, sources: list[str], documents: list[str], refresh: bool
    ) -> tuple[StandingVerdict, str]:
        """The standing verdict when nothing changed, else a run; with one line that says which it was."""
        from assets.steps.rounds import Standing, how_it_stands
        from resources.store.standing import standing_verdict

        note = "Answered from the store: no source, document, setting or piece of evidence has changed."
        before = self._spent(question)
        how = Standing.OPEN if refresh else how_it_stands(self.workbench, question, sources, documents)
        if how is not Standing.SETTLED and not (how is Standing.TOUCHED and self._stands(question)):
            note = self._run(question, sources, documents)
        with self.workbench.store.reading() as connection:
            verdict = standing_verdict(connection, question.question_id)
        if verdict is None:
            raise StoreError(f"no verdict was stored for {question.text!r}: run the question again")
        return verdict, "\n".join(filter(None, (note, self._cost(before, self._spent(question)))))

    def _stands(self, question: Question) -> bool:
        """Whether what another question or a person changed leaves this one's answer as it is."""
        from assets.steps.touched import stands_untouched

        self.workbench.progress("looking at what was changed elsewhere")
        return stands_untouched(self.workbench, question)

    def failures(self, question: Question) -> tuple[str, bool]:
        """A warning that names the sources that failed, empty where none did; and whether none answered."""
        from assets.steps.rounds import LOCAL_SOURCES
        from resources.store.standing import failed_sources

        with self.workbench.store.reading() as connection:
            failed, nothing = failed_sources(connection, question.question_id)
        named = ", ".join(name for name in failed if name not in LOCAL_SOURCES)
        if not named:
            return "", False
        said = "None of the sources that were asked answered" if nothing else "The search is incomplete"
        return (
            f"Warning: {said}: {named} failed. What was found before still counts; "
            "the same command searches again.",
            nothing,
        )

    def _spent(self, question: Question) -> Spent | None:
        """What a language model was paid for this question so far; None where none is asked."""
        settings = self.workbench.settings
        if settings.engine == "local":
            return None
        from resources.readers import make_caller

        return make_caller(settings, self.workbench.store, question.question_id).ledger.spent()

    def _cost(self, before: Spent | None, now: Spent | None) -> str:
        """One line on calls and cost, of this time and of the question as a whole."""
        if before is None or now is None:
            return ""
        return (
            f"Language model: {now.calls - before.calls} calls, US$ {now.usd - before.usd:.4f} this time; "
            f"{now.calls} calls, {now.tokens} tokens, US$ {now.usd:.4f} for this question."
        )

    def further_words(self, verdict: StandingVerdict) -> dict[str, str]:
        """What a language model said beside the verdict."""
        from assets.steps.wordings import further_words

        with self.workbench.store.reading() as connection:
            return further_words(connection, verdict)

    def _run(self, question: Question, sources: list[str], documents: list[str]) -> str:
        if documents:
            from resources.sources.documents import check_documents

            self.workbench.progress("reading the documents")
            check_documents(documents, self.workbench.settings.data_home)
        if self._instance is None:
            self._instance = self._stack.enter_context(_dagster(self.workbench, question))
        from assets.automation.answer import answer, log_file
        from assets.steps.search_plan import RoundConfig

        config = RoundConfig(sources=sources, documents=documents)
        # Dagster writes what it could not store, a page at a time, to standard error.
        log = log_file(self.workbench.settings).open("a", encoding="utf-8", errors="replace")
        with log, redirect_stderr(log):
            done = answer(self.workbench, self._instance, question, config)
        return f"Dagster run {done.run_ids[-1]}, round {done.rounds}."


@contextmanager
def _dagster(workbench: Workbench, question: Question) -> Iterator[dg.DagsterInstance]:
    """Dagster's instance, with the worker that checks what runs wrote starting up beside it.

    A question that was checked before may need none; where its run writes something, that starts it.
    """
    from assets.steps.passed import was_checked
    from validators.suites import WORKER

    if not was_checked(workbench, question.question_id):
        WORKER.warm()
    workbench.progress("starting Dagster")
    try:
        from assets.automation.answer import dagster_environment, dagster_instance, log_file

        dagster_environment(workbench.settings)
        # What libraries have to say goes to Dagster's log too, not between the lines of an answer; on a full
        # disk not at all, rather than with a trace for every line.
        logging.raiseExceptions = False
        logging.basicConfig(filename=log_file(workbench.settings), encoding="utf-8", level=logging.WARNING)
        with dagster_instance(workbench.settings) as instance:
            yield instance
    finally:
        WORKER.close()
