"""Calls of several processes to one model: one limit holds for all, and a killed one leaves nothing taken."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pydantic import SecretStr

from bench.kill_runs import PAPERS, start_reading
from bench.model.runs import demonstration_tasks, with_rows
from bench.model.server import ModelServer, running
from resources.readers import make_caller
from resources.settings import Settings
from resources.store.session import Store
from resources.store.slots import StoreSlots

LIMIT = 2


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


@pytest.fixture
def settings(store_settings: Settings, server: ModelServer) -> Settings:
    named = {"engine": "gemini", "gemini_api_key": SecretStr("key"), "source_urls": {"gemini": server.url}}
    return store_settings.model_copy(update={**named, "engine_concurrency": LIMIT})


@contextmanager
def reading(settings: Settings, many: int) -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that read the same papers at the same time, each with a database session of its own."""
    processes = [start_reading(settings) for _ in range(many)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def slots(store: Store) -> StoreSlots:
    return StoreSlots(store, "gemini", LIMIT)


def take_within(one: StoreSlots, seconds: float) -> int | None:
    """A place, asked for again and again as a caller does."""
    until = time.monotonic() + seconds
    found = one.take(again=False)
    while found is None and time.monotonic() < until:
        time.sleep(0.02)
        found = one.take(again=True)
    return found


def test_two_processes_together_make_no_more_calls_than_the_limit(
    settings: Settings, store: Store, server: ModelServer
) -> None:
    server.latency = 0.1
    with_rows(store, demonstration_tasks(PAPERS))
    with reading(settings, 2) as processes:
        assert [process.wait(300) for process in processes] == [0, 0]
    assert len(server.answered) >= PAPERS
    assert server.most_in_flight == LIMIT


def test_the_places_of_a_killed_process_come_free_by_themselves(
    settings: Settings, store: Store, server: ModelServer
) -> None:
    server.latency = 20.0
    with_rows(store, demonstration_tasks(PAPERS))
    other = slots(store)
    with reading(settings, 1) as (process,):
        until = time.monotonic() + 30
        while server.in_flight < LIMIT and time.monotonic() < until:
            time.sleep(0.02)
        assert other.take(again=False) is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert {take_within(other, 5.0), take_within(other, 5.0)} == {1, 2}
    other.close()


def test_a_place_is_given_to_one_session_only_and_never_twice(store: Store) -> None:
    one, other = slots(store), slots(store)
    assert {one.take(again=False), one.take(again=False)} == {1, 2}
    assert (one.take(again=True), other.take(again=False)) == (None, None)
    one.give(2)
    assert take_within(other, 1.0) == 2
    one.close()
    assert take_within(other, 1.0) == 1
    other.close()


def test_who_holds_places_lets_a_session_go_first_that_waits_for_its_first_one(store: Store) -> None:
    one, other = slots(store), slots(store)
    held = [one.take(again=False), one.take(again=False)]
    assert other.take(again=False) is None
    one.give(held[0] or 0)
    assert one.take(again=False) is None
    assert take_within(other, 1.0) == held[0]
    other.give(held[0] or 0)
    assert one.take(again=False) == held[0]
    one.close()
    other.close()


def test_models_of_different_services_do_not_take_each_others_places(store: Store) -> None:
    one, other = slots(store), StoreSlots(store, "openai_compatible", LIMIT)
    assert {one.take(again=False), one.take(again=False)} == {1, 2}
    assert other.take(again=False) is not None
    one.close()
    other.close()


def test_a_session_that_breaks_is_opened_anew(store: Store) -> None:
    from sqlalchemy import text

    from aitia.model.errors import StoreError

    one = slots(store)
    taken = one.take(again=False)
    with store.session() as session:
        session.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = :slot"
            ),
            {"slot": taken},
        )
    with pytest.raises(StoreError):
        one.give(taken or 0)
    assert take_within(one, 1.0) is not None
    one.close()


def test_the_callers_of_the_settings_share_their_places(settings: Settings, store: Store) -> None:
    assert isinstance(make_caller(settings, store).shared, StoreSlots)
