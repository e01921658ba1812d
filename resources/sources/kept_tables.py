"""The tables of a large file that is kept: papers, lengths and words, each row with a checksum."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.paper import PaperRecord
from resources.sources.large_sets import content_of, mark_of_content, searched_text
from resources.sources.lexical import WordNumbers

_FLUSH = 2_000_000
_TABLES = (
    "CREATE TABLE state (one INTEGER PRIMARY KEY, told TEXT NOT NULL, sum INTEGER NOT NULL)",
    "CREATE TABLE papers (place INTEGER PRIMARY KEY, mark INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,"
    " content BLOB NOT NULL, sum INTEGER NOT NULL)",
    "CREATE TABLE lengths (first INTEGER PRIMARY KEY, numbers BLOB NOT NULL, sum INTEGER NOT NULL)",
    "CREATE TABLE postings (word TEXT NOT NULL, first INTEGER NOT NULL, places BLOB NOT NULL,"
    " often BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (word, first))",
)
_UNSEEN = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000;"
_DISTRUSTED = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -16000;"
Numbers = NDArray[np.int32]


class Broken(Exception):
    """What is kept does not look as it was written."""


class Batch:
    """Papers on their way into the index, a few thousand at a time."""

    def __init__(self, database: sqlite3.Connection, papers: int) -> None:
        self._database, self.papers = database, papers
        self._first, self._words = papers, WordNumbers()
        self._ids: list[int] = []
        self._sizes: list[int] = []
        self._lengths: list[int] = []

    def add(self, paper: PaperRecord) -> bool:
        """Take one in; False where it repeats an earlier one word for word."""
        content = content_of(paper)
        mark = int.from_bytes(mark_of_content(content).to_bytes(8), signed=True)
        done = self._database.execute(
            "INSERT OR IGNORE INTO papers VALUES (?, ?, ?, ?, ?)",
            (self.papers, mark, paper.record_id, content, checksum(paper.record_id.encode(), content)),
        )
        if not done.rowcount:
            return False
        self.papers += 1
        numbers = self._words.numbers_of(searched_text(paper))
        self._ids += numbers
        self._sizes.append(len(numbers))
        self._lengths.append(len(numbers) - numbers.count(0))
        if len(self._ids) >= _FLUSH:
            self.flush()
        return True

    def flush(self) -> None:
        """Write the words of what was taken in."""
        if not self._sizes:
            return
        lengths = np.array(self._lengths, dtype=np.int32).tobytes()
        self._database.execute(
            "INSERT INTO lengths VALUES (?, ?, ?)", (self._first, lengths, checksum(lengths))
        )
        ids = np.array(self._ids, dtype=np.int64)
        places = np.repeat(np.arange(self._first, self.papers, dtype=np.int64), self._sizes)
        pairs, often = np.unique((ids << 32 | places)[ids > 0], return_counts=True)
        numbers, starts = np.unique(pairs >> 32, return_index=True)
        ends = np.append(starts[1:], len(pairs))[: len(starts)].tolist()
        held, counts = (pairs & 0xFFFFFFFF).astype(np.int32), often.astype(np.int32)
        stems = {number: stem for stem, number in self._words.stems.items()}
        self._database.executemany(
            "INSERT INTO postings VALUES (?, ?, ?, ?, ?)",
            (
                _posting(stems[number], self._first, held[start:end].tobytes(), counts[start:end].tobytes())
                for number, start, end in zip(numbers.tolist(), starts.tolist(), ends, strict=True)
            ),
        )
        self._first, self._ids, self._sizes, self._lengths = self.papers, [], [], []


def opened(index: Path) -> sqlite3.Connection:
    """The index, if it is a file of one's own that nobody else may write, with these tables and no more."""
    try:
        stat = index.lstat()
    except OSError:
        raise Broken("nothing is kept") from None
    if not index.is_file() or index.is_symlink() or stat.st_uid != os.geteuid() or stat.st_mode & 0o022:
        index.unlink(missing_ok=True)
        raise Broken("not a file of one's own")
    database = sqlite3.connect(index, timeout=600, check_same_thread=False, isolation_level=None)
    database.executescript(_DISTRUSTED)
    tables = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    if sorted(row[0] for row in tables) != sorted(_TABLES):
        database.close()
        raise Broken("other tables")
    return database


@contextmanager
def changing(database: sqlite3.Connection) -> Iterator[None]:
    """A change that is made whole or not at all; one process at a time."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def new_tables(database: sqlite3.Connection) -> None:
    """The tables, empty, in a file that nobody else knows of until it is whole."""
    database.executescript(_UNSEEN)
    for table in _TABLES:
        database.execute(table)


def _posting(word: str, first: int, places: bytes, often: bytes) -> tuple[str, int, bytes, bytes, int]:
    return word, first, places, often, checksum(word.encode(), places, often)


def checksum(*parts: bytes) -> int:
    """A checksum: of what a disk loses, not of what someone forges."""
    return zlib.crc32(b"\0".join(parts))


def checked(row: Sequence[Any], *before: bytes) -> Sequence[bytes]:
    """A row without its checksum. Raises Broken where that is of something else."""
    *parts, told = row
    if not all(isinstance(part, bytes) for part in parts) or checksum(*before, *parts) != told:
        raise Broken("the checksum is of something else")
    return parts


def numbers_in(blob: bytes) -> Numbers:
    if len(blob) % 4:
        raise Broken("numbers of another kind")
    return np.frombuffer(blob, dtype=np.int32)
