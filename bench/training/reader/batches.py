"""Batches of pages with questions, drawn anew for every epoch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from aitia.reading.trained.layout import AskedOutcome, Encoder
from bench.training.reader.examples import Asked, Example, make_asked

MASK = 103
HIDDEN = 0.05
"""Share of tokens that are hidden while learning."""
TOKENS = 2_600
"""Most tokens of a batch, padding included."""
_FINDINGS, _OWN = 3, 8
"""Most findings, and most questions of our own, of one page in one epoch."""
_POOL = 64


@dataclass(frozen=True)
class Batch:
    """`given` are the network's inputs, `wanted` what it should make of them."""

    given: dict[str, Tensor]
    wanted: dict[str, Tensor]


Drawn = tuple[Example, list[Asked]]


def draw(
    encoder: Encoder, example: Example, bank: Sequence[AskedOutcome], rng: random.Random, both: bool
) -> list[Asked]:
    """Questions of one epoch: the labels' written ones, some findings and some questions of our own, and two
    made up from another paper's outcome and from another paper's arms, which this one does not report.

    With `both`, the labels' questions come in both orders of the arms and the rest in either; else every
    question comes in the order that it has.
    """
    findings = [q for q in example.questions if q.kind == "finding"]
    own = [q for q in example.questions if q.kind == "own"]
    drawn: list[Asked] = []
    for question in example.questions:
        if question.kind == "review":
            drawn.append(question)
            if both and question.asked.comparator:
                drawn.append(question.turned(encoder))
    chosen = [q for q in example.questions if q.kind == "prompt"]
    chosen += rng.sample(findings, min(_FINDINGS, len(findings))) + rng.sample(own, min(_OWN, len(own)))
    for question in chosen:
        turn = both and bool(question.asked.comparator) and rng.random() < 0.5
        drawn.append(question.turned(encoder) if turn else question)
    for other_outcome in (True, False):
        other, base = rng.choice(bank), rng.choice(findings or example.questions).asked
        if other_outcome:
            made_up = replace(base, outcome=other.outcome, population=rng.choice(("", base.population)))
        else:
            made_up = replace(base, intervention=other.intervention, comparator=other.comparator)
        drawn.append(make_asked(encoder, example.page, "made-up", made_up, 0))
    return drawn


def epoch(
    encoder: Encoder, examples: Sequence[Example], bank: Sequence[AskedOutcome], seed: int, both: bool
) -> Iterator[Batch]:
    """The batches of one epoch; pages of like length go together."""
    rng = random.Random(seed)
    drawn = [(example, draw(encoder, example, bank, rng, both)) for example in examples]
    rng.shuffle(drawn)
    groups: list[list[Drawn]] = []
    for start in range(0, len(drawn), _POOL):
        groups += _groups(sorted(drawn[start : start + _POOL], key=_length))
    rng.shuffle(groups)
    for group in groups:
        yield assemble(group, rng)


def _groups(drawn: Sequence[Drawn]) -> list[list[Drawn]]:
    groups: list[list[Drawn]] = []
    current: list[Drawn] = []
    longest = 0
    for item in drawn:
        longest = max(longest, _length(item))
        if current and (len(current) + 1) * longest > TOKENS:
            groups.append(current)
            current, longest = [], _length(item)
        current.append(item)
    return [*groups, current] if current else groups


def _length(drawn: Drawn) -> int:
    example, questions = drawn
    return len(example.page.context.ids) + sum(len(q.ids) for q in questions)


def assemble(drawn: Sequence[Drawn], rng: random.Random | None = None) -> Batch:
    """Padded tensors; with `rng` a share of the tokens is hidden."""
    pages = [example.page.context for example, _ in drawn]
    rows, width = len(drawn), max(len(page.ids) for page in pages)
    sentences, asked = max(len(p.sentence_at) for p in pages), max(len(q) for _, q in drawn)
    room = max(sum(len(q.ids) for q in questions) for _, questions in drawn)
    given = {
        "context": torch.zeros(rows, width, dtype=torch.long),
        "sentence_at": torch.full((rows, sentences), -1),
        "question": torch.zeros(rows, room, dtype=torch.long),
        "segment": torch.zeros(rows, room, dtype=torch.long),
        "position": torch.zeros(rows, room, dtype=torch.long),
        "question_at": torch.full((rows, asked), -1),
        "marks": torch.zeros(rows, asked, width, dtype=torch.long),
        "shares": torch.zeros(rows, asked, sentences, 3),
    }
    wanted = {
        "answer": torch.full((rows, asked), -100),
        "evidence": torch.zeros(rows, asked, sentences),
        "significant": torch.full((rows, asked), -1.0),
        "own": torch.zeros(rows, sentences),
        "own_known": torch.zeros(rows, sentences),
        "tags": torch.zeros(rows, width, 3),
        "tags_known": torch.zeros(rows, width, 3),
    }
    for row, (example, questions) in enumerate(drawn):
        _fill_page(given, wanted, row, example, rng)
        place = 0
        for column, question in enumerate(questions):
            place = _fill_question(given, wanted, row, column, place, question, rng)
    return Batch(given, wanted)


def _fill_page(
    given: dict[str, Tensor], wanted: dict[str, Tensor], row: int, example: Example, rng: random.Random | None
) -> None:
    page = example.page.context
    given["context"][row, : len(page.ids)] = torch.tensor(_hidden(page.ids, rng))
    given["sentence_at"][row, : len(page.sentence_at)] = torch.tensor(page.sentence_at)
    if example.own is None or example.tags is None or example.known is None:
        return
    wanted["own"][row, list(example.own)] = 1
    wanted["own_known"][row, : len(page.sentence_at)] = 1
    wanted["tags"][row, : len(page.ids)] = torch.from_numpy(example.tags).float()
    wanted["tags_known"][row, : len(page.ids)] = torch.from_numpy(example.known).float()


def _fill_question(
    given: dict[str, Tensor],
    wanted: dict[str, Tensor],
    row: int,
    column: int,
    place: int,
    question: Asked,
    rng: random.Random | None,
) -> int:
    end = place + len(question.ids)
    given["question"][row, place:end] = torch.tensor(_hidden(question.ids, rng))
    given["segment"][row, place:end] = column + 1
    given["position"][row, place:end] = torch.arange(len(question.ids))
    given["question_at"][row, column] = place
    given["marks"][row, column, : len(question.marks)] = torch.from_numpy(question.marks.astype(np.int64))
    given["shares"][row, column, : len(question.shares)] = torch.from_numpy(question.shares)
    wanted["answer"][row, column] = question.answer
    wanted["evidence"][row, column, list(question.evidence)] = 1
    if question.answer in (1, 2, 3) and question.significant is not None:
        wanted["significant"][row, column] = float(question.significant)
    elif question.answer in (1, 2) and question.kind == "finding":
        wanted["significant"][row, column] = 0.0
    return end


def _hidden(ids: Sequence[int], rng: random.Random | None) -> list[int]:
    if rng is None:
        return list(ids)
    return [MASK if token > MASK and rng.random() < HIDDEN else token for token in ids]
