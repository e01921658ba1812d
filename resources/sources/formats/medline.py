"""MEDLINE records (`PMID- …`), as PubMed and its exports give them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from aitia.identity.retraction import signal_from_link
from aitia.paper import PaperRecord, RetractionSignal
from resources.sources.formats.base import DocumentProblem, Found, numbered_lines
from resources.sources.records import make_record

SOURCE = "documents"
_TAG = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}- ?(.*)")
_LONGEST_RECORD = 20_000
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


def parse_medline(path: Path, label: str) -> Iterator[Found]:
    """The records of a MEDLINE file, streamed; a record id ends in the line the record begins at."""
    fields: Fields = defaultdict(list)
    begun, damaged, last = 0, False, ""
    for item in numbered_lines(path):
        if isinstance(item, DocumentProblem):
            yield item
            damaged = damaged or item.line is not None
            continue
        number, line = item
        match = _TAG.match(line)
        if match and match.group(1) == "PMID" and fields:
            yield from _finish(path, label, begun, fields, damaged)
            fields, damaged, last = defaultdict(list), False, ""
        if match:
            begun = begun if fields else number
            last = match.group(1)
            fields[last].append(match.group(2).strip())
        elif line.startswith((" ", "\t")) and last and sum(map(len, fields.values())) < _LONGEST_RECORD:
            fields[last][-1] += " " + line.strip()
        elif line.strip():
            yield DocumentProblem(
                path, number, "neither a MEDLINE field nor the continuation of one; line skipped"
            )
    if fields:
        yield from _finish(path, label, begun, fields, damaged)


def _finish(path: Path, label: str, begun: int, fields: Fields, damaged: bool) -> Iterator[Found]:
    if damaged:
        yield DocumentProblem(path, begun, "the record that begins here has a damaged line; record skipped")
        return
    record = medline_record(f"{label}:{begun}", fields)
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
