"""What stands behind an error: one message with the next step, and the trace in a file where it helps."""

from __future__ import annotations

import errno
import tempfile
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from aitia.model.errors import AitiaError

_DRIVERS = ("psycopg", "psycopg2", "sqlalchemy")
_FULL = "53100"
_NOT_ALLOWED = "42501"
_AGAIN = "What was written before is kept; {}, then run the same command again."


def explain(problem: BaseException) -> str:
    """One line that names the thing and the next step; the trace of an unknown error goes to a file."""
    for link in _chain(problem):
        if isinstance(link, AitiaError):
            return str(link)
        told = _of_file(link) if isinstance(link, OSError) else _of_database(link)
        if told:
            return told
    said = _first_line(problem)
    return (
        f"{type(problem).__name__}: {said} This is a fault of aitia; its trace is in {_keep_trace(problem)}."
    )


def _chain(problem: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = problem
    seen: set[int] = set()
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _of_file(problem: OSError) -> str | None:
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        where = f" of {problem.filename}" if problem.filename else ""
        return f"The disk{where} is full. {_AGAIN.format('free some space')}"
    if not problem.filename or not problem.strerror:
        return None
    return f"{problem.filename} cannot be used: {problem.strerror}. {_setting_of(str(problem.filename))}"


def _setting_of(place: str) -> str:
    from resources.settings import get_settings

    settings = get_settings()
    for variable, folder in (
        ("AITIA_CACHE_HOME", settings.cache_home),
        ("AITIA_DATA_HOME", settings.data_home),
    ):
        if Path(place).is_relative_to(folder) or folder.is_relative_to(place):
            return f"Set {variable} to a folder that you may write to."
    return "See that it exists and that you may read and write it, then run again."


def _of_database(problem: BaseException) -> str | None:
    cause = getattr(problem, "orig", None) or problem
    if type(cause).__module__.partition(".")[0] not in _DRIVERS:
        return None
    state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None) or ""
    said = _first_line(cause)
    if state == _FULL or "No space left on device" in str(cause):
        return f"The database has no space left ({said}) {_AGAIN.format('free some space')}"
    if state == _NOT_ALLOWED:
        return (
            f"The database does not allow its user what the store needs ({said}) Let an administrator run "
            "GRANT CREATE ON DATABASE and GRANT ALL ON SCHEMA public for that user, or unset "
            "AITIA_DATABASE_URL to use the embedded server."
        )
    if state[:2] in ("08", "57") or type(cause).__name__ in ("OperationalError", "InterfaceError"):
        return f"The database was lost ({said}) " + _AGAIN.format(
            "start it (`aitia db start` for the embedded one)"
        )
    return None


def _first_line(problem: BaseException) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return (lines[0] if lines else type(problem).__name__).rstrip(".")[:300] + "."


def _keep_trace(problem: BaseException) -> Path:
    """The file that holds the trace: in the data home, or in the system's temporary folder."""
    from resources.settings import get_settings

    text = "".join(traceback.format_exception(problem))
    entry = f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n"
    try:
        path = get_settings().data_home / "errors.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(entry)
    except (OSError, AitiaError):
        with tempfile.NamedTemporaryFile(
            "w", prefix="aitia-error-", suffix=".log", delete=False, encoding="utf-8", errors="replace"
        ) as spare:
            spare.write(entry)
        return Path(spare.name)
    return path
