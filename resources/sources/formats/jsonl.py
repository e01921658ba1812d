"""JSON lines: one paper a line, under the field names of this project or of common exports.

A line may also hold a question with a map of `sources`, each of them a paper. A `.json` file holds
one such object or a list of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from aitia.model.paper import PaperRecord, RetractionSignal, Section
from resources.payload import PayloadError, parse_json
from resources.sources.formats.base import DocumentProblem, Found, numbered_lines, read_whole
from resources.sources.records import as_text, make_record, unique_section_ids

SOURCE = "documents"
_FIELDS: dict[str, tuple[str, ...]] = {
    "title": ("title", "Title", "article_title", "TI"),
    "abstract": ("abstract", "Abstract", "abstractText", "abstract_text", "content", "AB"),
    "year": (
        "year",
        "Year",
        "pubYear",
        "pub_year",
        "publication_year",
        "date",
        "publication_date",
        "pub_date",
    ),
    "venue": ("venue", "journal", "Journal", "journalTitle", "journal_title"),
    "pmid": ("pmid", "PMID", "pubmed_id"),
    "pmcid": ("pmcid", "PMCID", "pmc", "pmc_id"),
    "doi": ("doi", "DOI"),
    "arxiv_id": ("arxiv_id", "arxiv", "arxivId", "arXiv"),
    "language": ("language", "lang"),
}
_TYPES = ("publication_types", "pub_types", "publicationTypes", "pubTypes", "publication_type")
_MESH = ("mesh_terms", "mesh", "meshes", "mesh_headings")
_AUTHORS = ("authors", "author", "Authors", "authorString")
_FULL_TEXT = ("full_text", "fulltext", "text", "body")


def parse_jsonl(path: Path, label: str) -> Iterator[Found]:
    """The papers of a JSON-lines file, plain or gzip; malformed lines are problems with their number."""
    yield from papers_of(numbered_lines(path), path, label)


def papers_of(lines: Iterable[tuple[int, str] | DocumentProblem], path: Path, label: str) -> Iterator[Found]:
    """The papers of the numbered lines of a file."""
    for item in lines:
        if isinstance(item, DocumentProblem):
            yield item
            continue
        number, line = item
        if line.strip():
            yield from _line(path, number, f"{label}:{number}", line)


def parse_json_file(path: Path, label: str) -> Iterator[Found]:
    """The papers of a JSON file: one object, or a list of objects."""
    data = read_whole(path)
    if isinstance(data, DocumentProblem):
        yield data
        return
    try:
        document = parse_json(data.removeprefix(b"\xef\xbb\xbf"), max_bytes=len(data))
    except PayloadError as error:
        yield DocumentProblem(
            path, None, f"{error}; one paper a line belongs in a .jsonl file", cut_short=True
        )
        return
    for number, value in enumerate(document if isinstance(document, list) else [document], start=1):
        yield from _object(path, number, f"{label}:{number}", value)


def _line(path: Path, number: int, record_id: str, line: str) -> Iterator[Found]:
    try:
        value = parse_json(line)
    except PayloadError as error:
        yield DocumentProblem(path, number, f"{error}; line skipped")
        return
    yield from _object(path, number, record_id, value)


def _object(path: Path, number: int, record_id: str, value: Any) -> Iterator[Found]:
    if not isinstance(value, Mapping):
        yield DocumentProblem(path, number, f"a {type(value).__name__}, not an object with a title; skipped")
        return
    sources = value.get("sources")
    if isinstance(sources, Mapping) and not value.get("title"):
        for key, paper in sources.items():
            inner = {"pmid": key, **paper} if isinstance(paper, Mapping) else paper
            yield from _object(path, number, f"{record_id}#{as_text(key)[:80]}", inner)
        return
    record = _record(record_id, value)
    if not (record.title or record.abstract or record.sections):
        yield DocumentProblem(path, number, "neither title nor abstract nor text; skipped")
        return
    yield record


def _record(record_id: str, value: Mapping[str, Any]) -> PaperRecord:
    fields = {name: _pick(value, keys) for name, keys in _FIELDS.items()}
    return make_record(
        SOURCE,
        record_id,
        **fields,
        authors=_authors(_pick(value, _AUTHORS)),
        publication_types=_list(_pick(value, _TYPES)),
        mesh_terms=_list(_pick(value, _MESH)),
        sections=_sections(value),
        signals=_signals(value.get("retraction_signals")),
        demonstration=value.get("demonstration") is True,
    )


def _pick(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if value.get(key) not in (None, "", [])), None)


def _list(value: Any) -> list[Any]:
    if isinstance(value, str):
        return re.split(r"\s{0,3}[;|]\s{0,3}", value)
    return value if isinstance(value, list) else []


def _authors(value: Any) -> list[Any]:
    if isinstance(value, str):
        return re.split(r"\s{0,3};\s{0,3}" if ";" in value else r",\s{1,3}", value.rstrip(". "))
    if not isinstance(value, list):
        return []
    return [_author(author) if isinstance(author, Mapping) else author for author in value]


def _author(author: Mapping[str, Any]) -> str:
    family = as_text(author.get("family") or author.get("last_name") or author.get("lastName"))
    given = as_text(author.get("given") or author.get("first_name") or author.get("firstName"))
    return as_text(author.get("name")) or ", ".join(part for part in (family, given) if part)


def _sections(value: Mapping[str, Any]) -> tuple[Section, ...]:
    given = value.get("sections")
    if isinstance(given, Mapping):
        return unique_section_ids((str(name), as_text(text)) for name, text in given.items())
    if isinstance(given, list):
        return unique_section_ids(
            (
                as_text(part.get("section_id") or part.get("heading") or part.get("title")),
                as_text(part.get("text")),
            )
            for part in given
            if isinstance(part, Mapping)
        )
    text = as_text(_pick(value, _FULL_TEXT))
    return (Section(section_id="full_text", text=text),) if text else ()


def _signals(value: Any) -> list[RetractionSignal]:
    found = []
    for item in value if isinstance(value, list) else []:
        try:
            found.append(RetractionSignal.model_validate(item))
        except ValidationError:
            continue
    return found
