"""What calls cost: budgets, the number in flight, and the ledger that holds each of them."""

from __future__ import annotations

import asyncio

import pytest

from aitia.model.errors import BudgetExceeded, EngineUnavailable
from bench.model.server import ModelServer
from resources.calls.base import ReadingResult
from resources.calls.budget import Limits
from resources.calls.ledger import MemoryLedger
from resources.calls.prices import price_of
from resources.readers import make_caller, make_engine
from resources.settings import get_settings
from resources.store.session import Store
from tests.resources.engines.papers_to_read import (
    engine,
    read,
    read_until,
    server,
    task,
)

__all__ = ["server"]


@pytest.mark.parametrize(
    "limits",
    [Limits(calls=3), Limits(tokens=2_500), Limits(usd=0.0012), Limits(usd_per_day=0.0012)],
)
def test_a_budget_stops_within_one_call_and_what_was_read_is_kept(
    server: ModelServer, limits: Limits
) -> None:
    ledger, tasks = MemoryLedger(), [task(n) for n in range(12)]
    price = price_of("gemini-2.5-flash", {})
    found, problem = read_until(engine(server, ledger, limits=limits, price=price), tasks)
    assert isinstance(problem, BudgetExceeded)
    assert "AITIA_BUDGET" in str(problem)
    spent, last = ledger.spent(), list(ledger.calls.values())[-1]
    assert 0 < len(found) == spent.calls == len(server.answered) < 12
    for used, one, limit in (
        (spent.calls, 1, limits.calls),
        (spent.tokens, last.prompt_tokens + last.output_tokens, limits.tokens),
        (spent.usd, last.price, limits.usd),
        (spent.usd_today, last.price, limits.usd_per_day),
    ):
        assert limit is None or used - one < limit + 1e-12
    assert len(read(engine(server, ledger), tasks)) == 12
    assert len(server.answered) == len(set(server.answered)) == 12


def test_a_budget_in_dollars_for_a_model_of_unknown_price_is_refused(store: Store) -> None:
    settings = get_settings(engine="gemini", gemini_api_key="key", engine_model="new-model", budget_usd=1.0)
    with pytest.raises(EngineUnavailable, match="AITIA_ENGINE_PRICES"):
        make_engine(settings, store)


def test_a_list_price_names_its_date() -> None:
    price = price_of("gemini-2.5-flash", {})
    assert price
    assert "2026-03" in price.source
    assert price.of(1_000_000, 1_000_000) == pytest.approx(2.8)


def test_never_more_calls_are_in_flight_than_the_limit_allows(server: ModelServer) -> None:
    server.latency = 0.2
    read(engine(server, concurrency=3), [task(n) for n in range(9)])
    assert server.most_in_flight == 3


def test_the_ledger_holds_every_call_to_the_token_and_replays_it_byte_for_byte(
    server: ModelServer, store: Store
) -> None:
    settings = get_settings(
        engine="gemini", gemini_api_key="key", source_urls={"gemini": server.url}, engine_attempts=3
    )
    tasks = [task(n) for n in range(5)]
    server.faults, server.headers = [503, "", 429], {"Retry-After": "0"}

    async def collect() -> list[ReadingResult]:
        return [result async for result in make_engine(settings, store).read(tasks)]

    first = sorted(asyncio.run(collect()), key=lambda r: r.key)
    spent = make_caller(settings, store).ledger.spent()
    assert spent.tokens == server.prompt_tokens + server.output_tokens
    assert spent.calls == len(server.answered) == 5
    calls = len(server.requests)
    again = sorted(asyncio.run(collect()), key=lambda r: r.key)
    assert len(server.requests) == calls
    assert [r.reading for r in again] == [r.reading for r in first]
    assert [c.response for r in again for c in r.calls] == [c.response for r in first for c in r.calls]
