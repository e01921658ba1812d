"""Dagster's storage on the server of the store: one process at a time makes its tables and pools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import make_url

from resources.store.failures import explain
from resources.store.migrate import check_writable

_LOCK_KEY = 4_170_421_704
_PLACE = "SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on', current_database()"


@contextmanager
def opening(address: str) -> Iterator[None]:
    """Hold the only right to open the storage at this address; other processes wait for it.

    Raises StoreError when the server cannot be reached, or only reads: a replica of a whole store can be
    looked at, but Dagster would fail at the first thing that it writes.
    """
    url = make_url(address).set(drivername="postgresql")
    try:
        connection = psycopg.connect(
            url.render_as_string(hide_password=False),
            connect_timeout=10,
            application_name="aitia",
            autocommit=True,
        )
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK_KEY,))
        place = connection.execute(_PLACE).fetchone()
    except psycopg.Error as problem:
        raise explain(problem, url) or problem from problem
    with connection:
        assert place is not None
        check_writable(*place)
        yield
