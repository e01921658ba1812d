"""Limits on what a question and a day may cost, kept while many calls are in flight."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aitia.model.errors import BudgetExceeded
from resources.calls.ledger import Spent


@dataclass(frozen=True)
class Limits:
    """Most calls, tokens and US dollars per question, and US dollars per day; None is no limit."""

    calls: int | None = None
    tokens: int | None = None
    usd: float | None = None
    usd_per_day: float | None = None


def used_up(limits: Limits, spent: Spent) -> None:
    """Raises BudgetExceeded at the first limit that is reached."""
    pairs: tuple[tuple[float, float | None, str], ...] = (
        (spent.calls, limits.calls, "calls for this question (AITIA_BUDGET_CALLS)"),
        (spent.tokens, limits.tokens, "tokens for this question (AITIA_BUDGET_TOKENS)"),
        (spent.usd, limits.usd, "US dollars for this question (AITIA_BUDGET_USD)"),
        (spent.usd_today, limits.usd_per_day, "US dollars today (AITIA_BUDGET_USD_PER_DAY)"),
    )
    for used, limit, name in pairs:
        if limit is not None and used >= limit:
            raise BudgetExceeded(
                f"the budget is used up: {used:.6g} of {limit:g} {name}. Everything read so far is kept; "
                "raise the limit or run again tomorrow, and only what is missing is read"
            )


class Budget:
    """Lets calls start while the limits allow; near a limit one at a time, so at most one call passes it."""

    def __init__(self, limits: Limits, spent: Spent) -> None:
        self._limits = limits
        self._spent = spent
        self._held: list[tuple[int, float]] = []
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def hold(self, tokens: int, usd: float) -> AsyncIterator[None]:
        """Hold the most that one call can cost until it is paid. Raises BudgetExceeded at a limit."""
        most = tokens, usd
        async with self._changed:
            while True:
                used_up(self._limits, self._spent)
                if not self._held or self._fits(most):
                    break
                await self._changed.wait()
            self._held.append(most)
        try:
            yield
        finally:
            async with self._changed:
                self._held.remove(most)
                self._changed.notify_all()

    def pay(self, spent: Spent) -> None:
        """Take over the ledger's sums; they only grow."""
        mine = self._spent
        self._spent = Spent(
            max(mine.calls, spent.calls),
            max(mine.tokens, spent.tokens),
            max(mine.usd, spent.usd),
            max(mine.usd_today, spent.usd_today),
        )

    def _fits(self, most: tuple[int, float]) -> bool:
        """Whether the call fits beside those in flight, each counted at the most it can cost."""
        held = [*self._held, most]
        limits, spent = self._limits, self._spent
        usd = sum(pair[1] for pair in held)
        wanted: tuple[tuple[float, float | None], ...] = (
            (spent.calls + len(held), limits.calls),
            (spent.tokens + sum(pair[0] for pair in held), limits.tokens),
            (spent.usd + usd, limits.usd),
            (spent.usd_today + usd, limits.usd_per_day),
        )
        return all(limit is None or value <= limit for value, limit in wanted)
