"""The local reader as second opinion on a model's answer: the one place where an engine asks it.

Agreement raises the model's confidence and disagreement lowers it. Only where the sentence that the model
quotes speaks against it does the answer wait for a person; what else the local reader finds in the paper
never does that.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from aitia.model.claim import Claim, StudyFacts
from aitia.model.scales import Direction
from aitia.question.specification import Question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.answers.page import asked_of
from aitia.reading.answers.trained import NO_COMPARATOR, Closely, trained_reader
from aitia.reading.paper.document import ReadSentence
from aitia.reading.statements.findings import turn
from aitia.reading.statements.matching import match_claim
from aitia.reading.trained import WORDS_ALONE, LocalModels, read_with_network
from aitia.reading.trained.outcome_reader import rank_sentences
from aitia.reading.trained.windows import article_of
from resources.engines.base import ReadingTask
from resources.engines.cross_check import Check, check_direction

_SURE, _LEANS = 0.9, 0.7


class Stance(StrEnum):
    """The local reader's answer beside the model's."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    SILENT = "silent"


def own_answers(task: ReadingTask, facts: StudyFacts, models: LocalModels = WORDS_ALONE) -> tuple[Claim, ...]:
    """The local reader's own answers to the question, best first."""
    return answer_finding(task.question, task.paper, task.passages, facts, models)


def stance_on(question: Question, direction: Direction, own: Sequence[Claim], facts: StudyFacts) -> Stance:
    """Whether the local reader's best answer has this direction, in the question's order of arms."""
    if not own:
        return Stance.SILENT
    best = own[0]
    read = turn(best.direction, match_claim(question, best, facts).swapped)
    if best.significant is False and read is not Direction.UNCLEAR:
        read = Direction.NO_DIFFERENCE
    return Stance.AGREES if read is direction else Stance.DISAGREES


def spoken_against(
    task: ReadingTask,
    claim: Claim,
    asked: Direction,
    quoted: Sequence[ReadSentence],
    context: str,
    models: LocalModels = WORDS_ALONE,
) -> str:
    """What of the quoted sentences speaks against an answer; "" where nothing does.

    `asked` is the answer's direction in the question's order, `claim` the same in the paper's words. The
    outcome reader, and where it is there the close reader beside it, must read another direction, surely
    where the rules for wording are silent. On answers of the held-out abstracts of `labels/train`: of 125
    right ones none is spoken against (2 without the close reader), of 88 that make a difference out of none
    67 (66), of 81 that make none out of a difference 14 (5), of 81 of the opposite direction 9 (4).
    """
    text = " ".join(sentence.text for sentence in quoted)
    words = check_direction(text, claim.cause, claim.effect, claim.direction)
    reader = trained_reader(task.question, quoted, context)
    if reader is None or words is Check.AGREES:
        return ""
    told = [reader.read(sentence) for sentence in quoted]
    if models.close is not None:
        page = read_with_network(task.paper.title, task.passages, None, models)
        beside, question = Closely(models.close, page.page.text, page.names), asked_of(task.question)
        told = [beside.beside(own, [s.text], question) for own, s in zip(told, quoted, strict=True)]
    strongest = max(told, key=lambda reading: reading.confidence)
    if any(reading.direction is asked for reading in told):
        return ""
    needed = _LEANS if words is Check.CONTRADICTS else _SURE
    if strongest.confidence < needed:
        return ""
    return f"the quoted sentence reads as {strongest.direction}, not {asked}"


def most_telling(question: Question, sentences: Sequence[ReadSentence], most: int) -> list[int]:
    """Indices of the sentences and table rows that the local ranker puts first."""
    if not sentences or not question.intervention or not question.outcome:
        return []
    article, held = article_of("", sentences)
    comparator = question.comparator or NO_COMPARATOR
    best = rank_sentences(article, question.intervention, comparator, question.outcome)[:most]
    return [one.index for start, one in held.items() if any(c.start <= start < c.end for c in best)]
