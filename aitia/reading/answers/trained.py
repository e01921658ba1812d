"""The trained outcome reader over a paper's own results and conclusions, tied back to their passages, and the
close reader beside it where it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aitia.model.errors import ModelFileError
from aitia.model.scales import Direction
from aitia.question.specification import Question
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.close import CloseReader
from aitia.reading.trained.given import read_given
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text
from aitia.reading.trained.outcome_reader import (
    Article,
    Asked,
    OutcomeReading,
    answer_asked,
    ask,
    by_halves,
    read_asked,
)
from aitia.reading.trained.results import PaperNames
from aitia.reading.trained.windows import article_of

NO_COMPARATOR = "control"
MOST_SENTENCES = 400


@dataclass(frozen=True, slots=True)
class TrainedAnswer:
    """A direction with its calibrated confidence and the sentence that it rests on.

    `probabilities` are those of increases, decreases, no difference over the paper's best sentences.
    """

    direction: Direction
    confidence: float
    probabilities: tuple[float, float, float]
    sentence: ReadSentence
    rank: float


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

    article: Article
    asked: Asked
    sentences: Mapping[int, ReadSentence]

    def answer(self) -> TrainedAnswer | None:
        """What it makes of all the evidence; None where no sentence of the evidence can be read."""
        reading = answer_asked(self.article, self.asked)
        held = self.sentences.get(reading.start)
        if held is None:
            return None
        return TrainedAnswer(reading.direction, reading.confidence, reading.probabilities, held, reading.rank)

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
        article, held = article_of(context, chosen)
        return TrainedReader(article, ask(article, question.intervention, comparator, question.outcome), held)
    except ModelFileError:
        return None
