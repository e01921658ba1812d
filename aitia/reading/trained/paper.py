"""A paper read once by the network: the answer to a question and the results of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aitia.model.passage import Passage
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.trained.answers import UNREAD, Answer, read_answers
from aitia.reading.trained.blend import (
    Parts,
    blended,
    in_order,
    natural_order,
    own_question,
    parts_of,
)
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Marks, mark
from aitia.reading.trained.network import Page, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import PaperNames, Result, names_of_page, read_results
from aitia.reading.trained.windows import shown_sentences

_NOTHING = PaperNames((), "", "", {})


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
    results: tuple[Result, ...]
    parts: Parts | None = None


def read_with_network(
    title: str, passages: Sequence[Passage], asked: AskedOutcome | None = None, embed: Embed | None = None
) -> PaperReading:
    """Read a paper; the last ones are kept, since answers and findings are read from the same pass.

    `embed` gives unit vectors of names: without it the arms are told apart by words alone. Raises
    ModelFileError when the network's files are missing.
    """
    return _read(title, tuple(passages), asked, embed)


@lru_cache(maxsize=4)
def _read(
    title: str, passages: tuple[Passage, ...], asked: AskedOutcome | None, embed: Embed | None
) -> PaperReading:
    net = network()
    lines = shown_sentences(read_document(passages), asked)
    page = net.page(title, lines)
    if not page.context.kept:
        return PaperReading(page, lines, UNREAD, None, _NOTHING, ())
    output = net.run(page, ())
    names = names_of_page(net, page, lines, output)
    if asked is None:
        results = read_results(page, names)
        return PaperReading(page, lines, UNREAD, None, names, results)
    natural = natural_order(page, asked, names, output, net.weights, embed)
    questions = (in_order(asked, natural), own_question(asked, names))
    direct, own = read_answers(net, page, questions)
    parts = parts_of(page, asked, names, natural, (direct, own), embed)
    marks = mark(page.text, page.context, asked)
    results = read_results(page, names)
    return PaperReading(page, lines, blended(parts, net.weights), marks, names, results, parts)
