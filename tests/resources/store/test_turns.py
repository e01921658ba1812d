"""Processes on one store keep to a service's pace together: two requests are never nearer than it says."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from aitia.model.errors import StoreError
from resources.http import PoliteHttp, Service
from resources.store.session import open_store
from resources.store.turns import StoreTurns
from resources.workbench import Workbench
from tests.resources.sources.conftest import serving
from tests.resources.sources.services import QUICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resources.settings import Settings
    from resources.store.session import Store

PACE = 0.2


@pytest.fixture
def others(store_settings: Settings) -> Iterator[list[StoreTurns]]:
    """The turns of three other processes, each with a session of its own."""
    stores = [open_store(store_settings) for _ in range(3)]
    made = [StoreTurns(store) for store in stores]
    yield made
    for turns, store in zip(made, stores, strict=True):
        turns.close()
        store.close()


def test_a_turn_is_one_processs_until_its_pace_has_passed(others: list[StoreTurns]) -> None:
    first, second, _ = others
    began = time.monotonic()
    assert first.take("pubmed", PACE)
    assert not first.take("pubmed", PACE), "nor its own again"
    assert not second.take("pubmed", PACE)
    assert second.take("arxiv", PACE), "another service has turns of its own"
    while not second.take("pubmed", PACE):
        time.sleep(0.01)
    assert time.monotonic() - began >= PACE


def test_a_process_that_ends_gives_its_turn_back_at_once(others: list[StoreTurns]) -> None:
    first, second, _ = others
    assert first.take("arxiv", 60.0)
    assert not second.take("arxiv", 60.0)
    first.close()
    assert second.take("arxiv", 60.0)


def test_a_session_that_broke_is_told_and_the_next_turn_opens_another(
    others: list[StoreTurns], store: Store
) -> None:
    first, second, _ = others
    assert first.take("arxiv", 60.0)
    with store.reading() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
        )
    with pytest.raises(StoreError):
        first.take("pubmed", PACE)
    assert second.take("arxiv", PACE)
    assert first.take("pubmed", PACE)


def test_requests_of_several_processes_keep_the_pace_of_the_service(others: list[StoreTurns]) -> None:
    def ask(turns: StoreTurns, url: str) -> None:
        async def thrice() -> None:
            options = replace(QUICK, pace=PACE, turns=turns)
            async with PoliteHttp(Service("pubmed", url, pace=PACE), options).open() as http:
                for _ in range(3):
                    await http.json("x", {})

        asyncio.run(thrice())

    with serving() as service, ThreadPoolExecutor(3) as pool:
        service.always("{}")
        began = time.monotonic()
        for asking in [pool.submit(ask, turns, service.url) for turns in others]:
            asking.result()
        assert len(service.asked) == 9
    assert time.monotonic() - began >= 8 * PACE, "each by itself would have taken a quarter of that"


def test_a_run_asks_services_in_turn_with_all_others_on_its_store(
    store_settings: Settings, store: Store
) -> None:
    with Workbench(store_settings, store) as bench:
        options: Any = bench.source("pubmed", ())
        assert options._http.options.turns is bench._turns
