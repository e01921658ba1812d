"""Processes that open a store for the first time at the same moment do not get in each other's way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import make_url

from resources.settings import Settings
from resources.store.roles import let_writer_log_in
from resources.store.server import sqlalchemy_url
from resources.store.session import make_engine


def test_the_writer_is_let_in_by_eight_at_once(store_settings: Settings) -> None:
    address = (store_settings.database_url or pytest.fail("no address")).get_secret_value()

    def again(_: int) -> None:
        engine = make_engine(make_url(sqlalchemy_url(address)))
        try:
            for _ in range(10):
                let_writer_log_in(engine)
        finally:
            engine.dispose()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(again, range(8)))
