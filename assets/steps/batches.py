"""The same question to one service about many papers, a few at a time. Imports no Dagster."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from aitia.model.errors import SourceError, SourceUnavailable

_AT_ONCE = 4
Item = TypeVar("Item")
Answer = TypeVar("Answer")


async def ask_each(
    name: str, items: Sequence[Item], ask: Callable[[Item], Awaitable[Answer]]
) -> list[Answer | SourceError]:
    """An answer or an error for each item, in order.

    A service of which four in a row cannot be reached is not asked for the rest: each of these has been
    repeated by the HTTP layer already.
    """
    answers: list[Answer | SourceError] = []
    for start in range(0, len(items), _AT_ONCE):
        batch = await asyncio.gather(*(_caught(ask, item) for item in items[start : start + _AT_ONCE]))
        answers += batch
        if all(isinstance(answer, SourceUnavailable) for answer in batch):
            given_up = SourceUnavailable(f"{name} does not answer; not asked for any more in this run")
            return [*answers, *[given_up] * (len(items) - len(answers))]
    return answers


async def _caught(ask: Callable[[Item], Awaitable[Answer]], item: Item) -> Answer | SourceError:
    try:
        return await ask(item)
    except SourceError as error:
        return error
