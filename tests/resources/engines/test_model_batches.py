"""Gemini's batches through the real client: one batch, half the price, found again after a stop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from aitia.model.errors import EngineUnavailable, SettingsError
from bench.model.server import ModelServer, running
from resources.calls.ledger import MemoryLedger
from resources.calls.prices import price_of
from resources.engines.caller import Caller, Pace
from resources.engines.cloud import CloudEngine
from resources.engines.gemini import GeminiClient
from resources.engines.gemini_batch import GeminiBatchClient
from resources.readers import make_client
from resources.settings import get_settings
from tests.resources.engines.papers_to_read import read, task

MODEL = "gemini-2.5-flash"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


def engine(server: ModelServer, ledger: MemoryLedger, batch: bool = True) -> CloudEngine:
    def caller(_question: str, _run: str | None) -> Caller:
        client = GeminiClient(MODEL, "key", server.url, 5.0)
        if batch:
            client = GeminiBatchClient(MODEL, "key", server.url, 5.0, quiet=0.3, first_look=0.05)
        return Caller(client, ledger, Pace(64, None, 2, wait=0.01), price=price_of(MODEL, {}, batch))

    return CloudEngine("gemini", MODEL, caller)


def test_papers_are_read_in_one_batch_as_one_by_one_at_half_the_price(server: ModelServer) -> None:
    tasks = [task(number) for number in range(6)]
    single, batched = MemoryLedger(), MemoryLedger()
    one = {r.key: r.reading for r in read(engine(server, single, batch=False), tasks)}
    server.looks = 3
    many = {r.key: r.reading for r in read(engine(server, batched), tasks)}
    assert many == one
    assert all(reading is not None for reading in one.values())
    assert len(server.batches) == 1
    assert batched.spent().calls == single.spent().calls == 6
    assert batched.spent().tokens == single.spent().tokens > 0
    assert batched.spent().usd == pytest.approx(single.spent().usd / 2)
    assert {call.cache_key for call in batched.calls.values()} == {c.cache_key for c in single.calls.values()}


def test_the_model_gets_what_it_would_get_call_by_call(server: ModelServer) -> None:
    read(engine(server, MemoryLedger(), batch=False), [task()])
    read(engine(server, MemoryLedger()), [task()])
    alone = server.requests[0]["body"]
    (item,) = server.requests[1]["body"]["batch"]["inputConfig"]["requests"]["requests"]
    inside = {key: value for key, value in item["request"].items() if key != "model"}
    assert inside == alone


def test_a_batch_that_a_stopped_run_sent_is_found_again_and_not_paid_twice(server: ModelServer) -> None:
    server.looks = 10_000

    async def stopped() -> None:
        reading = engine(server, MemoryLedger()).read([task(0), task(1)])
        waiting = asyncio.ensure_future(anext(reading))
        while not server.batches:
            await asyncio.sleep(0.02)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await reading.aclose()

    asyncio.run(stopped())
    server.batches[0].looks = 0
    ledger = MemoryLedger()
    results = read(engine(server, ledger), [task(0), task(1)])
    assert [result.error for result in results] == [None, None]
    assert len(server.batches) == 1
    assert ledger.spent().calls == 2


def test_an_answer_that_the_batch_lacks_is_asked_again(server: ModelServer) -> None:
    server.looks = 0
    real = server.batch
    emptied: list[str] = []

    def once_without(path: str, body: dict[str, object]) -> tuple[int, bytes, dict[str, str]]:
        reply = real(path, body)
        if not emptied:
            answer = server.batches[-1].answers[0]
            emptied.append(str(answer["metadata"]))
            del answer["response"]
            answer["error"] = {"code": 13, "message": "internal"}
        return reply

    server.batch = once_without  # type: ignore[method-assign]
    results = read(engine(server, MemoryLedger()), [task(0), task(1), task(2)])
    assert [result.error for result in results] == [None] * 3
    asked = [len(r["body"]["batch"]["inputConfig"]["requests"]["requests"]) for r in server.requests]
    assert asked == [3, 1]


def test_what_the_service_had_cached_costs_a_tenth(server: ModelServer) -> None:
    server.always = "cached"
    ledger = MemoryLedger()
    read(engine(server, ledger, batch=False), [task()])
    (call,) = ledger.calls.values()
    price = price_of(MODEL, {})
    assert price is not None
    full = price.of(call.prompt_tokens, call.output_tokens)
    saved = 0.9 * (call.prompt_tokens // 2) * price.prompt / 1_000_000
    assert call.price == pytest.approx(full - saved)
    assert saved > 0


def test_batches_need_gemini_with_a_key() -> None:
    own = get_settings(engine="openai_compatible", engine_url="http://127.0.0.1:1", engine_model="m")
    with pytest.raises(SettingsError, match="unset AITIA_ENGINE_BATCH"):
        make_client(own, batch=True)
    vertex = get_settings(engine="gemini", vertex_project="p", gemini_api_key=None)
    with pytest.raises(EngineUnavailable, match="batches need a Gemini key"):
        make_client(vertex, batch=True)
