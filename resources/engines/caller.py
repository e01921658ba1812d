"""Every call goes through here: ledger first, then budget, rate and concurrency, then the wire."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from aiolimiter import AsyncLimiter

from aitia.model.errors import EngineUnavailable
from resources.calls.base import ModelCall
from resources.calls.budget import Budget, Limits
from resources.calls.ledger import Ledger
from resources.calls.prices import Price
from resources.calls.slots import Slots
from resources.engines.model import Later, ModelClient, ModelReply, ModelRequest, NoAnswer

_PATIENCE = 120.0
_HEAD_START = 0.25
_LOOK_AGAIN = 0.03
CHARACTERS_PER_TOKEN = 3
"""Of which a budget reckons the tokens of a call that is not answered yet: rather too few characters."""
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Pace:
    """How fast and how stubbornly calls are made.

    `per_minute` is the model's request rate (None: as fast as `concurrency` allows); `wait` in seconds is the
    first pause where the service names none, doubled each time.
    """

    concurrency: int = 8
    per_minute: float | None = None
    attempts: int = 5
    wait: float = 1.0


@dataclass(frozen=True)
class Answer:
    """A reply with the row that the ledger keeps of it. `replayed`: nothing was paid now."""

    reply: ModelReply
    call: ModelCall
    replayed: bool


@dataclass
class Caller:
    """Asks a model within the limits. Answers are in the ledger before anybody reads them.

    `shared` are places that other processes take calls from as well.
    """

    client: ModelClient
    ledger: Ledger
    pace: Pace = field(default_factory=Pace)
    limits: Limits = field(default_factory=Limits)
    price: Price | None = None
    shared: Slots | None = None

    def __post_init__(self) -> None:
        if self.price is None and (self.limits.usd is not None or self.limits.usd_per_day is not None):
            name = self.client.model
            raise EngineUnavailable(
                f'no price is known for "{name}", so a budget in US dollars cannot be kept: set '
                "AITIA_ENGINE_PRICES to its US dollars per million prompt and output tokens"
            )

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Caller]:
        """Within this block calls can be made; one event loop at a time."""
        self._slots = asyncio.Semaphore(self.pace.concurrency)
        self._rate = _limiter(self.pace.per_minute)
        # One thread and so one connection: many at once would cost more than they save.
        self._books = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._budget = Budget(self.limits, await self._kept(self.ledger.spent))
        self._asked: dict[str, asyncio.Lock] = {}
        await self.client.open()
        try:
            yield self
        finally:
            await self.client.close()
            if self.shared is not None:
                await self._kept(self.shared.close)
            self._books.shutdown()

    async def _kept(self, work: Callable[..., Kept], *args: object) -> Kept:
        """Work on the ledger, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._books, work, *args)

    @property
    def names(self) -> tuple[str, str]:
        """Provider and model."""
        return self.client.provider, self.client.model

    async def known(self, request: ModelRequest) -> Answer | None:
        """What the ledger has for a request: its own answer, else the earliest one with the same part."""
        keys = request.key(*self.names), request.part_key(*self.names)
        call = await self._kept(self.ledger.find_part, *keys)
        return None if call is None else Answer(self.client.parse(call.response), call, replayed=True)

    async def ask(
        self, request: ModelRequest, sent: asyncio.Event | None = None, unknown: bool = False
    ) -> Answer:
        """The answer from the ledger, else from the model; `sent` is set as soon as the call is under way.

        `unknown`: the ledger was looked up just now and does not have it. Raises BudgetExceeded, NoAnswer
        when this call fails in all attempts, EngineUnavailable when every call would.
        """
        key = request.key(*self.names)
        lock = self._asked.setdefault(key, asyncio.Lock())
        unknown = unknown and not lock.locked()
        async with lock:
            known = None if unknown else await self._kept(self.ledger.find, key)
            if known is not None:
                return Answer(self.client.parse(known.response), known, replayed=True)
            most = len(request.system + request.content) // CHARACTERS_PER_TOKEN, request.max_output_tokens
            usd = self.price.of(*most) if self.price else 0.0
            async with self._budget.hold(sum(most), usd):
                paid = asyncio.ensure_future(self._pay(key, request, sent))
                try:
                    return await asyncio.shield(paid)
                except asyncio.CancelledError:
                    # What is in flight is paid for in any case: keep its answer, then stop.
                    await asyncio.wait([paid], timeout=0.5)
                    paid.cancel()
                    raise

    async def _pay(self, key: str, request: ModelRequest, sent: asyncio.Event | None) -> Answer:
        """Send the call and keep its answer. Waiting for a retry takes up no slot; keeping does."""
        problem = Later("not asked")
        for attempt in range(self.pace.attempts):
            if attempt:
                await asyncio.sleep(self._pause(problem, attempt))
            async with self._slots, self._shared_slot():
                if sent is not None:
                    asyncio.get_running_loop().call_later(_HEAD_START, sent.set)
                started = monotonic()
                try:
                    raw = await self.client.send(request)
                except Later as later:
                    problem = later
                    continue
                return await self._keep(key, request, raw, monotonic() - started, attempt)
        raise self._given_up(problem)

    @asynccontextmanager
    async def _shared_slot(self) -> AsyncIterator[None]:
        """The model's rate, then a place among all processes: a call that waits for its rate keeps none."""
        if self._rate is not None:
            await self._rate.acquire()
        if self.shared is None:
            yield
            return
        slot = await self._kept(self.shared.take, False)
        while slot is None:
            await asyncio.sleep(_LOOK_AGAIN * random.uniform(0.5, 1.5))
            slot = await self._kept(self.shared.take, True)
        try:
            yield
        finally:
            # Not waited for: the one thread of the books gives it back before it takes another.
            self._books.submit(self.shared.give, slot)

    async def _keep(self, key: str, request: ModelRequest, raw: str, latency: float, retries: int) -> Answer:
        """Write the answer down before anybody reads it, and before its slot makes another call."""
        reply = self.client.parse(raw)
        tokens = reply.prompt_tokens, reply.output_tokens
        call = ModelCall(
            cache_key=key,
            provider=self.client.provider,
            model=self.client.model,
            prompt_version=request.prompt_version,
            schema_version=request.schema_version,
            input_hash=request.input_hash,
            request=request.as_text(),
            response=raw,
            prompt_tokens=tokens[0],
            output_tokens=tokens[1],
            price=self.price.of(*tokens, reply.cached_tokens) if self.price else 0.0,
            latency=latency,
            retries=retries,
            status=reply.finish.value,
            part_key=request.part_key(*self.names),
        )
        self._budget.pay(await self._kept(self.ledger.record, call))
        return Answer(reply, call, replayed=False)

    def _given_up(self, problem: Later) -> EngineUnavailable:
        if problem.quota:
            return EngineUnavailable(
                f"the quota of {self.client.model} is used up ({problem}): wait or raise it, then run again; "
                "everything read so far is kept"
            )
        return NoAnswer(
            f"{self.client.model} gave no answer in {self.pace.attempts} attempts ({problem}): run again"
        )

    def _pause(self, problem: Later, attempt: int) -> float:
        if problem.after is None:
            return float(min(60.0, self.pace.wait * 2 ** (attempt - 1)) * random.uniform(1.0, 1.25))
        if problem.after > _PATIENCE:
            raise EngineUnavailable(
                f"{self.client.model} asks to come back in {problem.after:.0f} s ({problem}): run again; "
                "everything read so far is kept"
            )
        return problem.after


def _limiter(per_minute: float | None) -> AsyncLimiter | None:
    """At most a second's worth of calls at once, and never more than the rate."""
    if per_minute is None:
        return None
    return AsyncLimiter(per_minute / 60, 1) if per_minute >= 60 else AsyncLimiter(1, 60 / per_minute)


def rate_of(model: str, rates: Mapping[str, float]) -> float | None:
    """The model's requests per minute, "*" standing for every other model."""
    return rates.get(model, rates.get("*"))
