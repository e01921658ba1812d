"""How far a file of papers has been read, and the bytes of it as they are read."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from resources.sources.formats.base import DocumentProblem
from resources.sources.kept_tables import (
    Broken,
)

_PIECE = 1 << 20


@dataclass
class Progress:
    """How far a file has been read, and what was met."""

    size: int = 0
    digest: str = hashlib.sha256().hexdigest()
    stat: tuple[int, ...] = ()
    noted: int = 0
    line: int = 0
    papers: int = 0
    repeats: int = 0
    tally: tuple[int, int, int] = (0, 0, 0)
    problems: tuple[tuple[int | None, str], ...] = ()

    @classmethod
    def read(cls, told: bytes) -> Progress:
        try:
            state = cls(**json.loads(told))
            counts = (state.size, state.noted, state.line, state.papers, state.repeats, *state.tally)
            state.stat, state.problems = tuple(state.stat), tuple((n, str(m)) for n, m in state.problems)
        except (TypeError, ValueError) as problem:
            raise Broken(str(problem)) from None
        if not all(isinstance(n, int) and n >= 0 for n in counts) or len(state.tally) != 3:
            raise Broken("counts below 0")
        return state


class HashedFile:
    """The bytes of a file up to `end`, hashed as they are read."""

    def __init__(self, file: IO[bytes], end: int) -> None:
        self._file, self._left, self.hash, self.ends_line = file, end, hashlib.sha256(), True

    def skip(self, size: int) -> str:
        """Hash so many bytes; returns their hash."""
        while size > 0 and (piece := self._file.read(min(_PIECE, size))):
            self.hash.update(piece)
            size -= len(piece)
            self._left -= len(piece)
        return self.hash.hexdigest()

    def readline(self, limit: int) -> bytes:
        line = self._file.readline(min(limit, self._left))
        self.hash.update(line)
        self._left -= len(line)
        self.ends_line = line.endswith(b"\n") if line else self.ends_line
        return line


class CountedLines:
    """Numbered lines, and the number of the last."""

    def __init__(self, lines: Iterator[tuple[int, str] | DocumentProblem]) -> None:
        self._lines, self.last = lines, 0

    def __iter__(self) -> Iterator[tuple[int, str] | DocumentProblem]:
        for item in self._lines:
            self.last = (item.line or self.last) if isinstance(item, DocumentProblem) else item[0]
            yield item


def lines_in(path: Path) -> int:
    with path.open("rb") as file:
        return sum(piece.count(b"\n") for piece in iter(partial(file.read, _PIECE), b""))


def stat_of(file: IO[bytes]) -> tuple[int, ...]:
    found = os.fstat(file.fileno())
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev
