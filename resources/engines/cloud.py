"""The reading engine over a language model: it proposes beside the local reader, code keeps the last word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from aitia.claim import Claim, Reading
from aitia.domains.registry import adapter_for
from aitia.errors import AitiaError, BudgetExceeded, EngineError, EngineOutputInvalid, EngineUnavailable
from aitia.keys import content_hash
from aitia.reading.facts import read_study_facts
from resources.engines.agreement import agreed
from resources.engines.base import ModelCall, ReadingResult, ReadingTask
from resources.engines.caller import Caller
from resources.engines.local import LocalEngine, read_paper
from resources.engines.model import Finish, ModelRequest, NoAnswer
from resources.engines.paper_text import PaperText, paper_text, without_planted
from resources.engines.prompts import prompt
from resources.engines.proposals import completed_facts, context_of, joined, model_claims
from resources.engines.undisturbed import undisturbed
from resources.engines.wire import SCHEMA_VERSION, WireCompact, WireMinimal, WireReading, decode

VERSION = "1"
MOST_FAILURES = 3
SAMPLING_TEMPERATURE = 0.7
Read = TypeVar("Read")


@dataclass(frozen=True)
class Mode:
    """One way to ask: from everything in one call to the bare findings."""

    name: str
    prompt_version: str
    schema: type[BaseModel]
    max_output_tokens: int


MODES = (
    Mode("normal", "extract-normal-v1", WireReading, 8_192),
    Mode("compact", "extract-compact-v1", WireCompact, 4_096),
    Mode("minimal", "extract-minimal-v1", WireMinimal, 1_024),
)


@dataclass
class _Trace:
    """What happened while one paper was read."""

    notes: list[str] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    mode: str = MODES[0].name


class CloudEngine:
    """Reads with a model within limits; `samples` readings each, `floor`: what the local reader finds stands.

    `caller_for` gives the caller of a question and run, so that the ledger names them.
    """

    def __init__(
        self,
        name: str,
        model: str,
        caller_for: Callable[[str, str | None], Caller],
        samples: int = 1,
        floor: bool = True,
    ) -> None:
        self.name = name
        self.free = False
        self.version = f"{model} {MODES[0].prompt_version} schema-{SCHEMA_VERSION} reader-{VERSION}"
        self._caller_for = caller_for
        self._samples = samples
        self._floor = floor
        self._local = LocalEngine()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="local-reader")

    def key(self, task: ReadingTask) -> str:
        """Hash of engine, model, prompts, schema and the local reader's own key."""
        prompts = [mode.prompt_version for mode in MODES]
        local = self._local.key(task) if self._floor else self._local.key(task) + " alone"
        return content_hash(self.name, self.version, *prompts, str(self._samples), local)

    async def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield results as they come; BudgetExceeded or EngineUnavailable comes after what is done."""
        if not tasks:
            return
        caller = self._caller_for(tasks[0].question.question_id, tasks[0].run_id)
        async with caller.opened():
            with undisturbed():
                crew = _Crew(self, caller, tasks)
                try:
                    async for result in crew.results():
                        yield result
                finally:
                    await crew.dismiss()

    async def read_one(self, caller: Caller, task: ReadingTask) -> ReadingResult:
        """Read one paper. Raises BudgetExceeded and EngineUnavailable; anything else becomes a result."""
        key = self.key(task)
        trace = _Trace()
        try:
            text = await self._aside(paper_text, task.passages)
            # What was planted never reaches the model, nor what code reads after it.
            own, shown = task, text
            if text.planted:
                own = await self._aside(without_planted, task, text)
                shown = await self._aside(paper_text, own.passages)
            sent = asyncio.Event()
            asked = asyncio.create_task(self._ask(caller, own, shown, trace, sent))
            asked.add_done_callback(lambda _: sent.set())
            try:
                # Code reads while the call is under way; one thread, so that the next call is not held up.
                await sent.wait()
                base = await self._aside(_read_locally, own, self._floor)
                answers = await asked
            finally:
                asked.cancel()
            trace.notes[:0] = [f"sentence {i} {reason}" for i, reason in sorted(text.planted.items())[:10]]
            reading = await self._aside(_assemble, own, shown, base, answers, trace, bool(text.planted))
        except EngineUnavailable:
            raise
        except BudgetExceeded:
            raise
        except (AitiaError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
            reason = f"paper {task.paper.paper_id} could not be read: {type(error).__name__}: {error}"
            return ReadingResult(
                key=key, reading=None, mode=trace.mode, error=reason[:500], calls=tuple(trace.calls)
            )
        return ReadingResult(key=key, reading=reading, mode=trace.mode, calls=tuple(trace.calls))

    async def _aside(self, work: Callable[..., Read], *args: object) -> Read:
        """Code's own reading, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, work, *args)

    async def _ask(
        self, caller: Caller, task: ReadingTask, text: PaperText, trace: _Trace, sent: asyncio.Event
    ) -> list[WireReading]:
        """The samples of the first mode that gives a usable answer; none when every mode fails."""
        for mode in MODES:
            trace.mode = mode.name
            requests = [self._request(task, text, mode, sample) for sample in range(self._samples)]
            asked = await asyncio.gather(*(caller.ask(r, sent) for r in requests), return_exceptions=True)
            faults = [answer for answer in asked if isinstance(answer, BaseException)]
            if faults:
                raise faults[0]
            found = []
            for answer in asked:
                assert not isinstance(answer, BaseException)
                trace.calls.append(answer.call)
                try:
                    if answer.reply.finish is not Finish.COMPLETE:
                        raise EngineOutputInvalid(answer.reply.reason)
                    found.append(decode(answer.reply.text, trace.notes))
                except EngineError as problem:
                    trace.notes.append(f"{mode.name} mode failed: {problem}"[:300])
            if found:
                return found
        trace.notes.append("no mode of the model gave a usable answer: read by patterns only")
        if not self._floor:
            raise EngineOutputInvalid("; ".join(trace.notes)[:400])
        return []

    def _request(self, task: ReadingTask, text: PaperText, mode: Mode, sample: int) -> ModelRequest:
        adapter = adapter_for(task.question.domain)
        system = prompt(mode.prompt_version).format(
            relations=", ".join(adapter.relation_types), types=", ".join(adapter.node_types)
        )
        return ModelRequest(
            task="extract",
            prompt_version=mode.prompt_version,
            schema_version=SCHEMA_VERSION,
            system=system,
            content=text.content(mode.name),
            schema=mode.schema,
            mode=mode.name,
            sample=sample,
            temperature=SAMPLING_TEMPERATURE if self._samples > 1 else 0.0,
            max_output_tokens=mode.max_output_tokens,
        )


def _read_locally(task: ReadingTask, floor: bool) -> Reading:
    if floor:
        return read_paper(task)
    return Reading(paper_id=task.paper.paper_id, study=read_study_facts(task.paper, task.passages))


def _assemble(
    task: ReadingTask,
    text: PaperText,
    base: Reading,
    answers: Sequence[WireReading],
    trace: _Trace,
    tampered: bool,
) -> Reading:
    context = context_of(task, text, base.study)
    samples: list[tuple[Claim, ...]] = [model_claims(context, wire, trace.notes) for wire in answers]
    added = agreed(samples, trace.notes) if samples else ()
    facts = completed_facts(context, answers[0], trace.notes) if answers else base.study
    notes = tuple(dict.fromkeys([*base.notes, *trace.notes]))[:40]
    claims = joined(task.question, base, added, tampered)
    return Reading(paper_id=task.paper.paper_id, study=facts, claims=claims, notes=notes)


class _Crew:
    """Workers that share out the tasks; more than calls in flight, so that no slot waits for code."""

    def __init__(self, engine: CloudEngine, caller: Caller, tasks: Sequence[ReadingTask]) -> None:
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
