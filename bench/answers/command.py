"""Questions of systematic reviews through the whole pipeline, against the reviews' own answers.

`python -m bench.answers QUESTIONS.jsonl [--corpus FILE] [--engine local] [--readings FILE [--direct]]
[--limit N] [--json PATH] [--predictions PATH] [--no-ablations]`. Each question is answered from its own
sources or, with `--corpus`, from what is found in that file, in a database of its own on a throw-away
server. With `--readings` every paper's reading comes from a file (see `bench.answers.readings`): what follows
reading is measured by itself; `--direct` gives the readings straight to grading and synthesis. `--engine
recorded --readings FILE` serves them as a language model's answers, through its client. Intervals: 95% by
review.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from aitia.model.errors import AitiaError
from bench.answers.ablations import ABLATIONS, search_and_reader
from bench.answers.direct import Reader, answer_directly, from_file, locally
from bench.answers.judge import score
from bench.answers.questions import AskedQuestion, read_questions
from bench.answers.readings import ReadingsEngine, read_readings
from bench.answers.recorded import RECORDED, recorded_model, recorded_readings
from bench.answers.report import (
    ablation_measures,
    confusion_measures,
    measures,
    print_confusion,
    write_predictions,
)
from bench.answers.run import Answered, answer_questions, bench_server, bench_settings
from bench.answers.score import Scored
from bench.engines import ENGINES, Used, add_engine, stored_calls, used_of
from bench.report import emit, write_json
from resources.settings import get_settings
from resources.store.server import EmbeddedServer

_MOST_ERRORS = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 0 unless the questions themselves cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.answers", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("questions", type=Path, help="questions as JSON lines")
    parser.add_argument("--corpus", type=Path, help="retrieve from this file, not from the given sources")
    add_engine(parser, (*ENGINES, RECORDED))
    parser.add_argument("--readings", type=Path, help="readings of the papers, or a recorded model's answers")
    parser.add_argument(
        "--direct", action="store_true", help="readings straight to the synthesis: no database, no gate"
    )
    parser.add_argument("--limit", type=int, help="only the first N questions")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument(
        "--predictions", type=Path, help="write what was made of each question here (JSON lines)"
    )
    parser.add_argument("--no-ablations", action="store_true", help="leave the ablations out")
    options = parser.parse_args(arguments)
    try:
        run(options)
    except AitiaError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def run(options: argparse.Namespace) -> None:
    """Answer, score, print and write."""
    questions = read_questions(options.questions)[: options.limit]
    with _reading(options, questions) as options.reader:
        _run(options, questions)


@contextmanager
def _reading(options: argparse.Namespace, questions: Sequence[AskedQuestion]) -> Iterator[dict[str, object]]:
    """The settings of who reads; a recorded model is served while the block runs."""
    if options.engine != RECORDED:
        yield {"engine": options.engine}
        return
    if options.readings is None:
        raise AitiaError("--engine recorded serves readings from a file: give it with --readings FILE.")
    with recorded_model(recorded_readings(options.readings), questions) as reader:
        yield reader


def _run(options: argparse.Namespace, questions: Sequence[AskedQuestion]) -> None:
    used = None if options.engine == "local" else used_of(get_settings(**options.reader))
    if options.readings is not None and options.engine != RECORDED:
        if used is not None:
            raise AitiaError(f"--readings takes the place of --engine {options.engine}: give one of them.")
        read_readings(options.readings)
    answered, ungated = _answers(questions, options, used)
    rows = [score(item) for item in answered]
    _show_errors(answered)
    print_confusion(rows)
    where = "retrieved from a corpus" if options.corpus else "from their own sources"
    figures, cells = measures(rows, answered), confusion_measures(rows)
    if used is not None:
        figures = used.told(figures)
    emit(figures, title=f"{len(rows)} questions answered {where} by {_reader(options)}")
    if ungated is not None:
        ablated = ablation_measures(_ablations(rows, answered, ungated))
        emit(ablated, title="with a part of the engine left out")
        cells += ablated
    if options.json is not None:
        write_json([*figures, *cells], options.json)
    if options.predictions is not None:
        write_predictions(answered, options.predictions)


def _answers(
    questions: Sequence[AskedQuestion], options: argparse.Namespace, used: Used | None
) -> tuple[list[Answered], dict[str, Answered] | None]:
    """The answers and, where ablations are wanted, those without the gate."""
    if options.direct:
        if options.engine != "local":
            raise AitiaError(f"--direct reads from a file or locally, not with --engine {options.engine}.")
        direct = answer_directly(_direct_reader(options, questions), questions)
        answered = list(_shown(direct, "answering", len(questions)))
        return answered, None if options.no_ablations else {}
    with bench_server() as server:
        answered = _answer(server, questions, options, used)
        return answered, None if options.no_ablations else _ungated(server, answered, options, used)


def _direct_reader(options: argparse.Namespace, questions: Sequence[AskedQuestion]) -> Reader:
    if options.readings is None:
        settings = get_settings()
        return locally(settings.cache_home / "models", settings.close_reading)
    return from_file(read_readings(options.readings), questions)


def _answer(
    server: EmbeddedServer,
    questions: Sequence[AskedQuestion],
    options: argparse.Namespace,
    used: Used | None,
    gate: bool = True,
) -> list[Answered]:
    """Every question in turn, in one database, with a progress line; `used` counts the model's calls."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = "bench" if gate else "bench_without_gate"
        settings = bench_settings(server, database, folder, gate=gate, **options.reader)
        title = "answering" if gate else "without gate"
        engine = _from_file(options, questions)
        answering = answer_questions(settings, questions, folder, options.corpus, engine)
        answered = list(_shown(answering, title, len(questions)))
        if used is not None:
            used.add(stored_calls(settings))
        return answered


