"""Budgets: not one call past a limit, however many are in flight."""

from __future__ import annotations

import asyncio

import pytest

from aitia.model.errors import BudgetExceeded
from resources.calls.budget import Budget, Limits, used_up
from resources.calls.ledger import Spent


@pytest.mark.parametrize(
    ("limits", "below", "at", "named"),
    [
        (Limits(calls=3), Spent(calls=2), Spent(calls=3), "AITIA_BUDGET_CALLS"),
        (Limits(tokens=100), Spent(tokens=99), Spent(tokens=100), "AITIA_BUDGET_TOKENS"),
        (Limits(usd=1.0), Spent(usd=0.99), Spent(usd=1.0), r"AITIA_BUDGET_USD\)"),
        (Limits(usd_per_day=1.0), Spent(usd_today=0.99), Spent(usd_today=1.0), "AITIA_BUDGET_USD_PER_DAY"),
    ],
)
def test_a_limit_that_is_reached_stops_the_next_call(
    limits: Limits, below: Spent, at: Spent, named: str
) -> None:
    used_up(limits, below)
    with pytest.raises(BudgetExceeded, match=named):
        used_up(limits, at)


async def _all_at_once(limits: Limits, calls: int, usd: float = 0.1) -> tuple[int, int]:
    """How many of the calls were made, and how many of them at most at the same time."""
    budget, made, together, most = Budget(limits, Spent()), 0, 0, 0

    async def call() -> None:
        nonlocal made, together, most
        try:
            async with budget.hold(10, usd):
                together += 1
                most = max(most, together)
                await asyncio.sleep(0.001)
                made, together = made + 1, together - 1
                budget.pay(Spent(made, 10 * made, usd * made, usd * made))
        except BudgetExceeded:
            pass

    await asyncio.gather(*(call() for _ in range(calls)))
    return made, most


@pytest.mark.parametrize(
    ("limits", "made"),
    [
        (Limits(calls=5), 5),
        (Limits(calls=1), 1),
        (Limits(tokens=40), 4),
        (Limits(usd=0.5), 5),
        (Limits(usd_per_day=0.3), 3),
        (Limits(), 12),
    ],
)
def test_calls_in_flight_count(limits: Limits, made: int) -> None:
    assert asyncio.run(_all_at_once(limits, 12))[0] == made


def test_no_more_start_together_than_the_limit_allows() -> None:
    assert asyncio.run(_all_at_once(Limits(calls=3), 12))[1] == 3


def test_sums_of_the_ledger_only_grow() -> None:
    budget = Budget(Limits(calls=2), Spent(calls=2))
    budget.pay(Spent(calls=1))

    async def one() -> None:
        async with budget.hold(1, 0.0):
            pass

    with pytest.raises(BudgetExceeded):
        asyncio.run(one())
