"""The best papers of a set too large for memory: it is read a block at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from aitia.paper import PaperRecord
from resources.sources.document_sets import Problems
from resources.sources.formats.base import DocumentProblem, Found
from resources.sources.lexical import LexicalIndex

LARGE_SET = 50_000
"""Papers from which on a set is not kept: about 11 kB each with their index, measured on abstracts."""
_BLOCK = 20_000
_MOST_PAPERS = 2_000_000


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


def best_of(papers: Iterable[Found], words: str, limit: int, block: int = _BLOCK) -> Chosen:
    """The `limit` papers that BM25 puts first, with no more than a block and the best so far in memory.

    A word's rarity is that within the block and the best so far. Papers that repeat an earlier one word for
    word are left out; of each paper eight bytes are kept to tell.
    """
    best: list[PaperRecord] = []
    fresh: list[PaperRecord] = []
    problems = Problems()
    seen: set[int] = set()
    repeats = 0
    for found in papers:
        if isinstance(found, DocumentProblem):
            problems.add(found)
            continue
        mark = _mark(found)
        if mark in seen:
            repeats += 1
            continue
        if len(seen) >= _MOST_PAPERS:
            place = Path(found.record_id)
            problems.add(
                DocumentProblem(place, None, f"more than {_MOST_PAPERS} papers; split the set", True)
            )
            break
        seen.add(mark)
        fresh.append(found)
        if len(fresh) >= block:
            best, fresh = _best([*best, *fresh], words, limit), []
    if repeats:
        note = f"{repeats} records repeat earlier ones word for word; left out"
        problems.add(DocumentProblem(Path("documents"), None, note))
    return Chosen(tuple(_best([*best, *fresh], words, limit)), len(seen), problems.all())


def _best(records: list[PaperRecord], words: str, limit: int) -> list[PaperRecord]:
    chosen = LexicalIndex([searched_text(record) for record in records]).best(words, limit)
    return [records[place] for place in chosen]


def _mark(record: PaperRecord) -> int:
    content = record.model_dump_json(exclude={"record_id"})
    return int.from_bytes(hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()[:8])
