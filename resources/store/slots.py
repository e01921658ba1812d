"""Places for calls that every run on one store shares, so that their limit holds across processes.

A place is an advisory lock of a database session. The session of a process that is killed ends with it,
and the server gives its places back: nothing is left to clean up.
"""

from __future__ import annotations

import random
from zlib import crc32

from sqlalchemy import ARRAY, Connection, Integer, TextClause, bindparam, text

from aitia.model.errors import StoreError
from resources.store.session import Store

# A machine that vanished without a word is noticed within about a minute, not after the system's two hours.
_KEEPALIVE = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3"
_WAITING = 0
# The first lock is held until the statement's end only; it is refused while another session waits.
_TAKE = text(
    "SELECT slot FROM unnest(:free) AS slot "
    "WHERE CASE WHEN :first OR pg_try_advisory_xact_lock(:service, :waiting) "
    "THEN pg_try_advisory_lock(:service, slot) ELSE false END LIMIT 1"
).bindparams(bindparam("free", type_=ARRAY(Integer)), bindparam("waiting", _WAITING))
_GIVE = text("SELECT pg_advisory_unlock(:service, :slot)")
_WAIT = text("SELECT pg_try_advisory_lock_shared(:service, :slot)")
_WAIT_NO_MORE = text("SELECT pg_advisory_unlock_shared(:service, :slot)")


class StoreSlots:
    """`limit` places for calls to one service, shared by all that use the same database.

    Where processes have different limits, the highest of them holds for all together. Nothing is opened
    before the first call. Errors of the database are StoreErrors.
    """

    def __init__(self, store: Store, service: str, limit: int) -> None:
        self._store = store
        self._service = crc32(service.encode()) & 0x7FFFFFFF
        self._limit = limit
        self._held: set[int] = set()
        self._waiting = False
        self._connection: Connection | None = None

    def take(self, again: bool) -> int | None:
        """A free place, or None. Who holds places already lets those go first that wait elsewhere, once."""
        # A session's own locks would be granted to it again.
        free = [slot for slot in range(1, self._limit + 1) if slot not in self._held]
        random.shuffle(free)
        slot: int | None = self._ask(_TAKE, free=free, first=again or not self._held)
        if slot is not None:
            self._held.add(slot)
        self._wait(slot is None)
        return slot

    def give(self, slot: int) -> None:
        """Give a place back; one that was lost with its session is not asked for."""
        if slot in self._held:
            self._held.discard(slot)
            self._ask(_GIVE, slot=slot)

    def close(self) -> None:
        """End the session, and with it everything that it held."""
        connection, self._connection = self._connection, None
        self._held.clear()
        self._waiting = False
        if connection is not None:
            connection.close()

    def _wait(self, waits: bool) -> None:
        """Say to the other sessions whether this one waits."""
        if waits != self._waiting:
            self._ask(_WAIT if waits else _WAIT_NO_MORE, slot=_WAITING)
            self._waiting = waits

    def _ask(self, statement: TextClause, **values: object) -> int | None:
        try:
            found: int | None = (
                self._opened().execute(statement, {"service": self._service, **values}).scalar()
            )
        except StoreError:
            self.close()  # a session that broke holds nothing; the next call opens another
            raise
        return found

    def _opened(self) -> Connection:
        """The session that holds the places: never given back to the pool, where its locks would live on."""
        if self._connection is None:
            connection = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            connection.execute(text(_KEEPALIVE))
            self._connection = connection
        return self._connection
