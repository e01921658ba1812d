"""Local documents: files and folders of papers as a literature source."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

from aitia.model.errors import DocumentError
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from resources.sources.document_sets import (
    DocumentSet,
    gather,
    iter_documents,
    nothing_read,
    one_file_of_lines,
    read_documents,
    settled,
)
from resources.sources.files import mark_of
from resources.sources.formats.base import DocumentProblem
from resources.sources.kept_sets import KeptSet, NotKept
from resources.sources.large_sets import LARGE_SET, Chosen, LargeSet, searched_text
from resources.sources.lexical import LexicalIndex

__all__ = ["DocumentProblem", "DocumentSet", "DocumentsSource", "iter_documents", "read_documents"]


@dataclass
class _Parsed:
    """A parsed set with its index, as one process keeps it."""

    documents: DocumentSet

    @cached_property
    def index(self) -> LexicalIndex:
        """BM25 over the papers; made when first asked for."""
        return LexicalIndex([searched_text(record) for record in self.documents.records])


_Set = _Parsed | LargeSet | KeptSet
_cache: OrderedDict[str, _Set] = OrderedDict()
_lock = threading.Lock()
_KEPT_SETS = 4
KEPT_SETS = "documents"
"""The folder of the data home that large files of papers are kept in."""


def _parsed_set(paths: Sequence[Path], home: Path | None) -> _Set:
    """The set at `paths`, read and indexed once a process for as long as no file in it changes."""
    with _lock:
        key = mark_of(paths)
        if key not in _cache:
            _cache[key] = _kept(paths, home) or _read(paths)
            while len(_cache) > _KEPT_SETS:
                _cache.popitem(last=False)
        _cache.move_to_end(key)
        return _cache[key]


def _kept(paths: Sequence[Path], home: Path | None) -> KeptSet | None:
    """The large file that the set is, with what is kept of it in `home`; None for any other set."""
    place = one_file_of_lines(paths) if home is not None else None
    if place is None or home is None:
        return None
    try:
        kept = KeptSet(*place, home / KEPT_SETS, LARGE_SET)
    except NotKept:
        return None
    return kept if len(kept) >= LARGE_SET else None


def _searched(large: LargeSet | KeptSet, paths: Sequence[Path], words: str, limit: int) -> Chosen:
    try:
        return large.search(words, limit)
    except NotKept:
        # What was kept is gone, and cannot be made anew.
        return LargeSet(iter_documents(paths)).search(words, limit)


def _read(paths: Sequence[Path]) -> _Parsed | LargeSet:
    records, problems, rest = gather(iter_documents(paths), LARGE_SET)
    if len(records) < LARGE_SET:
        return _Parsed(settled(paths, records, problems))
    first = deque(records)
    records.clear()
    freed = (first.popleft() for _ in range(len(first)))
    return LargeSet(chain(freed, problems.all(), rest))


def check_documents(paths: Sequence[Path | str], home: Path | None = None) -> None:
    """Read the files as a search will; a set that can be kept is parsed once a process.

    A large file is kept in the data home `home`. Raises DocumentError when no paper can be read.
    """
    _parsed_set(tuple(Path(path).expanduser() for path in paths), home)


class DocumentsSource:
    """Papers in files and folders.

    `search` returns the whole set when it is no larger than the request's limit; else the `limit`
    best papers by BM25 (bm25s, over title and abstract, or the text where there is no abstract)
    for the request's terms, or its query when it has none. Papers that share no word with them are
    left out, so fewer may come back. A set is read once for all searches; one of 20,000 papers or more
    is kept in files: one file of JSON lines in the data home `home`, where appended lines are added to it,
    any other in temporary files. What could not be read is in the outcome's warnings; a file that was cut
    short or is missing makes the search incomplete.
    """

    name = "documents"

    def __init__(self, paths: Sequence[Path | str], home: Path | None = None) -> None:
        self._paths = tuple(Path(path).expanduser() for path in paths)
        self._home = home

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        return await asyncio.to_thread(self._search, request)

    def _search(self, request: SearchRequest) -> SearchOutcome:
        words = " ".join(request.terms) or request.query
        try:
            parsed = _parsed_set(self._paths, self._home)
            if isinstance(parsed, _Parsed):
                chosen = _chosen(parsed, words, request.limit)
            else:
                chosen = _searched(parsed, self._paths, words, request.limit)
            if not chosen.total:
                raise nothing_read(self._paths, chosen.problems)
        except (DocumentError, OSError) as error:
            return SearchOutcome(request=request, status=SearchStatus.INCOMPLETE, error=str(error))
        warnings = [str(problem) for problem in chosen.problems]
        if chosen.total > request.limit:
            found = f"{len(chosen.records)} of {chosen.total} papers"
            warnings.append(f"{found} pre-selected by BM25 (limit {request.limit})")
        lost = [str(problem) for problem in chosen.problems if problem.cut_short]
        return SearchOutcome(
            request=request,
            status=SearchStatus.INCOMPLETE if lost else SearchStatus.COMPLETE,
            records=chosen.records,
            reported=chosen.total,
            error="; ".join(lost[:5]) or None,
            warnings=tuple(warnings),
        )


def _chosen(parsed: _Parsed, words: str, limit: int) -> Chosen:
    records, problems = parsed.documents.records, parsed.documents.problems
    if len(records) <= limit:
        return Chosen(records, len(records), problems)
    best = tuple(records[place] for place in parsed.index.best(words, limit))
    return Chosen(best, len(records), problems)
