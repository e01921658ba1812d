"""Turns at a literature service, shared by every process on one store, so that its pace holds for all.

A turn is an advisory lock of a database session, as the places for calls to a model are: the session of a
process that is killed ends with it, and the next process has its turn.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Lock, Timer
from zlib import crc32

from sqlalchemy import Connection, text

from aitia.model.errors import StoreError
from resources.store.session import Store

_FAMILY = 1_953_853_038
"""The first half of the locks' keys, whose other half is the service."""
_TAKE = text("SELECT pg_try_advisory_lock(:family, :service)")
_GIVE = text("SELECT pg_advisory_unlock(:family, :service)")
_GIVE_ALL = text("SELECT pg_advisory_unlock_all()")


class StoreTurns:
    """Whose turn it is to ask a service. A process that ends gives its turns back at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one = Lock()
        self._connection: Connection | None = None
        self._held: dict[str, Timer] = {}

    def take(self, service: str, pace: float) -> bool:
        """Whether the service may be asked now; if so it is nobody else's turn for `pace` seconds.

        Raises StoreError when the database is gone.
        """
        with self._one:
            # A session's own lock would be granted to it again.
            if service in self._held or not self._ask(_TAKE, service):
                return False
            timer = Timer(pace, self._give, (service,))
            timer.daemon = True
            self._held[service] = timer
            timer.start()
            return True

    def close(self) -> None:
        """Give everything back, before this returns: the server ends a closed session when it gets to it."""
        with self._one:
            if self._connection is not None and self._held:
                with suppress(StoreError):
                    self._connection.execute(_GIVE_ALL)
            self._end()

    def _give(self, service: str) -> None:
        with self._one:
            if self._held.pop(service, None) is not None:
                try:
                    self._ask(_GIVE, service)
                except StoreError:
                    return  # what was held ended with the session; who asks next is told

    def _ask(self, statement: object, service: str) -> bool:
        values = {"family": _FAMILY, "service": crc32(service.encode()) & 0x7FFFFFFF}
        try:
            return bool(self._opened().execute(statement, values).scalar())  # type: ignore[call-overload]
        except StoreError:
            self._end()
            raise

    def _opened(self) -> Connection:
        """The session that holds the turns: never given back to the pool, where its locks would live on."""
        if self._connection is None:
            connection = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            self._connection = connection
        return self._connection

    def _end(self) -> None:
        for timer in self._held.values():
            timer.cancel()
        self._held.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
