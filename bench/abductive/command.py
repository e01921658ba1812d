"""How well options are judged: official score, with and without the data set's two artefacts.

An answer scores 1 when it is the gold set, ½ when it is a proper part of it, 0 otherwise. In this data set an
option that reads "None of the others …" is always right, and one that stands twice is always among the right
ones. That is no reasoning: artefact-free questions are the measure. Figures of "the rules alone" use neither
artefact; "with the artefacts" takes such options as the data set does, and so do the predictions written.

With `--gold` a model is also fitted for every topic on the other topics ("out of fold"): on the questions
that the shipped model was fitted on, only those figures count.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aitia.abduction import ChoiceModel, Weighed, best_set, choice_model, merged_options, set_shares, weigh
from aitia.abduction.choice import FIGURES, score
from aitia.model.errors import AitiaError
from bench.abductive.data import (
    FREE,
    NONE,
    REPEATED,
    Asked,
    read_documents,
    read_gold,
    read_questions,
)
from bench.abductive.fit import Row, fit_choice
from bench.report import Measure, clustered_interval, emit
from resources.embedders.catalogue import LOCAL, embedder_named
from resources.settings import get_settings

Gold = dict[str, frozenset[str]]
Answers = dict[str, frozenset[str]]


@dataclass(frozen=True)
class Read:
    """A question with its options weighed; `none` are the letters that say "none of the others"."""

    asked: Asked
    weighed: tuple[Weighed, ...]
    none: str


def read_all(questions: Path, documents: Path) -> tuple[Read, ...]:
    """Every question, in the file's order, weighed on the sentences of its topic's documents."""
    asked, told = read_questions(questions), read_documents(documents)
    embedder = embedder_named(LOCAL, get_settings().cache_home / "models")
    found: dict[str, Read] = {}
    for topic in dict.fromkeys(q.topic for q in asked):
        sentences = told.get(topic, ())
        vectors = embedder.embed([s.text for s in sentences])
        for question in (q for q in asked if q.topic == topic):
            options, none = merged_options(question.options)
            texts = embedder.embed([question.event, *(option.text for option in options)])
            weighed = weigh(question.event, options, sentences, vectors, texts)
            found[question.question_id] = Read(question, weighed, none)
    return tuple(found[question.question_id] for question in asked)


def answer(read: Read, model: ChoiceModel, artefacts: bool) -> frozenset[str]:
    """The letters answered; with `artefacts`, options of the two kinds are taken as this data set does."""
    if artefacts and read.none:
        return frozenset(read.none)
    shares = set_shares(read.weighed, model)
    if artefacts and read.asked.artefact == REPEATED:
        held = {s: p for s, p in shares.items() if any(len(read.weighed[n].option.letters) > 1 for n in s)}
        shares = held or {(n,): 1.0 for n, item in enumerate(read.weighed) if len(item.option.letters) > 1}
    if not shares:
        return frozenset(read.none)
    return frozenset("".join(read.weighed[n].option.letters for n in best_set(shares)))


def out_of_fold(reads: Sequence[Read], gold: Gold) -> dict[str, ChoiceModel]:
    """For every topic the model fitted on the questions of all other topics."""
    topics = sorted({read.asked.topic for read in reads})
    return {
        t: fit_choice(training_rows([r for r in reads if r.asked.topic != t], gold), LOCAL) for t in topics
    }


def training_rows(reads: Sequence[Read], gold: Gold) -> list[Row]:
    """Figures and true set of the questions that have both; those that offer "none" teach nothing."""
    rows = []
    for read in reads:
        truth = tuple(
            n for n, w in enumerate(read.weighed) if set(w.option.letters) & gold[read.asked.question_id]
        )
        if read.asked.artefact != NONE and 1 <= len(truth) <= 3:
            rows.append((np.array([w.figures for w in read.weighed]), truth))
    return rows


def measures(name: str, reads: Sequence[Read], gold: Gold, answers: Answers) -> list[Measure]:
    """Mean official score of the questions by artefact, with intervals by topic beside always answering A."""
    found = []
    for kind in (FREE, NONE, REPEATED, "all"):
        chosen = [r for r in reads if kind in ("all", r.asked.artefact)]
        if not chosen:
            continue
        ids = [r.asked.question_id for r in chosen]
        scores = np.array([score(answers[i], gold[i]) for i in ids])
        always = float(np.mean([score(frozenset("A"), gold[i]) for i in ids]))
        interval = clustered_interval([r.asked.topic for r in chosen], _mean_of(scores))
        found.append(Measure(f"{name}: {kind}", float(scores.mean()), len(ids), interval, always))
    return found


def _mean_of(scores: np.ndarray) -> Callable[[np.ndarray], float]:
    return lambda rows: float(scores[rows].mean())


def report(reads: Sequence[Read], gold: Gold) -> list[Measure]:
    """The figures of the shipped model and, from two topics on, of models fitted out of fold."""
    models = {"shipped model": {read.asked.topic: choice_model() for read in reads}}
    if len(models["shipped model"]) > 1:
        models["out of fold by topic"] = out_of_fold(reads, gold)
    rows = []
    for name, by_topic in models.items():
        for artefacts, how in ((False, "the rules alone"), (True, "with the artefacts")):
            answers = {r.asked.question_id: answer(r, by_topic[r.asked.topic], artefacts) for r in reads}
            rows += measures(f"{name}, {how}", reads, gold, answers)
    return rows


def write_predictions(reads: Sequence[Read], path: Path) -> None:
    """One JSON line a question: its id and the letters of the shipped model, as the data set writes them."""
    lines = [
        json.dumps(
            {
                "id": read.asked.question_id,
                "answer": ",".join(sorted(answer(read, choice_model(), True))),
                "by_the_rules_alone": ",".join(sorted(answer(read, choice_model(), False))),
            }
        )
        for read in reads
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_model(reads: Sequence[Read], gold: Gold, path: Path) -> None:
    """Fit on every question and write the file that Aitia brings along."""
    made = fit_choice(training_rows(reads, gold), LOCAL)
    content = {
        "embedder": made.embedder,
        "weights": dict(zip(FIGURES, made.weights, strict=True)),
        "size_bonus": list(made.size_bonus),
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the command line, weigh the options, print figures or write predictions."""
    parser = argparse.ArgumentParser(prog="python -m bench.abductive", description=__doc__)
    parser.add_argument("questions", type=Path, help="JSON lines with event and options")
    parser.add_argument("--documents", type=Path, required=True, help="JSON list of topics with documents")
    parser.add_argument("--gold", type=Path, help="JSON lines with id and golden_answer; may be QUESTIONS")
    parser.add_argument("--out", type=Path, help="where predictions go [QUESTIONS.predictions.jsonl here]")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument("--fit", type=Path, metavar="FILE", help="fit on all questions and write the model")
    given = parser.parse_args(arguments)
    try:
        reads = read_all(given.questions, given.documents)
        gold = read_gold(given.gold, tuple(r.asked for r in reads)) if given.gold else None
        if given.fit and gold is None:
            parser.error("--fit needs --gold")
    except AitiaError as problem:
        parser.error(str(problem))
    without = sum(not read.weighed for read in reads)
    if without:
        print(f"{without} questions have no documents: none of their options is taken to hold.")
    if gold is None or given.out:
        out = given.out or Path(f"{given.questions.stem}.predictions.jsonl")
        write_predictions(reads, out)
        print(f"{len(reads)} predictions written to {out}")
    if gold is not None:
        emit(report(reads, gold), given.json, "Abductive questions: official score")
        if given.fit:
            write_model(reads, gold, given.fit)
