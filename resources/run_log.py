"""What runs did, a JSON object a line, with the question, run, step and paper that each line is about."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

_MOST_BYTES = 20 * 2**20
STANDARD_ERROR = "-"


class RunLog:
    """Appends lines to a file, whole ones whoever else writes there, or to standard error (no path).

    A file that has grown beyond 20 MB is put aside under the same name with `.1`. What cannot be written is
    left out: no answer depends on it.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def write(self, level: str, message: str, **facts: object) -> None:
        """One line: its moment in UTC, `info`, `warning` or `error`, the message, and what is known of it."""
        known = {name: value for name, value in facts.items() if value not in (None, "")}
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        entry = {"time": moment, "level": level, "message": message, **known}
        # Other scripts and control characters as escapes: no terminal acts on what a paper says.
        line = json.dumps(entry, default=str) + "\n"
        with suppress(OSError, ValueError):
            if self._path is None:
                print(line, end="", file=sys.stderr, flush=True)
            else:
                self._append(self._path, line.encode())

    def _append(self, path: Path, line: bytes) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        try:
            file = os.open(path, flags, 0o600)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, flags, 0o600)
        try:
            os.write(file, line)
            full = os.fstat(file).st_size > _MOST_BYTES
        finally:
            os.close(file)
        if full:
            path.replace(path.with_name(f"{path.name}.1"))
