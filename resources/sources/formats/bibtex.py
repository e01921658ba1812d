"""BibTeX entries, read by bibtexparser."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import LatexDecodingMiddleware, RemoveEnclosingMiddleware
from bibtexparser.model import Entry

from aitia.model.paper import PaperRecord
from resources.sources.formats.base import DocumentProblem, Found, decode, read_whole
from resources.sources.records import make_record

SOURCE = "documents"
_LIMIT = 16 * 1024 * 1024
_MOST_ENTRIES = 50_000
_MOST_BRACES = 1_000_000
_DEEPEST = 50
_TYPES = {"article": "Journal Article", "inproceedings": "Conference Paper", "conference": "Conference Paper",
          "book": "Book", "incollection": "Book Chapter", "phdthesis": "Thesis", "techreport": "Report",
          "unpublished": "Preprint"}  # fmt: skip


def parse_bibtex(path: Path, label: str) -> Iterator[Found]:
    """The entries of a BibTeX file; blocks that cannot be read are problems with their line."""
    data = read_whole(path, _LIMIT)
    text = data if isinstance(data, DocumentProblem) else decode(path, data)
    if isinstance(text, DocumentProblem):
        yield text
        return
    if reason := _refused(text):
        yield DocumentProblem(path, None, reason, cut_short=True)
        return
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    library = parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    for block in library.failed_blocks:
        reason = str(getattr(block, "error", "") or "malformed")[:120]
        yield DocumentProblem(path, (block.start_line or 0) + 1, f"not a BibTeX entry ({reason}); skipped")
    if not library.entries and not library.failed_blocks:
        yield DocumentProblem(path, None, "holds no BibTeX entry")
    for entry in library.entries:
        line = (entry.start_line or 0) + 1
        record = _record(f"{label}:{line}", entry.entry_type.lower(), _fields(entry))
        if record.title or record.abstract:
            yield record
        else:
            yield DocumentProblem(path, line, f"entry {entry.key} has neither title nor abstract; skipped")


def _refused(text: str) -> str:
    """Why a text is not given to the parser, which takes a millisecond for five entries or braces; or ""."""
    if text.count("@") > _MOST_ENTRIES:
        return f"more than {_MOST_ENTRIES} entries; split the file"
    if text.count("{") > _MOST_BRACES:
        return f"more than {_MOST_BRACES} braces; split the file"
    depth = 0
    for match in re.finditer(r"[{}]|^@", text, re.M):
        # The parser begins anew with a line that opens an entry.
        depth = {"{": depth + 1, "}": max(0, depth - 1), "@": 0}[match[0]]
        if depth > _DEEPEST:
            line = text.count("\n", 0, match.start()) + 1
            return f"braces nested deeper than {_DEEPEST} levels (line {line}); is a closing brace missing?"
    return ""


def _fields(entry: Entry) -> dict[str, str]:
    """The fields whose value is given; one that joins abbreviations with # is not put together."""
    bare = {
        name
        for name, enclosing in entry.parser_metadata.get(RemoveEnclosingMiddleware.metadata_key(), {}).items()
        if enclosing == "no-enclosing"
    }
    return {
        field.key.lower(): _plain(str(field.value))
        for field in entry.fields
        if field.key not in bare or "#" not in str(field.value)
    }


def _plain(value: str) -> str:
    return re.sub(r"\s+", " ", value.replace("{", "").replace("}", "")).strip()


def _record(record_id: str, kind: str, fields: dict[str, str]) -> PaperRecord:
    get = fields.get
    preprint = get("archiveprefix", get("eprinttype", "")).casefold() == "arxiv"
    return make_record(
        SOURCE,
        record_id,
        title=get("title", "").strip('"'),
        abstract=get("abstract", "").strip('"'),
        year=get("year") or get("date"),
        venue=get("journal") or get("journaltitle") or get("booktitle"),
        authors=re.split(r"\s+and\s+", get("author", "")),
        doi=get("doi") or (get("url") if "doi.org/" in get("url", "") else None),
        pmid=get("pmid"),
        pmcid=get("pmcid") or get("pmc"),
        arxiv_id=get("eprint") if preprint else get("arxiv") or get("url"),
        publication_types=[_TYPES[kind]] if kind in _TYPES else [],
        mesh_terms=re.split(r"\s{0,3}[;,]\s{0,3}", get("keywords", "")),
        language=get("language"),
    )