def _from_file(options: argparse.Namespace, questions: Sequence[AskedQuestion]) -> ReadingsEngine | None:
    """The file's readings in place of an engine; None where an engine reads, a recorded model's too."""
    if options.readings is None or options.engine == RECORDED:
        return None
    return ReadingsEngine(read_readings(options.readings), questions)


def _reader(options: argparse.Namespace) -> str:
    given = options.readings is not None and options.engine != RECORDED
    return f"the readings in {options.readings.name}" if given else str(options.engine)


def _shown(items: Iterable[Answered], title: str, total: int) -> Iterable[Answered]:
    """A progress bar on a terminal, a line every ten questions in a log."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        for done, item in enumerate(items, start=1):
            bar.advance(task)
            if not console.is_terminal and done % 10 == 0:
                print(f"{title}: {done} of {total}", file=sys.stderr, flush=True)
            yield item


def _ungated(
    server: EmbeddedServer, answered: Sequence[Answered], options: argparse.Namespace, used: Used | None
) -> dict[str, Answered]:
    """The questions whose gate kept a paper out, answered without it.

    None with a corpus: there, no gate would mean to read all of it for every question.
    """
    if options.corpus is not None:
        return {}
    changed = [item.asked for item in answered if item.kept_out]
    return {item.asked.question_id: item for item in _answer(server, changed, options, used, gate=False)}


def _ablations(
    rows: Sequence[Scored], answered: Sequence[Answered], ungated: dict[str, Answered]
) -> dict[str, list[Scored]]:
    """The rows of the whole engine and of each ablation, by name."""
    found = {"whole engine": list(rows)}
    for name, rule in ABLATIONS.items():
        found[name] = [
            replace(row, given=rule(item.verdict)) if item.verdict else row
            for row, item in zip(rows, answered, strict=True)
        ]
    if any(item.ranked for item in answered):
        found["search and reader"] = [
            replace(row, given=search_and_reader(item.verdict, item.ranked)) if item.verdict else row
            for row, item in zip(rows, answered, strict=True)
        ]
    if ungated:
        found["without gating"] = [
            score(ungated[row.question_id]) if row.question_id in ungated else row for row in rows
        ]
    return found


def _show_errors(answered: Sequence[Answered]) -> None:
    failed = [item for item in answered if item.error]
    for item in failed[:_MOST_ERRORS]:
        print(f"question {item.asked.question_id}: {item.error}", file=sys.stderr)
    if len(failed) > _MOST_ERRORS:
        print(f"and {len(failed) - _MOST_ERRORS} more questions failed", file=sys.stderr)
