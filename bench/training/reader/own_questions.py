"""Questions on training abstracts that we wrote ourselves: to learn from, and to measure by where held out.

`own_questions.tsv.gz` holds, for training abstracts of the labels and of Evidence Inference, questions in
other words than the paper's: read and written by a language model under the rules in the model card, one row
each: abstract, kind, where, intervention, comparator, outcome, population, answer. `where` are the numbers of
the sentences that answer (as `aitia.text.sentences` counts them), or `f2` for what the second labelled
finding rests on.
"""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.text.sentences import sentences
from bench.training.reader.examples import ANSWERS, Asked, Example, make_asked, make_page

PATH = Path(__file__).with_name("own_questions.tsv.gz")
QUESTION, NEAR_MISS, RESULT = "question", "near miss", "result"
"""Kinds of a row; a result names only the sentences of a result of the paper's own."""
_NONE = "not reported"


@dataclass(frozen=True)
class OwnQuestion:
    """A row of the file; `sentences` or `findings` (from 1) say where the answer stands."""

    kind: str
    sentences: tuple[int, ...]
    findings: tuple[int, ...]
    asked: AskedOutcome
    answer: int


def read_own_questions(path: Path = PATH) -> dict[str, list[OwnQuestion]]:
    """The rows by abstract. Raises ValueError for a row that is none."""
    found: dict[str, list[OwnQuestion]] = defaultdict(list)
    for row in question_rows(path, _fault):
        key, kind, where, intervention, comparator, outcome, population, answer = row
        places = where.split(",") if where else []
        found[key].append(
            OwnQuestion(
                kind,
                tuple(int(p) for p in places if p.isdigit()),
                tuple(int(p[1:]) for p in places if p.startswith("f")),
                AskedOutcome(intervention, comparator, outcome, population),
                ANSWERS[answer],
            )
        )
    return dict(found)


def _fault(row: Sequence[str]) -> str:
    known = len(row) == 8 and row[1] in (QUESTION, NEAR_MISS, RESULT) and row[7] in ANSWERS
    return "" if known else "not a question"


def question_rows(path: Path, fault: Callable[[Sequence[str]], str]) -> Iterator[list[str]]:
    """The rows of a file of questions. Raises ValueError with the line of one in which `fault` finds one."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if found := fault(row):
                raise ValueError(f"{path.name}, line {number}: {found}: {row}")
            yield row


def with_own_questions(
    encoder: Encoder, examples: Sequence[Example], own: Mapping[str, Sequence[OwnQuestion]]
) -> list[Example]:
    """The labelled abstracts with our questions added; a question whose sentences are not on its page is left
    out."""
    return [replace(e, questions=(*e.questions, *_asked(encoder, e, own.get(e.key, ())))) for e in examples]


def unlabelled(
    encoder: Encoder,
    corpus: Mapping[str, dict[str, Any]],
    own: Mapping[str, Sequence[OwnQuestion]],
    labelled: frozenset[str],
) -> Iterator[Example]:
    """The abstracts that only we have read, each with its questions and result sentences."""
    for key, rows in own.items():
        if key in labelled:
            continue
        paper = corpus[key]
        page = make_page(encoder, paper["title"], sentences(paper["abstract"]))
        places = {number: place for place, number in enumerate(page.context.kept)}
        told = sorted({places[n] for row in rows if row.kind == RESULT for n in row.sentences if n in places})
        nothing = np.zeros((len(page.context.ids), 3), dtype=bool)
        example = Example(key, page, (), tuple(told) if told else None, nothing, nothing)
        yield replace(example, questions=tuple(_asked(encoder, example, rows)))


def _asked(encoder: Encoder, example: Example, rows: Sequence[OwnQuestion]) -> Iterator[Asked]:
    places = {number: place for place, number in enumerate(example.page.context.kept)}
    findings = [q for q in example.questions if q.kind == "finding"]
    for row in rows:
        if row.kind == RESULT:
            continue
        told = {places[n] for n in row.sentences if n in places}
        told |= {k for n in row.findings if 0 < n <= len(findings) for k in findings[n - 1].evidence}
        if (row.kind == QUESTION) == bool(told):
            yield make_asked(encoder, example.page, "own", row.asked, row.answer, sorted(told))
