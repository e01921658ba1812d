"""A large file of papers with its words, kept beside the store: lines that were appended are added to it.

What is kept is true of the bytes whose hash stands in it: a file that goes on where they end is read from
there, any other is read anew. SQLite makes a change whole or not at all, whoever reads or is killed. What is
not as this module wrote it is thrown away; it holds nothing that the file of papers does not.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from aitia.model.paper import PaperRecord
from aitia.words.bm25 import length_norm, rarity, weight
from resources.sources.document_sets import Problems, Tally
from resources.sources.formats.base import DocumentProblem, lines_of
from resources.sources.formats.jsonl import papers_of
from resources.sources.kept_progress import CountedLines, HashedFile, Progress, lines_in, stat_of
from resources.sources.kept_tables import (
    Batch,
    Broken,
    Numbers,
    changing,
    checked,
    checksum,
    new_tables,
    numbers_in,
    opened,
)
from resources.sources.large_sets import (
    BM25_K1,
    MOST_PAPERS,
    Chosen,
)
from resources.sources.lexical import words

_MOST_FILES = 4
"""So many files are kept, the ones used last; each takes about twice the room of its papers."""
_MOST_PROBLEMS = 500
_FRESH = 2_000_000_000
"""Nanoseconds in which a file may change twice without a change of its time."""


class NotKept(Exception):
    """The file is none that can be kept; read it as any other."""


class KeptSet:
    """The papers of one file of JSON lines, and their words, in a file of `home`.

    Searches give what `LargeSet` gives of the same lines. Raises NotKept where the file has less than `least`
    lines, or cannot be read to its end, or nothing can be kept in `home`.
    """

    def __init__(self, path: Path, label: str, home: Path, least: int = 0) -> None:
        self._path, self._label = path, label
        name = hashlib.sha256(f"{_code()}\0{path.resolve()}\0{label}".encode(errors="surrogateescape"))
        self._index = home / f"{name.hexdigest()[:32]}.sqlite"
        self._turn = threading.Lock()
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self._index.exists() and lines_in(path) < least:
                raise NotKept("too few lines")
            with self._alone():
                try:
                    self._open()
                except (Broken, sqlite3.DatabaseError):
                    self._build()
        except (OSError, sqlite3.Error) as problem:
            raise NotKept(str(problem)) from problem
        self._make_room()

    def __len__(self) -> int:
        return self._state.papers

    @property
    def problems(self) -> tuple[DocumentProblem, ...]:
        """What could not be read, as a reading of the whole file tells it."""
        told = Problems()
        for line, message in self._state.problems:
            told.add(DocumentProblem(self._path, line, message))
        for note in Tally(*self._state.tally).notes(self._path):
            told.add(note)
        if self._state.repeats:
            message = f"{self._state.repeats} records repeat earlier ones word for word; left out"
            told.add(DocumentProblem(Path("documents"), None, message))
        return told.all()

    def search(self, query: str, limit: int) -> Chosen:
        """At most `limit` papers that share a word with the query, best first by BM25; all when they fit."""
        with self._turn:
            try:
                return self._search(query, limit)
            except (Broken, sqlite3.DatabaseError):
                try:
                    with self._alone():
                        self._build()
                    return self._search(query, limit)
                except (Broken, OSError, sqlite3.Error) as problem:
                    raise NotKept(str(problem)) from problem

    def _search(self, query: str, limit: int) -> Chosen:
        best = list(range(len(self))) if len(self) <= limit else self._best(query, limit)
        return Chosen(tuple(self._record(place) for place in best), len(self), self.problems)

    def _best(self, query: str, limit: int) -> list[int]:
        scores = np.zeros(len(self))
        for word in dict.fromkeys(words(query)):
            places, often = self._postings(word)
            if len(places) and limit > 0:
                worth = np.full(len(places), rarity(len(self), float(len(places))))
                scores[places] += weight(worth, often.astype(np.float64), self._norm[places], BM25_K1)
        held = np.flatnonzero(scores > 0)
        return [int(place) for place in held[np.argsort(-scores[held], kind="stable")][: max(limit, 0)]]

    def _postings(self, word: str) -> tuple[Numbers, Numbers]:
        """The papers that hold a word, and how often each does."""
        rows = self._database.execute(
            "SELECT places, often, sum FROM postings WHERE word = ? ORDER BY first", (word,)
        ).fetchall()
        if not rows:
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        whole = [checked(row, word.encode()) for row in rows]
        places = np.concatenate([numbers_in(row[0]) for row in whole])
        often = np.concatenate([numbers_in(row[1]) for row in whole])
        if (
            not 0 < len(places) == len(often)
            or np.any(np.diff(places) <= 0)
            or places[0] < 0
            or often.min() < 1
        ):
            raise Broken("postings out of order")
        # What another process has appended meanwhile is not of this reading.
        known = int(np.searchsorted(places, len(self)))
        return places[:known], often[:known]

    @cached_property
    def _norm(self) -> NDArray[np.float64]:
        rows = self._database.execute("SELECT numbers, sum FROM lengths ORDER BY first").fetchall()
        lengths = np.concatenate([numbers_in(checked(row)[0]) for row in rows])[: len(self)].astype(
            np.float64
        )
        if len(lengths) != len(self) or lengths.min() < 0:
            raise Broken("lengths of other papers")
        return length_norm(lengths, max(float(lengths.mean()), 1.0), BM25_K1)

    def _record(self, place: int) -> PaperRecord:
        found = "SELECT CAST(name AS BLOB), content, sum FROM papers WHERE place = ?"
        row = self._database.execute(found, (place,)).fetchone()
        if row is None:
            raise Broken("a paper is missing")
        name, content = checked(row)
        try:
            return PaperRecord.model_validate({"record_id": name.decode(), **json.loads(content)})
        except (TypeError, ValueError, ValidationError) as problem:
            raise Broken(str(problem)) from None

    def _open(self) -> None:
        """Take what is kept, and add what the file has gained. Raises Broken where it is of another file."""
        self._database = opened(self._index)
        with self._path.open("rb") as file, changing(self._database):
            found = self._database.execute("SELECT CAST(told AS BLOB), sum FROM state").fetchall()
            if len(found) != 1:
                raise Broken("no state")
            self._state = state = Progress.read(checked(found[0])[0])
            stat = stat_of(file)
            if stat == state.stat and stat[1] < state.noted - _FRESH:
                return
            if stat[0] < state.size:
                raise Broken("the file is shorter")
            source = HashedFile(file, stat[0])
            if source.skip(state.size) != state.digest:
                raise Broken("the file begins in another way")
            self._take_in(source, stat)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Be the only process that writes here; a reader needs no leave."""
        with (self._index.parent / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _build(self) -> None:
        """Read the file from its beginning, into an index that takes its place once it is whole."""
        temporary = self._index.with_name(f"{self._index.stem}-{os.getpid()}-{threading.get_ident()}.new")
        try:
            with suppress(AttributeError):
                self._database.close()
            temporary.unlink(missing_ok=True)
            temporary.touch(mode=0o600)
            self._database = sqlite3.connect(temporary, check_same_thread=False, isolation_level=None)
            new_tables(self._database)
            with self._path.open("rb") as file, changing(self._database):
                self._state = Progress()
                stat = stat_of(file)
                self._take_in(HashedFile(file, stat[0]), stat)
            self._database.close()
            with temporary.open("rb+") as written:
                os.fsync(written.fileno())
            # What a process that was killed had begun to change is of the file that goes.
            self._index.with_name(f"{self._index.name}-journal").unlink(missing_ok=True)
            temporary.replace(self._index)
        finally:
            temporary.unlink(missing_ok=True)
        self._database = opened(self._index)

    def _take_in(self, source: HashedFile, stat: tuple[int, ...]) -> None:
        """Add the papers of the lines that follow, and note how far the file has been read."""
        self.__dict__.pop("_norm", None)
        state, tally = self._state, Tally(*self._state.tally)
        problems, repeats, batch = list(state.problems), state.repeats, Batch(self._database, state.papers)
        lines = CountedLines(lines_of(self._path, source, state.line, state.size))  # type: ignore[arg-type]
        for found in tally.take(self._path, papers_of(lines, self._path, self._label)):
            if isinstance(found, PaperRecord):
                repeats += not batch.add(found)
                if batch.papers > MOST_PAPERS:
                    raise NotKept(f"more than {MOST_PAPERS} papers")
                continue
            problems.append((found.line, found.message))
            if found.cut_short or len(problems) > _MOST_PROBLEMS:
                raise NotKept(found.message)
        if not source.ends_line:
            raise NotKept("the last line has no end: it may go on")
        batch.flush()
        self._state = Progress(
            size=stat[0],
            digest=source.hash.hexdigest(),
            stat=stat,
            noted=time.time_ns(),
            line=max(state.line, lines.last),
            papers=batch.papers,
            repeats=repeats,
            tally=(tally.lines, tally.papers, tally.bare),
            problems=tuple(problems),
        )
        told = json.dumps(vars(self._state))
        self._database.execute(
            "INSERT OR REPLACE INTO state VALUES (1, ?, ?)", (told, checksum(told.encode()))
        )

    def _make_room(self) -> None:
        """Let go of the files that were used longest ago."""
        with suppress(OSError):
            os.utime(self._index)
            kept = sorted(self._index.parent.glob("*.sqlite"), key=lambda path: -path.stat().st_mtime_ns)
            for old in kept[_MOST_FILES:]:
                old.unlink(missing_ok=True)


@cache
def _code() -> str:
    """A hash of the code that reads papers and their words: what another code has read is not used."""
    here = Path(__file__).parent
    aitia = here.parents[1] / "aitia"
    files = [aitia / "model" / "paper.py", *(aitia / "identity").glob("*.py"), *here.rglob("*.py")]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(files))).hexdigest()
