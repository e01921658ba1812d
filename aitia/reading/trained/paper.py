"""A paper read once by the network: the answer to a question and the results of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aitia.model.passage import Passage
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.trained.answers import UNREAD, Answer, read_answers
from aitia.reading.trained.blend import (
    Parts,
    best_sentences,
    blended,
    in_order,
    lie_of,
    own_question,
    parts_of,
    reported,
    with_close,
)
from aitia.reading.trained.close import (
    MOST_SENTENCES,
    CloseReader,
    CloseReading,
    Told,
    read_closely,
    sentences_to_read,
)
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Marks, Text, mark, names_of
from aitia.reading.trained.network import Output, Page, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import PaperNames, names_of_page
from aitia.reading.trained.windows import shown_sentences
from aitia.words.names import other_names, same_thing

_NOTHING = PaperNames((), "", "", {})
THE_SAME = 0.95
"""From this likeness on a name stands for another: of 4,500 names of training questions 45 have one of .9."""
_LACK = re.compile(r"(?i)\b(?:no|not|non|without|lack|absence|absent)\b")
_KEPT = 8
"""Readings that are kept: of one paper up to five are asked for, some of them again."""
WORTH_A_CLOSE_LOOK = 0.08
"""Below this probability that the page reports what is asked it is not read closely."""


@dataclass(frozen=True)
class LocalModels:
    """What a paper is read with beside the network that ships: vectors of names, without which arms are told
    apart by words alone, and the close reader."""

    names: Embed | None = None
    close: CloseReader | None = None


WORDS_ALONE = LocalModels()


@dataclass(frozen=True)
class PaperReading:
    """What the network makes of one paper; sentence numbers are indices into `lines`.

    `answer` is that to the question asked (UNREAD without one), in the question's order of arms, `parts`
    what it was put together from, and `marks` where the question's words stand.
    """

    page: Page
    lines: tuple[ReadSentence, ...]
    answer: Answer
    marks: Marks | None
    names: PaperNames
    parts: Parts | None = None


def read_with_network(
    title: str,
    passages: Sequence[Passage],
    asked: AskedOutcome | None = None,
    models: LocalModels = WORDS_ALONE,
) -> PaperReading:
    """Read a paper; the last ones are kept, since answers and findings are read from the same pass.

    Raises ModelFileError when the network's files are missing.
    """
    return _read(title, shown_sentences(read_document(passages), asked), asked, models)


@lru_cache(maxsize=_KEPT)
def _read(
    title: str, lines: tuple[ReadSentence, ...], asked: AskedOutcome | None, models: LocalModels
) -> PaperReading:
    page, output, names = _opened(title, lines)
    if output is None or asked is None:
        return PaperReading(page, lines, UNREAD, None, names)
    net = network()
    asked = in_words_of(asked, page.text)
    lie = lie_of(net, page, asked, names, output, models.names)
    questions = (in_order(asked, lie.natural), own_question(asked, names))
    direct, own = read_answers(net, page, questions)
    answers = (direct, own)
    parts = parts_of(page, asked, names, lie, answers, models.names)
    if models.close is not None and reported(parts, net.weights["reported"]) >= WORTH_A_CLOSE_LOOK:
        parts = with_close(parts, close_readings(models.close, page, names, [(asked, parts, answers)])[0])
    marks = mark(page.text, page.context, asked)
    return PaperReading(page, lines, blended(parts, net.weights), marks, names, parts)


def in_words_of(asked: AskedOutcome, text: Text) -> AskedOutcome:
    """The question in the paper's words: a name that the paper never says gives way to the first of its other
    names that stands there word for word ("heart attack": myocardial infarction)."""
    said = text.whole.lower()
    first, second, outcome = (
        _as_said(name, said) for name in (asked.intervention, asked.comparator, asked.outcome)
    )
    return AskedOutcome(first, second, outcome, asked.population)


def _as_said(name: str, said: str) -> str:
    if not name or _stands(name, said) or _LACK.search(name):
        return name
    known = (other for other in other_names(name) if _stands(other, said))
    return next((other for other in known if same_thing(name, other) >= THE_SAME), name)


def _stands(name: str, said: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", said) is not None


@lru_cache(maxsize=_KEPT)
def _opened(title: str, lines: tuple[ReadSentence, ...]) -> tuple[Page, Output | None, PaperNames]:
    """What a page says by itself, whatever it is asked; no output where nothing was there to read."""
    net = network()
    page = net.page(title, lines)
    if not page.context.kept:
        return page, None, _NOTHING
    output = net.run(page, ())
    return page, output, names_of_page(net, page, lines, output)


def close_readings(
    reader: CloseReader,
    page: Page,
    names: PaperNames,
    asked: Sequence[tuple[AskedOutcome, Parts, tuple[Answer, Answer]]],
) -> list[CloseReading]:
    """What the close reader makes of questions to one page, each with its parts and the network's answers to
    it in the question's and the paper's own names."""
    told = []
    for question, parts, answers in asked:
        paper = names_of(page.text, own_question(question, names))
        numbers = sentences_to_read(best_sentences(*answers, MOST_SENTENCES))
        told.append(Told(question, parts.natural >= 0.5, numbers, paper))
    return read_closely(reader, page.text, (names.intervention, names.comparator), told)
