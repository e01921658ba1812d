"""Documents to a causal summary: parse, take the papers nearest in words, read them, summarise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aitia.model.errors import DocumentError
from aitia.model.keys import PaperId, QuestionId
from aitia.model.paper import Paper
from aitia.model.scales import Domain, EvidenceType, QuestionKind
from aitia.model.search import SearchRequest
from aitia.question import Question
from aitia.question.wording import clean
from aitia.summary import CausalSummary, Said, statements_of, summarise
from aitia.summary.build import SEEDS, STEPS
from aitia.text.passages import make_passages
from resources.embedders.base import Embedder
from resources.engines.base import ReadingTask
from resources.engines.paper_text import paper_text, without_planted
from resources.sources.documents import DocumentsSource, check_documents

PAPERS = 40


@dataclass(frozen=True)
class Explained:
    """The summary, how many papers were read for it, and what could not be read."""

    summary: CausalSummary
    papers: int
    warnings: tuple[str, ...]


def explain_documents(
    text: str,
    documents: Sequence[Path],
    embedder: Embedder,
    seeds: int = SEEDS,
    steps: int = STEPS,
    most: int = PAPERS,
    progress: Callable[[str], None] = lambda _: None,
) -> Explained:
    """Read the documents that share most with the question and say what they hold to cause what.

    Raises QuestionError for a text that is no question, DocumentError when no document can be read.
    """
    question = clean(text)
    progress("reading the documents")
    check_documents(documents)
    request = SearchRequest(
        source="documents", evidence_type=EvidenceType.MECHANISM, query=question, limit=most
    )
    outcome = asyncio.run(DocumentsSource(documents).search(request))
    if not outcome.records:
        said = outcome.error or "no document shares a word with the question"
        raise DocumentError(f"{said}: name documents on what is asked.")
    told: list[Said] = []
    for number, record in enumerate(outcome.records, start=1):
        paper = Paper(**record.model_dump(), paper_id=PaperId(record.record_id))
        told += read_statements_of(paper)
        progress(f"{number} of {len(outcome.records)} papers read, {len(told)} statements")
    summary = summarise(question, told, lambda texts: embedder.embed(list(texts)), seeds, steps)
    return Explained(summary, len(outcome.records), outcome.warnings)


def read_statements_of(paper: Paper) -> tuple[Said, ...]:
    """What a paper states, without what was planted in it for a reader."""
    passages = make_passages(paper)
    question = Question(
        question_id=QuestionId("explain"),
        text="",
        kind=QuestionKind.EFFECT,
        domain=Domain.BIOMEDICAL,
        intervention="",
        outcome="",
    )
    task = ReadingTask(paper=paper, passages=passages, question=question)
    task = without_planted(task, paper_text(passages))
    return statements_of(task.paper, task.passages)
