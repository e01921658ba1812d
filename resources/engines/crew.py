"""Workers that share out the papers that a language model reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from aitia.model.errors import BudgetExceeded, EngineError, EngineUnavailable
from resources.calls.base import ReadingResult
from resources.engines.base import ReadingTask
from resources.engines.caller import Caller
from resources.engines.model import NoAnswer

MOST_FAILURES = 3


class Reader(Protocol):
    """What reads one paper."""

    def key(self, task: ReadingTask) -> str:
        """What a reading of the paper is kept under."""

    async def read_one(self, caller: Caller, task: ReadingTask) -> ReadingResult:
        """Read one paper. Raises BudgetExceeded, EngineUnavailable and NoAnswer."""


class Crew:
    """Workers that share out the tasks; more than calls in flight, so that no slot waits for code."""

    def __init__(self, engine: Reader, caller: Caller, tasks: Sequence[ReadingTask]) -> None:
        self._engine = engine
        self._caller = caller
        self._waiting = list(reversed(tasks))
        self._done: asyncio.Queue[ReadingResult | None] = asyncio.Queue()
        self._stop: EngineError | None = None
        self._failures = 0
        many = min(len(tasks), 2 * caller.pace.concurrency)
        self._workers = [asyncio.create_task(self._work()) for _ in range(many)]

    async def results(self) -> AsyncIterator[ReadingResult]:
        """Results as they come; then what stopped the crew, if anything did."""
        left = len(self._workers)
        while left:
            result = await self._done.get()
            if result is None:
                left -= 1
            else:
                yield result
        for worker in self._workers:
            worker.result()
        if self._stop is not None:
            raise self._stop

    async def dismiss(self) -> None:
        """Stop the workers; an answer that is on its way is still kept."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._waiting and self._stop is None:
                await self._next(self._waiting.pop())
        finally:
            self._done.put_nowait(None)

    async def _next(self, task: ReadingTask) -> None:
        try:
            result = await self._engine.read_one(self._caller, task)
            self._failures = 0
        except NoAnswer as problem:
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                self._stop = self._stop or EngineUnavailable(
                    f"{problem}; {self._failures} papers in a row, stopped"
                )
            reason = f"paper {task.paper.paper_id} was not read: {problem}"
            result = ReadingResult(key=self._engine.key(task), reading=None, error=reason[:500])
        except (BudgetExceeded, EngineUnavailable) as problem:
            self._stop = self._stop or problem
            return
        self._done.put_nowait(result)
