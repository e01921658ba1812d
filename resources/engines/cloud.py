"""The reading engine over a language model: it reads, code keeps the last word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from aitia.domains.registry import adapter_for
from aitia.model.errors import AitiaError, BudgetExceeded, EngineError, EngineOutputInvalid, EngineUnavailable
from aitia.model.keys import content_hash
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import WORDS_ALONE, LocalModels
from resources.calls.base import ModelCall, ReadingResult
from resources.engines.assembly import OwnReading, assemble, read_own
from resources.engines.base import ReadingTask
from resources.engines.caller import Answer, Caller
from resources.engines.crew import Crew
from resources.engines.local import LocalEngine
from resources.engines.model import Finish, ModelRequest
from resources.engines.paper_text import PaperText, paper_text, without_planted
from resources.engines.prompts import prompt
from resources.engines.question_answer import asks_for_an_answer
from resources.engines.undisturbed import undisturbed
from resources.engines.wire import (
    SCHEMA_VERSION,
    WireAnswered,
    WireCompact,
    WireFindings,
    WireMinimal,
    WireReading,
    decode,
)
from resources.local_models import local_models

VERSION = "8"
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
    Mode("normal", "extract-normal-v2", WireReading, 8_192),
    Mode("compact", "extract-compact-v2", WireCompact, 4_096),
    Mode("minimal", "extract-minimal-v2", WireMinimal, 1_024),
)
_ANSWER_TOKENS = 1_024


@dataclass
class _Trace:
    """What happened while one paper was read."""

    notes: list[str] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    mode: str = MODES[0].name


class CloudEngine:
    """Reads with a model within limits, one call a paper and question, `samples` of them.

    What a paper says whatever is asked is paid once: where another question's call read it, only the answer
    is asked for. `caller_for` gives the caller of a question and run, so that the ledger names them;
    `models` is where the graphs of the local models are kept; `close` as for the local engine.
    """

    def __init__(
        self,
        name: str,
        model: str,
        caller_for: Callable[[str, str | None], Caller],
        samples: int = 1,
        models: Path | None = None,
        close: bool = True,
    ) -> None:
        self.name = name
        self.free = False
        self.prompt_version = MODES[0].prompt_version
        self.version = f"{model} {self.prompt_version} schema-{SCHEMA_VERSION} reader-{VERSION}"
        self._caller_for = caller_for
        self.samples = samples
        self._local = LocalEngine(models=models, close=close)
        self._models = local_models(models, close) if models else WORDS_ALONE
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="local-reader")

    def key(self, task: ReadingTask) -> str:
        """Hash of engine, model, prompts, schema and the local reader's own key."""
        prompts = [mode.prompt_version for mode in MODES]
        return content_hash(self.name, self.version, *prompts, str(self.samples), self._local.key(task))

    async def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield results as they come; BudgetExceeded or EngineUnavailable comes after what is done."""
        if not tasks:
            return
        caller = self._caller_for(tasks[0].question.question_id, tasks[0].run_id)
        async with caller.opened():
            with undisturbed():
                crew = Crew(self, caller, tasks)
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
                base = await self._aside(_read_own, own, self._models)
                answers = await asked
            finally:
                asked.cancel()
            trace.notes[:0] = [f"sentence {i} {reason}" for i, reason in sorted(text.planted.items())[:10]]
            reading = await self._aside(assemble, own, shown, base, answers, trace.notes, bool(text.planted))
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
            samples = range(self.samples)
            asking = (self._sample(caller, task, text, mode, number, trace, sent) for number in samples)
            asked = await asyncio.gather(*asking, return_exceptions=True)
            faults = [answer for answer in asked if isinstance(answer, BaseException)]
            if faults:
                raise faults[0]
            found = [answer for answer in asked if isinstance(answer, WireReading)]
            if found:
                return found
        trace.notes.append("no mode of the model gave a usable answer: read by patterns only")
        return []

    async def _sample(
        self,
        caller: Caller,
        task: ReadingTask,
        text: PaperText,
        mode: Mode,
        sample: int,
        trace: _Trace,
        sent: asyncio.Event,
    ) -> WireReading | None:
        """One answer in a mode; its findings are those that another question's call read, where one did."""
        request = self.request(task, text, mode, sample)
        answer, part = None, None
        if mode is MODES[0]:
            earlier = await caller.known(request)
            own = earlier is not None and earlier.call.cache_key == request.key(*caller.names)
            answer, part = (earlier, None) if own else (None, _findings_of(earlier))
        if part is not None and not asks_for_an_answer(task.question):
            return part
        if part is not None:
            request = self.request(task, text, mode, sample, findings=False)
        answer = answer or await caller.ask(request, sent, unknown=mode is MODES[0] and part is None)
        trace.calls.append(answer.call)
        try:
            if answer.reply.finish is not Finish.COMPLETE:
                raise EngineOutputInvalid(answer.reply.reason)
            read = decode(answer.reply.text, trace.notes)
        except EngineError as problem:
            trace.notes.append(f"{mode.name} mode failed: {problem}"[:300])
            return None
        return read if part is None else part.model_copy(update={"answer": read.answer})

    def request(
        self, task: ReadingTask, text: PaperText, mode: Mode, sample: int, findings: bool = True
    ) -> ModelRequest:
        """What is asked of the model about a paper: everything, or the answer alone without `findings`."""
        adapter = adapter_for(task.question.domain)
        question = task.question if asks_for_an_answer(task.question) else None
        system = prompt(mode.prompt_version)
        for name, words in (("relations", adapter.relation_types), ("types", adapter.node_types)):
            system = system.replace(f"{{{name}}}", ", ".join(words))
        shape = mode.schema if findings else WireAnswered
        if question is None and mode is MODES[0]:
            shape = WireFindings
        part = (task.question.domain.value, text.fingerprint, mode.name, str(sample))
        return ModelRequest(
            task="extract",
            prompt_version=mode.prompt_version,
            schema_version=SCHEMA_VERSION,
            system=system,
            content=text.content(mode.name, question, findings),
            schema=shape,
            mode=mode.name,
            sample=sample,
            temperature=SAMPLING_TEMPERATURE if self.samples > 1 else 0.0,
            max_output_tokens=mode.max_output_tokens if findings else _ANSWER_TOKENS,
            part=part if findings and mode is MODES[0] else (),
        )


def _findings_of(earlier: Answer | None) -> WireReading | None:
    """The findings of the paper in another question's answer; None where it has none that can be read."""
    if earlier is None or earlier.reply.finish is not Finish.COMPLETE:
        return None
    try:
        return decode(earlier.reply.text, [])
    except EngineError:
        return None


def _read_own(task: ReadingTask, models: LocalModels) -> OwnReading:
    return read_own(task, read_study_facts(task.paper, task.passages), models)
