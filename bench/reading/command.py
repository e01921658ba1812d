"""How well Aitia reads: `python -m bench.reading MEASURE FILE… [--json PATH]`.

Every measure takes any file of the shape that it names. Rows that a shipped model was trained on are answered
out of fold or left out; the note above the table says which.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from aitia.model.errors import AitiaError
from bench.engines import add_engine
from bench.report import Measure, emit

Result = tuple[list[Measure], str]


def _study_type(arguments: argparse.Namespace) -> Result:
    from bench.reading.papers import study_type_measures

    return study_type_measures(arguments.file)


def _designs(arguments: argparse.Namespace) -> Result:
    from bench.reading.papers import design_measures

    return design_measures(arguments.file, arguments.corpus)


def _evidence_inference(arguments: argparse.Namespace) -> Result:
    from bench.reading.outcomes import outcome_measures

    return outcome_measures(arguments.file)


def _full_texts(arguments: argparse.Namespace) -> Result:
    from bench.reading.full_texts import full_text_measures

    return full_text_measures(arguments.file)


def _numeric(arguments: argparse.Namespace) -> Result:
    from bench.reading.numeric import numeric_measures

    return numeric_measures(arguments.file, arguments.articles)


def _numeric_stored(arguments: argparse.Namespace) -> Result:
    from bench.reading.numeric_stored import stored_measures

    return stored_measures(arguments.file, arguments.articles)


def _cause_effect(arguments: argparse.Namespace) -> Result:
    from bench.reading.relations import cause_effect_measures

    return cause_effect_measures(arguments.file)


def _relations(arguments: argparse.Namespace) -> Result:
    from bench.reading.relations import relation_measures

    return relation_measures(arguments.file)


def _verbatim(arguments: argparse.Namespace) -> Result:
    from bench.reading.verbatim import verbatim_measures

    return verbatim_measures(arguments.file)


def _throughput(arguments: argparse.Namespace) -> Result:
    from bench.reading.papers import throughput_measures

    return throughput_measures(arguments.file)


def _questions(arguments: argparse.Namespace) -> Result:
    from bench.reading.labels import question_measures

    return question_measures(arguments.file, arguments.corpus)


def _findings(arguments: argparse.Namespace) -> Result:
    from bench.reading.labels import finding_measures

    return finding_measures(arguments.file, arguments.corpus)


def _standing(arguments: argparse.Namespace) -> Result:
    from bench.reading.standing import standing_measures
    from bench.training.reader.examples import held_out

    only = held_out() if arguments.held_out else ()
    return standing_measures(arguments.file, arguments.corpus, only)


def _mentions(arguments: argparse.Namespace) -> Result:
    from bench.reading.mentions import mention_measures
    from bench.training.reader.examples import held_out

    only = held_out() if arguments.held_out else ()
    return mention_measures(arguments.file, arguments.corpus, only)


MEASURES: dict[str, tuple[Callable[[argparse.Namespace], Result], str]] = {
    "study-type": (_study_type, "MEDLINE records: randomised trial or not"),
    "designs": (_designs, "labelled abstracts (jsonl) with --corpus (jsonl.gz): randomised trial or not"),
    "evidence-inference": (_evidence_inference, "Evidence Inference articles and prompts (jsonl.gz)"),
    "full-texts": (_full_texts, "Evidence Inference articles and prompts, as papers (jsonl.gz)"),
    "numeric": (_numeric, "numeric results (jsonl) with --articles (jsonl.gz)"),
    "numeric-stored": (_numeric_stored, "numeric results (jsonl) with --articles (jsonl.gz), as stored"),
    "cause-effect": (_cause_effect, "SemEval-2010 task 8 sentences"),
    "relations": (_relations, "BioRED abstracts (pubtator)"),
    "verbatim": (_verbatim, "articles or abstracts to take quotes from (jsonl.gz)"),
    "questions": (_questions, "labelled abstracts (jsonl) with --corpus (jsonl.gz): their questions"),
    "findings": (_findings, "labelled abstracts (jsonl) with --corpus (jsonl.gz): their findings"),
    "standing": (_standing, "labelled abstracts (jsonl) with --corpus (jsonl.gz): which findings stand"),
    "mentions": (_mentions, "labelled abstracts (jsonl) with --corpus (jsonl.gz): what they only mention"),
    "throughput": (_throughput, "abstracts to read (jsonl.gz)"),
}


WITH_A_MODEL = ("study-type", "evidence-inference", "numeric", "cause-effect", "relations")


def _with_a_model(arguments: argparse.Namespace) -> Result:
    from bench.engines import reader_named
    from bench.reading import model

    measure = {
        "study-type": model.study_type_measures,
        "evidence-inference": model.outcome_measures,
        "numeric": lambda reader, file, limit: model.numeric_measures(
            reader, file, arguments.articles, limit
        ),
        "cause-effect": model.cause_effect_measures,
        "relations": model.relation_measures,
    }[arguments.measure]
    try:
        reader = reader_named(arguments.engine)
        measures, note = measure(reader, arguments.file, arguments.limit)
    except AitiaError as problem:
        raise SystemExit(str(problem)) from None
    return reader.used.told(measures), note


def main(argv: list[str] | None = None) -> None:
    """Run one measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__)
    commands = parser.add_subparsers(dest="measure", required=True)
    for name, (_, text) in MEASURES.items():
        command = commands.add_parser(name, help=text)
        command.add_argument("file", type=Path)
        command.add_argument("--json", type=Path, default=None)
        if name in WITH_A_MODEL:
            add_engine(command)
            command.add_argument("--limit", type=int, help="with a model: only the first N rows")
        if name in ("designs", "questions", "findings", "standing", "mentions"):
            command.add_argument("--corpus", type=Path, required=True)
        if name in ("standing", "mentions"):
            command.add_argument("--held-out", action="store_true", help="only what training holds out")
        if name in ("numeric", "numeric-stored"):
            command.add_argument("--articles", type=Path, required=True)
    arguments = parser.parse_args(argv)
    if getattr(arguments, "engine", "local") != "local":
        measures, note = _with_a_model(arguments)
    else:
        measures, note = MEASURES[arguments.measure][0](arguments)
    if note:
        print(note)
    emit(measures, arguments.json, title=f"{arguments.measure}: {arguments.file.name}")
