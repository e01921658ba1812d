"""The trained outcome reader over a paper's own results and conclusions, tied back to their passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aitia.errors import ModelFileError
from aitia.question.specification import Question
from aitia.reading.document import ReadSentence
from aitia.reading.outcome_reader import prepare_article, read_article, read_sentence
from aitia.text.sentences import Sentence
from aitia.vocabulary import Direction

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


def trained_answer(
    question: Question, evidence: Sequence[ReadSentence], context: str
) -> TrainedAnswer | None:
    """What the trained reader makes of all the evidence; None without evidence or without the model's file.

    `context` is the beginning of the paper, title first: it tells the arms apart.
    """
    chosen = evidence[:MOST_SENTENCES]
    if not chosen:
        return None
    head = context + "\n"
    parts, sentences, place = [head], [], len(head)
    for item in chosen:
        sentences.append(Sentence(place, place + len(item.text), item.text, item.role))
        parts.append(item.text + " ")
        place += len(item.text) + 1
    comparator = question.comparator or NO_COMPARATOR
    try:
        article = prepare_article("".join(parts), sentences)
        reading = read_article(article, question.intervention, comparator, question.outcome)
    except ModelFileError:
        return None
    held = {s.start: item for s, item in zip(sentences, chosen, strict=True)}.get(reading.start)
    if held is None:
        return None
    return TrainedAnswer(reading.direction, reading.confidence, reading.probabilities, held, reading.rank)


def trained_direction(
    question: Question, sentence: ReadSentence, context: str
) -> tuple[Direction, float] | None:
    """What the trained reader makes of one sentence; None without the model's file."""
    comparator = question.comparator or NO_COMPARATOR
    try:
        reading = read_sentence(
            sentence.text, question.intervention, comparator, question.outcome, f"{context} {sentence.text}"
        )
    except ModelFileError:
        return None
    return reading.direction, reading.confidence
