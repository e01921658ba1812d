"""The trained outcome reader over a paper's own results and conclusions, tied back to their passages, and the
close reader beside it where it is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aitia.model.errors import ModelFileError
from aitia.question.specification import Question
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.close import CloseReader
from aitia.reading.trained.given import read_given
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text
from aitia.reading.trained.outcome_reader import (
    Asked,
    OutcomeReading,
    ask,
    by_halves,
    read_asked,
)
from aitia.reading.trained.results import PaperNames
from aitia.reading.trained.windows import article_of

NO_COMPARATOR = "control"
MOST_SENTENCES = 400


@dataclass(frozen=True)
class Closely:
    """The close reader made ready for one paper: its text and its own names of its arms."""

    reader: CloseReader
    text: Text
    names: PaperNames

    def beside(self, told: OutcomeReading, sentences: Sequence[str], asked: AskedOutcome) -> OutcomeReading:
        """What the outcome reader was told by these sentences, and what this one is, by halves."""
        return by_halves(told, read_given(self.reader, sentences, asked, self.text, self.names))


@dataclass(frozen=True)
class TrainedReader:
    """The trained reader made ready for one question and one paper; `trained_reader` makes it."""

    asked: Asked

    def read(self, sentence: ReadSentence) -> OutcomeReading:
        """What it makes of one sentence."""
        return read_asked(sentence.text, self.asked)


def trained_reader(
    question: Question, evidence: Sequence[ReadSentence], context: str
) -> TrainedReader | None:
    """The reader over the paper's evidence; None without evidence or without the model's file.

    `context` is the paper from its title on: its beginning tells the arms apart.
    """
    chosen = evidence[:MOST_SENTENCES]
    if not chosen:
        return None
    comparator = question.comparator or NO_COMPARATOR
    try:
        article, _ = article_of(context, chosen)
        return TrainedReader(ask(article, question.intervention, comparator, question.outcome))
    except ModelFileError:
        return None
