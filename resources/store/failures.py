"""PostgreSQL's errors as Aitia's: full, unreachable, of the wrong version, or a row refused."""

from __future__ import annotations

from psycopg import Error as PsycopgError
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from aitia.model.errors import StoreError, StoreFull, StoreUnavailable

_LOGIN_FAILED = ("28000", "28P01")
_NO_SUCH_DATABASE = "3D000"
_CONNECTION_CLASSES = ("08", "57P")
_REFUSED_CLASSES = ("23", "P0001", "22021")
_FULL_STATES = ("53100", "53200")
_ONLY_READS = "25006"
_LATE_TO_THE_LIMIT = ("53300",)


def translate(problem: DBAPIError, address: URL) -> StoreError | None:
    """The deliberate error that stands for a driver's, or None for one that is a fault of the program."""
    return explain(problem.orig, address) if isinstance(problem.orig, PsycopgError) else None


def explain(cause: BaseException, address: URL) -> StoreError | None:
    """The same for psycopg's own error. Messages name the server, never the password."""
    if not isinstance(cause, PsycopgError):
        return None
    place = f"{address.host or 'local socket'}:{address.port or 5432}/{address.database}"
    state = cause.sqlstate or ""
    said = _first_line(cause)
    if state in _FULL_STATES or "No space left on device" in str(cause):
        return StoreFull(
            f"The database at {place} has no space left ({said}). What was written before is kept; "
            "free some space and run again."
        )
    if state in _LOGIN_FAILED or "authentication failed" in said:
        return StoreUnavailable(
            f"The database at {place} refuses user {address.username} ({said}). Check AITIA_DATABASE_URL."
        )
    if state == _NO_SUCH_DATABASE or ('database "' in said and "does not exist" in said):
        return StoreUnavailable(
            f"The server at {place} has no such database. Create it: createdb {address.database}"
        )
    if state == _ONLY_READS:
        return StoreUnavailable(
            f"The database at {place} only reads ({said}). Name the primary server, or a database that may "
            "be written to, in AITIA_DATABASE_URL."
        )
    if state in _LATE_TO_THE_LIMIT:
        return StoreUnavailable(
            f"The database at {place} takes no more connections ({said}). Try again later."
        )
    if state.startswith(_CONNECTION_CLASSES) or (not state and _is_connection_loss(cause)):
        return StoreUnavailable(
            f"The database at {place} cannot be reached ({said}). Start it (`aitia db start` for the "
            "embedded one) or correct AITIA_DATABASE_URL."
        )
    if state.startswith(_REFUSED_CLASSES):
        table = f" in {cause.diag.table_name}" if cause.diag.table_name else ""
        rule = f", rule {cause.diag.constraint_name}" if cause.diag.constraint_name else ""
        detail = f" {cause.diag.message_detail}" if cause.diag.message_detail else ""
        return StoreError(f"The database refused a row{table}{rule}: {said}.{detail}")
    return None


def _is_connection_loss(cause: PsycopgError) -> bool:
    return type(cause).__name__ in ("OperationalError", "ConnectionTimeout")


def _first_line(cause: BaseException) -> str:
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return (lines[0] if lines else type(cause).__name__).rstrip(".")[:300]
