"""RIS records (`TY  - JOUR` … `ER  -`), read by rispy, one record at a time."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rispy

from aitia.model.paper import PaperRecord
from resources.sources.formats.base import MAX_RECORD, DocumentProblem, Found, endless_record, numbered_lines
from resources.sources.records import make_record

SOURCE = "documents"
_MOST_LINES = 20_000
_MOST_OUTSIDE = 100_000
_TYPES = {"JOUR": "Journal Article", "CONF": "Conference Paper", "CPAPER": "Conference Paper", "BOOK": "Book",
          "CHAP": "Book Chapter", "THES": "Thesis", "RPRT": "Report", "UNPB": "Preprint"}  # fmt: skip


def parse_ris(path: Path, label: str) -> Iterator[Found]:
    """The records of a RIS file, streamed; what lies outside a record is a problem."""
    lines: list[str] = []
    begun = outside = size = 0
    damaged = False
    for item in numbered_lines(path):
        if isinstance(item, DocumentProblem):
            yield item
            damaged = damaged or item.line is not None
            continue
        number, line = item
        if line.startswith("TY  -"):
            if lines:
                yield DocumentProblem(
                    path, begun, "the record that begins here has no end (ER  -); read as it is"
                )
                yield from _finish(path, label, begun, lines, damaged)
            lines, begun, damaged, size, outside = [line], number, False, 0, 0
        elif line.startswith("ER  -"):
            if lines:
                yield from _finish(path, label, begun, lines, damaged)
            lines, outside = [], outside + 1
        elif lines:
            lines.append(line)
            size += len(line)
            if len(lines) > _MOST_LINES or size > MAX_RECORD:
                yield endless_record(path, begun)
                return
        elif line.strip() and not re.match(r"\d+\.?$|[A-Z][A-Z0-9]  -", line):
            yield DocumentProblem(path, number, "outside of a RIS record (TY  - … ER  -); line skipped")
        else:
            outside += 1
        if outside > _MOST_OUTSIDE:
            message = f"{_MOST_OUTSIDE} lines outside of any record (TY  - … ER  -); not read beyond them"
            yield DocumentProblem(path, number, message, cut_short=True)
            return
    if lines:
        yield DocumentProblem(path, begun, "the record that begins here has no end (ER  -); read as it is")
        yield from _finish(path, label, begun, lines, damaged)


def _finish(path: Path, label: str, begun: int, lines: list[str], damaged: bool) -> Iterator[Found]:
    if damaged:
        yield DocumentProblem(path, begun, "the record that begins here has a damaged line; record skipped")
        return
    logging.getLogger("rispy").setLevel(logging.ERROR)
    try:
        entries = rispy.loads("\n".join([*lines, "ER  - ", ""]))
    except Exception as error:  # rispy raises its own and OSError for lines it does not know
        yield DocumentProblem(
            path, begun, f"the record that begins here is not RIS: {str(error)[:120]}; skipped"
        )
        return
    for entry in entries:
        record = _record(f"{label}:{begun}", entry)
        if record.title or record.abstract:
            yield record
        else:
            yield DocumentProblem(
                path, begun, "the record that begins here has neither title nor abstract; skipped"
            )


def _record(record_id: str, entry: dict[str, Any]) -> PaperRecord:
    notes = entry.get("notes") or []
    kind = str(entry.get("type_of_reference", ""))
    return make_record(
        SOURCE,
        record_id,
        title=entry.get("title") or entry.get("primary_title"),
        abstract=entry.get("abstract") or entry.get("notes_abstract") or (notes[0] if notes else ""),
        year=entry.get("year") or entry.get("publication_year") or entry.get("date"),
        venue=entry.get("journal_name") or entry.get("secondary_title") or entry.get("alternate_title3"),
        authors=entry.get("authors") or entry.get("first_authors") or (),
        doi=entry.get("doi") or next((u for u in entry.get("urls") or [] if "doi.org" in str(u)), None),
        pmid=_accession(entry),
        pmcid=entry.get("custom2") if str(entry.get("custom2", "")).upper().startswith("PMC") else None,
        publication_types=[_TYPES[kind]] if kind in _TYPES else [],
        mesh_terms=entry.get("keywords") or (),
        language=entry.get("language"),
    )


def _accession(entry: dict[str, Any]) -> object:
    """The PubMed id: the accession number where the database is PubMed or MEDLINE, or says so itself."""
    number = str(entry.get("accession_number", ""))
    database = f"{entry.get('name_of_database', '')} {entry.get('database_provider', '')}".casefold()
    urls = [str(url) for url in entry.get("urls") or [] if "pubmed" in str(url)]
    if urls:
        return urls[0]
    known = "pubmed" in database or "medline" in database or "nlm" in database
    return number if known or "pmid" in number.casefold() else None
