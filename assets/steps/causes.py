"""The options of an abductive question, judged by a language model on what the papers say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from aitia.model.keys import content_hash, stable_id
from aitia.model.passage import Passage
from aitia.question import Question
from resources.engines.paper_text import paper_text
from resources.store import reading, reasoning
from resources.store.passages import load_passages
from resources.store.tables import InsightRow
from resources.workbench import Workbench

MOST_SENTENCES = 400
MOST_CHARACTERS = 60_000


@dataclass(frozen=True)
class _Shown:
    """A sentence that the model is shown, and where it stands."""

    text: str
    passage: Passage


def judge_options(workbench: Workbench, question: Question, run_id: str) -> list[InsightRow]:
    """One row for each option that holds, with its sentences; one row when none does.

    Empty without a language model or without a paper that was read. Cached per documents, options and engine.
    """
    assistant = workbench.assistant
    if assistant is None or not assistant.does("causes"):
        return []
    with workbench.store.session() as session:
        shown = _sentences(session, question)
        engine = f"{workbench.engine.name} {workbench.engine.version}"
        fingerprint = content_hash("causes", engine, question.text, *(s.text for s in shown))
        found = reasoning.insights_of(session, question.question_id, fingerprint)
    if found or not shown:
        return found
    answer = assistant.find_causes(question, [s.text for s in shown], run_id)
    if answer is None:
        return []
    lines = [_line(question, letter, [shown[n] for n in answer.shown_by[letter]]) for letter in answer.holds]
    lines = lines or ["none of the options holds"]
    with workbench.store.session() as session:
        reasoning.save_insights(
            session, [_row(question, fingerprint, n, x, run_id) for n, x in enumerate(lines, 1)]
        )
        return reasoning.insights_of(session, question.question_id, fingerprint)


def _sentences(session: Session, question: Question) -> list[_Shown]:
    """The sentences of the papers that were read, without what was planted among them."""
    paper_ids = sorted(
        {item.paper_id for item in reading.question_extractions(session, question.question_id)}
    )
    shown: list[_Shown] = []
    length = 0
    for _, passages in sorted(load_passages(session, paper_ids).items()):
        text = paper_text(passages)
        for sentence in text.sentences:
            length += len(sentence.text)
            if len(shown) >= MOST_SENTENCES or length > MOST_CHARACTERS:
                return shown
            if sentence.index not in text.planted:
                shown.append(_Shown(sentence.text, sentence.passage))
    return shown


def _line(question: Question, letter: str, sentences: Sequence[_Shown]) -> str:
    option = question.options["ABCDEFGH".index(letter)]
    quotes = "; ".join(f"“{s.text[:300]}” ({s.passage.paper_id})" for s in sentences[:3])
    return f"{letter}) {option} — {quotes}"


def _row(question: Question, fingerprint: str, rank: int, line: str, run_id: str) -> InsightRow:
    return InsightRow(
        insight_id=stable_id("insight", question.question_id, fingerprint, str(rank)),
        question_id=question.question_id,
        fingerprint=fingerprint,
        rank=rank,
        score=1.0,
        text=line,
        path=[],
        run_id=run_id,
    )
