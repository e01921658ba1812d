"""MEDLINE records (`PMID- …`), as PubMed and its exports give them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from aitia.identity.retraction import signal_from_link
from aitia.model.paper import PaperRecord, RetractionSignal
from resources.sources.formats.base import MAX_RECORD, DocumentProblem, Found, endless_record, numbered_lines
from resources.sources.records import make_record

SOURCE = "documents"
_TAG = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}- ?(.*)")
_MOST_LINES = 20_000
_LINKS = {
    "RIN": "RetractionIn",
    "ROF": "RetractionOf",
    "PRIN": "PartialRetractionIn",
    "PROF": "PartialRetractionOf",
    "EIN": "ErratumIn",
    "EFR": "ErratumFor",
    "ECI": "ExpressionOfConcernIn",
    "ECF": "ExpressionOfConcernFor",
    "CRI": "CorrectedandRepublishedIn",
    "CRF": "CorrectedandRepublishedFrom",
    "RRI": "RetractedandRepublishedIn",
    "RRF": "RetractedandRepublishedFrom",
}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

Fields = dict[str, list[str]]


class _Record:
    """The record that is being read: its lines as pieces, joined once, however many they are."""

    def __init__(self) -> None:
        self.begun = self.lines = self.size = 0
        self.damaged = False
        self._pieces: list[tuple[str, list[str]]] = []

    @property
    def too_long(self) -> bool:
        return self.lines > _MOST_LINES or self.size > MAX_RECORD

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def begin_field(self, tag: str, text: str, number: int) -> None:
        self.begun = self.begun or number
        self._count(text)
        self._pieces.append((tag, [text.strip()]))

    def continue_field(self, text: str) -> None:
        self._count(text)
        self._pieces[-1][1].append(text.strip())

    def _count(self, text: str) -> None:
        self.lines += 1
        self.size += len(text)

    def fields(self) -> Fields:
        found: Fields = defaultdict(list)
        for tag, pieces in self._pieces:
            found[tag].append(" ".join(pieces))
        return found


def parse_medline(path: Path, label: str) -> Iterator[Found]:
    """The records of a MEDLINE file, streamed; a record id ends in the line the record begins at."""
    record = _Record()
    for item in numbered_lines(path):
        if isinstance(item, DocumentProblem):
            yield item
            record.damaged = record.damaged or item.line is not None
            continue
        number, line = item
        match = _TAG.match(line)
        if match and match.group(1) == "PMID" and record:
            yield from _finish(path, label, record)
            record = _Record()
        if match:
            record.begin_field(match.group(1), match.group(2), number)
        elif line.startswith((" ", "\t")) and record:
            record.continue_field(line)
        elif line.strip():
            yield DocumentProblem(
                path, number, "neither a MEDLINE field nor the continuation of one; line skipped"
            )
        if record.too_long:
            yield endless_record(path, record.begun)
            return
    if record:
        yield from _finish(path, label, record)


def _finish(path: Path, label: str, read: _Record) -> Iterator[Found]:
    begun = read.begun
    if read.damaged:
        yield DocumentProblem(path, begun, "the record that begins here has a damaged line; record skipped")
        return
    record = medline_record(f"{label}:{begun}", read.fields())
    if not (record.title or record.abstract):
        yield DocumentProblem(
            path, begun, "the record that begins here has neither title nor abstract; skipped"
        )
        return
    yield record


def medline_record(record_id: str, fields: Fields) -> PaperRecord:
    """One record from its fields (tag to values in order)."""
    dois = [value for tag in ("LID", "AID") for value in fields.get(tag, []) if value.endswith("[doi]")]
    return make_record(
        SOURCE,
        record_id,
        title=_one(fields, "TI") or _one(fields, "BTI") or _one(fields, "TT"),
        abstract=_one(fields, "AB"),
        year=_one(fields, "DP") or _one(fields, "DEP") or _one(fields, "EDAT"),
        venue=_one(fields, "JT") or _one(fields, "TA"),
        authors=fields.get("FAU") or fields.get("AU") or fields.get("CN") or (),
        pmid=_one(fields, "PMID"),
        pmcid=_one(fields, "PMC"),
        doi=dois[0] if dois else _one(fields, "DOI"),
        publication_types=fields.get("PT", ()),
        mesh_terms=[term.replace("*", "") for term in fields.get("MH", ())],
        language=_one(fields, "LA"),
        signals=[_link(kind, value) for tag, kind in _LINKS.items() for value in fields.get(tag, ())],
    )


def _one(fields: Fields, tag: str) -> str:
    return next((value for value in fields.get(tag, ()) if value), "")


def _link(kind: str, value: str) -> RetractionSignal | None:
    pmid = re.search(r"PMID:?\s{0,3}(\d{1,8})", value)
    other = f"pmid:{pmid.group(1)}" if pmid else None
    return signal_from_link(kind, SOURCE, other=other, noticed_on=_citation_date(value), detail=value[:300])


def _citation_date(citation: str) -> date | None:
    """The date in "J Med. 2019 Mar 4;1(2):3"; the first of the month or year where less is given."""
    match = re.search(r"\b((?:19|20)\d\d)(?:\s([A-Z][a-z]{2})(?:\s(\d{1,2})\b)?)?", citation)
    if match is None:
        return None
    month = _MONTHS.index(match.group(2).lower()) + 1 if (match.group(2) or "").lower() in _MONTHS else 1
    try:
        return date(int(match.group(1)), month, int(match.group(3) or 1))
    except ValueError:
        return date(int(match.group(1)), 1, 1)
