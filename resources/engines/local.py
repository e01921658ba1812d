"""The local reading engine: patterns and small trained models; no key, no network, always the same answer."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from aitia.domains import adapter_for, in_words_of
from aitia.model.claim import Claim, Reading, StudyFacts
from aitia.model.errors import AitiaError
from aitia.model.evidence import OutcomeRole
from aitia.model.keys import content_hash
from aitia.model.scales import Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.open_findings import read_findings
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import WORDS_ALONE, LocalModels
from aitia.reading.trained.guard import guarded
from resources.calls.base import ReadingResult
from resources.engines.base import ReadingTask
from resources.engines.paper_text import paper_text, without_planted
from resources.engines.versions import LOCAL, local_version
from resources.local_models import local_models

MANY = 400
BATCH = 25


class LocalEngine:
    """Reads with `aitia.reading`; many papers are shared out over `workers` processes.

    `models` is the folder of the local models' graphs; without it arms are told apart by words alone and the
    close reader is not asked. Nor is it with `close` False: twice as fast, and less often right.

    Results are streamed in batches; text that cannot be read gives a result with `error`.
    """

    name = LOCAL
    prompt_version = ""
    free = True

    def __init__(
        self, workers: int = 2, many: int = MANY, models: Path | None = None, close: bool = True
    ) -> None:
        self.version = local_version(close)
        self._workers = workers
        self._many = many
        self._models = models
        self._close = close

    def key(self, task: ReadingTask) -> str:
        """Hash of the engine, the paper's content and what is asked: equal keys promise equal readings."""
        paper, question = task.paper, task.question
        asked = question.model_dump_json(exclude={"question_id", "text"})
        described = (paper.paper_id, paper.title, paper.abstract, *sorted(paper.publication_types))
        known = (paper.pmid or "", paper.pmcid or "", paper.arxiv_id or "")
        text = (f"{p.passage_id}{p.section_id}{p.char_offset}{p.text}" for p in task.passages)
        return content_hash(self.name, self.version, asked, *described, *known, *text)

    async def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield one result for each task, in order."""
        batches = [tasks[i : i + BATCH] for i in range(0, len(tasks), BATCH)]
        if len(tasks) < self._many or self._workers < 2:
            for batch in batches:
                for result in await asyncio.to_thread(self._read_batch, batch):
                    yield result
            return
        async for result in self._shared_out(batches):
            yield result

    async def _shared_out(self, batches: Sequence[Sequence[ReadingTask]]) -> AsyncIterator[ReadingResult]:
        """Read in worker processes; a pool that breaks is replaced by reading here."""
        context = multiprocessing.get_context("spawn")
        done = 0
        with ProcessPoolExecutor(self._workers, mp_context=context) as pool:
            try:
                async for results in _in_order(pool, batches, self._workers, self._models, self._close):
                    done += 1
                    for result in results:
                        yield result
            except BrokenProcessPool:
                for batch in batches[done:]:
                    for result in await asyncio.to_thread(self._read_batch, batch):
                        yield result

    def _read_batch(self, tasks: Sequence[ReadingTask]) -> list[ReadingResult]:
        return [self._read_one(task) for task in tasks]

    def _local(self) -> LocalModels:
        return local_models(self._models, self._close) if self._models else WORDS_ALONE

    def _read_one(self, task: ReadingTask) -> ReadingResult:
        try:
            return ReadingResult(key=self.key(task), reading=read_paper(task, self._local()))
        except (AitiaError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
            reason = f"paper {task.paper.paper_id} could not be read: {type(error).__name__}: {error}"
            return ReadingResult(key=self.key(task), reading=None, error=reason[:500])


def read_batch(
    tasks: Sequence[ReadingTask], models: Path | None = None, close: bool = True
) -> list[ReadingResult]:
    """Read a batch in a worker process."""
    return LocalEngine(workers=1, models=models, close=close)._read_batch(tasks)


async def _in_order(
    pool: Executor, batches: Sequence[Sequence[ReadingTask]], workers: int, models: Path | None, close: bool
) -> AsyncIterator[list[ReadingResult]]:
    """Results of the batches in order, with at most two batches for each worker in flight."""
    loop = asyncio.get_running_loop()
    waiting: list[asyncio.Future[list[ReadingResult]]] = []
    for batch in batches:
        waiting.append(loop.run_in_executor(pool, read_batch, batch, models, close))
        if len(waiting) >= 2 * workers:
            yield await waiting.pop(0)
    for future in waiting:
        yield await future


def read_paper(task: ReadingTask, models: LocalModels = WORDS_ALONE) -> Reading:
    """Study facts, the finding that answers the question, and what else the paper found.

    What was planted in the paper is read by nothing; the guard says which claims may be sure and which wait.
    """
    task = without_planted(task, paper_text(task.passages))
    reading = propose(task, models)
    if task.question.kind is QuestionKind.LANDSCAPE or task.question.domain == Domain.MACHINE_LEARNING:
        return reading
    claims = guarded(reading.claims, task.paper.title, task.passages)
    return reading.model_copy(update={"claims": claims})


def propose(task: ReadingTask, models: LocalModels = WORDS_ALONE) -> Reading:
    """What the reader makes of a paper before the guard has seen it; the guard is taught by that."""
    facts = read_study_facts(task.paper, task.passages)
    answers = answer_finding(task.question, task.paper, task.passages, facts, models)
    return Reading(
        paper_id=task.paper.paper_id, study=facts, claims=with_open_findings(task, facts, answers, models)
    )


def with_open_findings(
    task: ReadingTask, facts: StudyFacts, answers: Sequence[Claim], models: LocalModels = WORDS_ALONE
) -> tuple[Claim, ...]:
    """The answers, and what else the paper found."""
    findings = read_findings(task.paper, task.passages, facts, task.question.domain, models)
    claims = {claim.claim_id: claim for claim in answers}
    for claim in findings:
        if claim.claim_id not in claims and not _already_answered(task.question, claim, answers, facts):
            claims[claim.claim_id] = claim
    adapter = adapter_for(task.question.domain)
    return tuple(in_words_of(adapter, claim) for claim in claims.values())


def _already_answered(question: Question, claim: Claim, answers: Sequence[Claim], facts: StudyFacts) -> bool:
    """Whether an answer quotes the same words for the same outcome, in the question's terms."""
    if question.kind is QuestionKind.LANDSCAPE:  # one sentence says "better than X" and "on data set Y"
        return False
    same = [a for a in answers if _overlap(a, claim)]
    return bool(same) and match_claim(question, claim, facts).role is OutcomeRole.MAIN


def _overlap(left: Claim, right: Claim) -> bool:
    a, b = left.quote, right.quote
    return a.passage_id == b.passage_id and a.char_start < b.char_end and b.char_start < a.char_end
