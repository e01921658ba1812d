"""Papers for a model that a local server plays, and what was read of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from aitia.model.claim import Claim
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.question import Question, read_question
from aitia.text.passages import make_passages
from bench.model.server import ModelServer, running
from resources.calls.base import ReadingResult
from resources.calls.budget import Limits
from resources.calls.ledger import MemoryLedger
from resources.calls.prices import Price
from resources.engines.base import ReadingTask
from resources.engines.caller import Caller, Pace
from resources.engines.cloud import CloudEngine
from resources.engines.gemini import GeminiClient

NOT_REPORTED = {"asked": "mortality", "reported": False, "confidence": 0.9}
QUESTION = "Does drug X reduce mortality?"
ABSTRACT = (
    "BACKGROUND: Mortality after illness is high.\nMETHODS: In this randomised controlled trial, 400 adults "
    "received drug X or placebo.\nRESULTS: Drug X reduced mortality compared with placebo (risk ratio 0.70, "
    "95% confidence interval 0.55 to 0.89). Pain was similar in both groups.\nCONCLUSIONS: Drug X reduced "
    "mortality."
)


def task(number: int = 0, question: Question | None = None) -> ReadingTask:
    paper = Paper(
        paper_id=PaperId(f"paper_{number}"),
        source="documents",
        record_id=str(number),
        title=f"Drug X for mortality in adults: randomised trial {number}",
        abstract=ABSTRACT.replace("400", str(400 + number)),
        publication_types=("Randomized Controlled Trial",),
    )
    return ReadingTask(
        paper=paper, passages=make_passages(paper), question=question or read_question(QUESTION)
    )


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


def engine(
    server: ModelServer,
    ledger: MemoryLedger | None = None,
    attempts: int = 2,
    timeout: float = 5.0,
    limits: Limits | None = None,
    concurrency: int = 4,
    samples: int = 1,
    price: Price | None = None,
    per_minute: float | None = None,
) -> CloudEngine:
    kept = ledger or MemoryLedger()

    def caller(_question: str, _run: str | None) -> Caller:
        client = GeminiClient("gemini-2.5-flash", "key", server.url, timeout)
        pace = Pace(concurrency, per_minute, attempts, wait=0.01)
        return Caller(client, kept, pace, limits or Limits(), price)

    return CloudEngine("gemini", "gemini-2.5-flash", caller, samples=samples)


def read(reader: CloudEngine, tasks: Sequence[ReadingTask]) -> list[ReadingResult]:
    async def collect() -> list[ReadingResult]:
        return [result async for result in reader.read(tasks)]

    return asyncio.run(collect())


def read_until(
    reader: CloudEngine, tasks: Sequence[ReadingTask]
) -> tuple[list[ReadingResult], Exception | None]:
    """What came before the engine stopped, and why it stopped."""
    found: list[ReadingResult] = []

    async def collect() -> None:
        async for result in reader.read(tasks):
            found.append(result)  # noqa: PERF401 - what came before the error is kept

    try:
        asyncio.run(collect())
    except Exception as problem:
        return found, problem
    return found, None


def only(results: list[ReadingResult]) -> ReadingResult:
    assert len(results) == 1
    return results[0]


def answering(server: ModelServer, **parts: Any) -> None:
    """Let the model answer with these parts, and that the paper does not report what is asked."""
    server.answer = lambda _lines, _prompt: json.dumps({"answer": NOT_REPORTED, **parts})


def of_the_model(result: ReadingResult) -> list[Claim]:
    """The model's findings: what has no answer to the question in it."""
    assert result.reading
    return [claim for claim in result.reading.claims if claim.answers_question is None]
