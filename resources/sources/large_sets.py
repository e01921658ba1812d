"""Sets of papers too large for memory: read once, kept in temporary files, searched there."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import weakref
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.paper import PaperRecord
from aitia.words.bm25 import length_norm, rarity, weight
from resources.sources.document_sets import Problems
from resources.sources.formats.base import DocumentProblem, Found
from resources.sources.lexical import WordNumbers, words

LARGE_SET = 20_000
"""Papers from which on a set is kept in temporary files: in memory each takes about 11 kB with its index."""
MOST_PAPERS = 2_000_000
_FLUSH = 500_000
BM25_K1 = 1.5


@dataclass(frozen=True)
class Chosen:
    """The papers that a search gives, of `total` read, and what could not be read."""

    records: tuple[PaperRecord, ...]
    total: int
    problems: tuple[DocumentProblem, ...]


def searched_text(record: PaperRecord) -> str:
    """What is searched of a paper: title and abstract, or its text where there is no abstract."""
    body = " ".join(section.text[:5_000] for section in record.sections[:10])
    return f"{record.title}\n{record.abstract or body}"


def content_of(record: PaperRecord) -> bytes:
    """A paper as it is kept, but for its name."""
    return record.model_dump_json(exclude={"record_id"}, exclude_defaults=True).encode()


def mark_of_content(content: bytes) -> int:
    """A number below 2^64 that papers share that are alike word for word."""
    return int.from_bytes(hashlib.sha256(content).digest()[:8])


class LargeSet:
    """Papers and their words in temporary files, written in one pass; in memory are only their vocabulary and
    some forty bytes a paper. Papers that repeat an earlier one word for word are left out and counted.
    """

    def __init__(self, papers: Iterable[Found]) -> None:
        self._records = _Spool()
        self._ids = _Spool()
        self._words = WordNumbers()
        self._places, self._starts, self._lengths = array("q"), array("q"), array("q")
        self._take_in(papers)

    def __len__(self) -> int:
        return len(self._lengths)

    def search(self, query: str, limit: int) -> Chosen:
        """At most `limit` papers that share a word with the query, best first by BM25; all when they fit."""
        best = list(range(len(self))) if len(self) <= limit else self._best(query, limit)
        return Chosen(tuple(self._record(place) for place in best), len(self), self.problems)

    def _take_in(self, papers: Iterable[Found]) -> None:
        problems, seen, repeats = Problems(), set[int](), 0
        ids = array("i")
        for found in papers:
            if isinstance(found, DocumentProblem):
                problems.add(found)
                continue
            content = content_of(found)
            mark = mark_of_content(content)
            if mark in seen:
                repeats += 1
                continue
            if len(self) >= MOST_PAPERS:
                message = f"more than {MOST_PAPERS} papers; split the set"
                problems.add(DocumentProblem(Path(found.record_id), None, message, True))
                break
            seen.add(mark)
            self._places.append(self._records.write(json.dumps(found.record_id).encode() + b"\n" + content))
            numbers = self._words.numbers_of(searched_text(found))
            self._starts.append(self._ids.size // ids.itemsize + len(ids))
            self._lengths.append(len(numbers) - numbers.count(0))
            ids.extend(numbers)
            if len(ids) >= _FLUSH:
                self._ids.write(ids.tobytes())
                ids = array("i")
        self._ids.write(ids.tobytes())
        if repeats:
            note = f"{repeats} records repeat earlier ones word for word; left out"
            problems.add(DocumentProblem(Path("documents"), None, note))
        self.problems = problems.all()

    def _best(self, query: str, limit: int) -> list[int]:
        """BM25 as bm25s computes it by default (k1 1.5, b 0.75)."""
        stems = self._words.stems
        wanted = [stems[word] for word in dict.fromkeys(words(query)) if word in stems]
        if not wanted or limit < 1:
            return []
        ids = self._ids.numbers(np.int32)
        starts, lengths = np.asarray(self._starts), np.asarray(self._lengths, dtype=np.float64)
        norm = length_norm(lengths, max(float(lengths.mean()), 1.0), BM25_K1)
        scores = np.zeros(len(self))
        for word in wanted:
            places = np.flatnonzero(ids == word)
            rows, often = np.unique(np.searchsorted(starts, places, side="right") - 1, return_counts=True)
            worth = np.full(len(rows), rarity(len(self), float(len(rows))))
            scores[rows] += weight(worth, often.astype(np.float64), norm[rows], BM25_K1)
        order = np.argsort(-scores, kind="stable")[:limit]
        return [int(row) for row in order if scores[row] > 0]

    def _record(self, place: int) -> PaperRecord:
        start = self._places[place]
        end = self._places[place + 1] if place + 1 < len(self) else self._records.size
        name, _, content = self._records.read(start, end - start).partition(b"\n")
        return PaperRecord.model_validate({"record_id": json.loads(name), **json.loads(content)})


class _Spool:
    """A temporary file that is appended to and read at any place; it goes with the object."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="aitia-papers-")  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self.size = 0

    def write(self, data: bytes) -> int:
        """Append; returns where the data begins."""
        start = self.size
        self._file.write(data)
        self.size += len(data)
        return start

    def read(self, start: int, length: int) -> bytes:
        """A part, whoever else reads."""
        self._file.flush()
        return os.pread(self._file.fileno(), length, start)

    def numbers(self, kind: type[np.generic]) -> NDArray[Any]:
        """All of it as numbers, mapped and not read."""
        self._file.flush()
        return np.memmap(self._file, dtype=kind, mode="r") if self.size else np.zeros(0, dtype=kind)
