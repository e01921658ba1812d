"""A trial with a question put to it, and what a model's answer becomes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from aitia.domains import adapter_for
from aitia.model.claim import Claim, Reading
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, Section
from aitia.model.scales import Decision
from aitia.question import read_question
from aitia.text.passages import make_passages
from bench.model.server import ModelServer, running
from resources.calls.base import ReadingResult
from resources.calls.ledger import MemoryLedger
from resources.engines.base import ReadingTask
from resources.engines.caller import Caller, Pace
from resources.engines.cloud import CloudEngine
from resources.engines.gemini import GeminiClient
from validators.decide import decide
from validators.findings import ClaimContext, ClaimDecision

QUESTION = "Does zeltamine reduce nausea compared with placebo?"
TITLE = "Zeltamine against placebo in adults after surgery: a randomised trial."
METHODS = "METHODS: We randomly assigned 160 adults to zeltamine (n = 80) or placebo (n = 80)."
EMESIS = (
    "RESULTS: Emetic episodes were fewer in 12 of 80 adults with ZLT than in 30 of 80 controls (p = 0.002)."
)
PAIN = "Pain scores did not differ between the groups (p = 0.61)."
END = "CONCLUSION: The drug was well tolerated."
ANSWER: dict[str, Any] = {
    "asked": "nausea",
    "reported": True,
    "sentences": [3],
    "intervention": "ZLT",
    "comparator": "controls",
    "outcome": "Emetic episodes",
    "direction": "decreases",
    "significant": True,
    "confidence": 0.9,
    "direction_confidence": 0.9,
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


def trial(*lines: str, question: str = QUESTION, sections: tuple[Section, ...] = ()) -> ReadingTask:
    paper = Paper(
        paper_id=PaperId("paper_1"),
        source="documents",
        record_id="1",
        title=TITLE,
        abstract="\n".join(lines or (METHODS, EMESIS, PAIN, END)),
        sections=sections,
    )
    return ReadingTask(paper=paper, passages=make_passages(paper), question=read_question(question))


def number_of(task: ReadingTask, words: str) -> int:
    """The number that a prompt gives the sentence with these words."""
    from resources.engines.paper_text import paper_text

    return next(s.index for s in paper_text(task.passages).sentences if words in s.text)


def read(
    server: ModelServer, task: ReadingTask, ledger: MemoryLedger | None = None, **said: Any
) -> ReadingResult:
    if said:
        server.answer = lambda _lines, _prompt: json.dumps({"claims": [], **said})
    caller = Caller(GeminiClient("m", "key", server.url), ledger or MemoryLedger(), Pace(1, None, 1))
    engine = CloudEngine("gemini", "m", lambda _question, _run: caller)

    async def collect() -> list[ReadingResult]:
        return [result async for result in engine.read([task])]

    return asyncio.run(collect())[0]


def answered(server: ModelServer, task: ReadingTask | None = None, **changed: Any) -> Reading:
    """The reading of a paper with a model that gives this answer."""
    asked = task or trial()
    told = {
        **ANSWER,
        **({} if "sentences" in changed else {"sentences": [number_of(asked, "Emetic episodes")]}),
    }
    told |= changed
    reading = read(server, asked, answer=told).reading
    assert reading is not None
    return reading


def decided(task: ReadingTask, claim: Claim, reading: Reading) -> ClaimDecision:
    adapter = adapter_for(task.question.domain)
    return decide(claim, ClaimContext.of(task.paper, task.passages, reading.study, adapter))


def standing(task: ReadingTask, reading: Reading) -> list[Claim]:
    """The answers that the rules accept."""
    answers = [claim for claim in reading.claims if claim.answers_question is not None]
    return [claim for claim in answers if decided(task, claim, reading).decision is Decision.ACCEPTED]
