"""Gemini in batches: half the price, answers within a day; what is under way is found again after a stop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from aitia.model.errors import EngineUnavailable
from aitia.model.keys import content_hash
from resources.engines.gemini import GeminiClient
from resources.engines.model import Later, ModelRequest, storable

QUIET = 2.0
"""A batch is sent when no request has been added for so many seconds."""
FIRST_LOOK, LAST_LOOK = 5.0, 60.0
"""Seconds between looks at a batch: the first pause, doubled up to the last."""
_REMEMBERED = 200
_OPEN = frozenset({"JOB_STATE_QUEUED", "JOB_STATE_PENDING", "JOB_STATE_RUNNING", "JOB_STATE_UPDATING"})
_DONE = frozenset({"JOB_STATE_SUCCEEDED", "JOB_STATE_PARTIALLY_SUCCEEDED"})

_Asked = tuple[ModelRequest, "asyncio.Future[str]"]


class GeminiBatchClient(GeminiClient):
    """As `GeminiClient`, its requests put together into batches (`batchGenerateContent`), with a key only.

    A batch is named after its requests: whoever asks the same again while it is under way or kept by the
    service (a run that was killed) gets that one's answers and pays for no other.
    """

    def __init__(self, *args: Any, quiet: float = QUIET, first_look: float = FIRST_LOOK, **more: Any) -> None:
        super().__init__(*args, **more)
        if self._vertex is not None:
            raise EngineUnavailable(
                "batches need a Gemini key: set AITIA_GEMINI_API_KEY and unset AITIA_VERTEX_PROJECT, or "
                "unset AITIA_ENGINE_BATCH"
            )
        self._quiet, self._first_look = quiet, first_look
        self._added: list[_Asked] = []
        self._last = 0.0
        self._work: set[asyncio.Task[None]] = set()
        self._taken: set[str] = set()

    async def close(self) -> None:
        """Stop waiting; a batch that was sent goes on at the service and is found again."""
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await super().close()

    async def send(self, request: ModelRequest) -> str:
        """The body of the answer, once the request's batch is done."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._added.append((request, answer))
        self._last = loop.time()
        if len(self._added) == 1:
            task = loop.create_task(self._gather())
            self._work.add(task)
            task.add_done_callback(self._work.discard)
        return await answer

    async def _gather(self) -> None:
        """Wait until no request comes any more, then take the whole batch to its end."""
        loop = asyncio.get_running_loop()
        while (left := self._last + self._quiet - loop.time()) > 0:
            await asyncio.sleep(left)
        asked, self._added = self._added, []
        try:
            bodies = await self._guarded(self._answers([request for request, _ in asked]))
        except Exception as problem:  # every request of the batch gets it, as it would by itself
            bodies = [problem] * len(asked)
        for (_, answer), body in zip(asked, bodies, strict=True):
            if answer.done():
                continue
            if isinstance(body, str):
                answer.set_result(body)
            else:
                answer.set_exception(body)

    async def _answers(self, requests: Sequence[ModelRequest]) -> Sequence[str | Exception]:
        keys = [request.key(self.provider, self.model) for request in requests]
        name = f"aitia-{content_hash(*sorted(keys))[:40]}"
        # A batch whose answers were taken in this run is not looked for: what it lacked, it still lacks.
        earlier = None if name in self._taken else await self._under_way(name)
        job = earlier or await self._create(name, keys, requests)
        pause = self._first_look
        if _state(job) in _DONE and job.dest is None:  # lists and new batches come without answers
            job = await self._client.aio.batches.get(name=job.name)
        while _state(job) in _OPEN:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_LOOK)
            job = await self._client.aio.batches.get(name=job.name)
        self._taken.add(name)
        if _state(job) not in _DONE:
            raise Later(f"the batch ended as {_state(job)}")
        return _in_order(keys, (job.dest.inlined_responses if job.dest else None) or [])

    async def _under_way(self, name: str) -> Any:
        """The batch of that name, if the service still has it and it did not fail."""
        seen = 0
        async for job in await self._client.aio.batches.list(config={"page_size": 50}):
            seen += 1
            if job.display_name == name and _state(job) in _OPEN | _DONE:
                return await self._client.aio.batches.get(name=job.name)
            if seen >= _REMEMBERED:
                break
        return None

    async def _create(self, name: str, keys: Sequence[str], requests: Sequence[ModelRequest]) -> Any:
        from google.genai import types

        inlined = [
            types.InlinedRequest(
                model=self.model,
                contents=request.content,
                metadata={"key": key},
                config=self._config(request),
            )
            for key, request in zip(keys, requests, strict=True)
        ]
        return await self._client.aio.batches.create(
            model=self.model, src=inlined, config=types.CreateBatchJobConfig(display_name=name)
        )


def _state(job: Any) -> str:
    return str(getattr(job.state, "value", job.state) or "")


def _in_order(keys: Sequence[str], answers: Sequence[Any]) -> list[str | Exception]:
    """The bodies in the order of the keys: by the key that each answer names, else by its place."""
    named = {(answer.metadata or {}).get("key"): answer for answer in answers}
    found = [named.get(key) for key in keys]
    if not any(found) and len(answers) == len(keys):
        found = list(answers)
    return [_body(answer) for answer in found]


def _body(answer: Any) -> str | Exception:
    if answer is None or answer.response is None:
        problem = answer.error if answer is not None else None
        return Later(f"the batch has no answer: {str(getattr(problem, 'message', problem))[:200]}")
    return storable(answer.response.model_dump_json(by_alias=True, exclude_none=True))
