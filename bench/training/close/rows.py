"""Questions to pages as rows of the close reader, with what each should be answered.

The page reader chooses the sentences, asked in the paper's order of arms, as in use; where it misses those
that answer, one of them mostly takes the last one's place. Arms come in either order, and a part of the rows
without hints, so that words count.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aitia.reading.paper.arms import Names
from aitia.reading.trained.answers import answers_of
from aitia.reading.trained.blend import own_question
from aitia.reading.trained.close import MOST_SENTENCES, CloseRow, lay_row, sentences_to_read
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.reading.trained.marks import Text, names_of
from aitia.reading.trained.network import Network
from aitia.reading.trained.results import names_of_page
from bench.training.reader.examples import FLIP, Example
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.lines import as_lines
from bench.training.reader.recent import RECENT_FINDING

SHOWN_THE_ANSWER, NO_ARMS, NO_MARKS, ONE_MORE = 0.7, 0.15, 0.07, 0.3
"""How often a missed sentence that answers is shown, the paper's arms and all marks are left out, and a
sentence is shown that nothing speaks for: the page reader chooses better on pages that it learned from."""
MOST_TOLD = 2
SILENT, MAYBE = 0, -1
"""What a sentence says to a question that is not reported, and one that no answer was seen to rest on."""
EASY = ("finding", "prompt", RECENT_FINDING)
"""Kinds that word arms and outcome as the paper does: they come first."""

Laid = tuple[CloseRow, int, tuple[int, ...]]
"""A row, its answer, and what each of its sentences says: an answer, SILENT or MAYBE."""
_NOTHING = Names(frozenset(), frozenset(), frozenset(), False, False)


@dataclass(frozen=True)
class Question:
    """A question to a paper, the sentences that the page reader would read, and those that answer it.

    `answer` is a class of `bench.training.reader.examples.ANSWERS`; `names` are the question's names, `paper`
    the paper's own. `natural`: whether it names the arms in the paper's order, None where nobody judged."""

    key: str
    kind: str
    asked: AskedOutcome
    answer: int
    text: Text
    arms: tuple[str, str]
    read: tuple[int, ...]
    told: tuple[int, ...]
    names: Names
    paper: Names
    natural: bool | None

    def turned(self, rng: random.Random, flipped: float) -> bool:
        """Whether to show it with its arms exchanged: they stand in the paper's order but for a share of
        `flipped`."""
        if self.asked.comparator in ("", "baseline"):
            return False
        if self.natural is None:
            return rng.random() < 0.5
        return self.natural == (rng.random() < flipped)

    def row(
        self, encoder: Encoder, turned: bool, rng: random.Random | None = None, told: bool = False
    ) -> Laid:
        """The row with its answer, and what each of its sentences says; `rng` draws what is changed in
        learning. `told`: with the sentences that answer and no others."""
        asked = self.asked.turned() if turned else self.asked
        names = self.names.swapped() if turned else self.names
        paper, arms, numbers = self.paper, self.arms, self.read
        if told:
            numbers = self.told[:MOST_TOLD]
        if rng is not None:
            missed = self.answer > 0 and bool(self.told) and not set(numbers) & set(self.told)
            if missed and rng.random() < SHOWN_THE_ANSWER:
                numbers = (*numbers[: MOST_SENTENCES - 1], rng.choice(self.told))
            others = [n for n in range(len(self.text.lines)) if n not in {*numbers, *self.told}]
            if not told and others and len(numbers) < MOST_SENTENCES and rng.random() < ONE_MORE:
                numbers = (*numbers, rng.choice(others))
            if rng.random() < NO_ARMS:
                paper, arms = _NOTHING, ("", "")
            if rng.random() < NO_MARKS:
                names = _NOTHING
        row = lay_row(encoder, asked, self.text, numbers, names, paper, arms)
        answer = FLIP[self.answer] if turned else self.answer
        other = MAYBE if answer else SILENT
        return row, answer, tuple(answer if n in self.told else other for n in sorted(numbers))


Judged = Mapping[tuple[str, str, int], tuple[int, str]]
"""How questions lie beside a finding, as `bench.training.reader.lies` reads it."""


def questions_of(
    network: Network, example: Example, judged: Judged, bank: Sequence[AskedOutcome], rng: random.Random
) -> Iterator[Question]:
    """The questions of a page; with a `bank` of other papers' questions also one that is made up from them,
    which this paper does not report."""
    page = example.page
    if not page.context.kept or not example.questions:
        return
    output = network.run(page, ())
    names = names_of_page(network, page, as_lines(page.text.lines), output)
    items = [(q.kind, q.asked, q.answer, q.evidence) for q in example.questions]
    if bank:
        items.append(("made-up", _made_up(rng.choice(items)[1], rng.choice(bank), rng), 0, ()))
    natural = list(_natural(example.key, [kind for kind, _, _, _ in items], judged))
    in_order = [
        asked.turned() if own is False else asked
        for (_, asked, _, _), own in zip(items, natural, strict=True)
    ]
    answers = answers_of(network, page, network.run(page, in_order))
    for (kind, asked, answer, evidence), own, read in zip(items, natural, answers, strict=True):
        yield Question(
            example.key,
            kind,
            asked,
            answer,
            page.text,
            (names.intervention, names.comparator),
            tuple(sentences_to_read(read.evidence)),
            tuple(page.context.kept[place] for place in evidence),
            names_of(page.text, asked),
            names_of(page.text, own_question(asked, names)),
            own,
        )


def _natural(key: str, kinds: Sequence[str], judged: Judged) -> Iterator[bool | None]:
    """Whether each question of a page names the arms in the paper's order, None where nobody judged."""
    seen: Counter[str] = Counter()
    for kind in kinds:
        order = judged.get((key, kind, seen[kind]), (0, ""))[1]
        seen[kind] += 1
        yield True if kind in EASY else {STRAIGHT: True, TURNED: False}.get(order)


def _made_up(base: AskedOutcome, other: AskedOutcome, rng: random.Random) -> AskedOutcome:
    if rng.random() < 0.5:
        return replace(base, outcome=other.outcome)
    return replace(base, intervention=other.intervention, comparator=other.comparator)
