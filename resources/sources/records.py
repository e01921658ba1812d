"""A `PaperRecord` from loosely typed fields: cleaned text, canonical identifiers, its own signals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice

from aitia.identity.identifiers import (
    is_arxiv_doi,
    normalise_arxiv_id,
    normalise_doi,
    normalise_pmcid,
    normalise_pmid,
)
from aitia.identity.retraction import signals_from_text
from aitia.model.paper import PaperRecord, RetractionSignal, Section
from resources.sources.text import clean_text

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_LONGEST_TEXT = 5_000_000
MOST_LISTED = 100_000
"""Entries of one list of a record (authors, terms). A reader that meets more says so."""


def make_record(
    source: str,
    record_id: str,
    *,
    title: object = "",
    abstract: object = "",
    year: object = None,
    venue: object = "",
    authors: Iterable[object] = (),
    pmid: object = None,
    pmcid: object = None,
    doi: object = None,
    arxiv_id: object = None,
    publication_types: Iterable[object] = (),
    mesh_terms: Iterable[object] = (),
    language: object = None,
    sections: Iterable[Section] = (),
    signals: Iterable[RetractionSignal | None] = (),
    demonstration: bool = False,
) -> PaperRecord:
    """The record; identifiers that cannot be read become None, values of another type become empty.

    What the title and the publication types say of a retraction is added to `signals`. A DOI that
    arXiv issued becomes the arXiv id.
    """
    plain_doi = normalise_doi(doi)
    if is_arxiv_doi(plain_doi):
        arxiv_id, plain_doi = arxiv_id or plain_doi, None
    name = as_text(title)
    types = as_texts(publication_types)
    said = [*signals_from_text(name, types, source), *(signal for signal in signals if signal)]
    return PaperRecord(
        source=source,
        record_id=record_id,
        title=re.sub(r"\s+", " ", name).lstrip(" :;,"),
        abstract=as_text(abstract),
        year=as_year(year),
        venue=as_text(venue),
        authors=as_texts(authors),
        pmid=normalise_pmid(pmid),
        pmcid=normalise_pmcid(pmcid),
        doi=plain_doi,
        arxiv_id=normalise_arxiv_id(arxiv_id),
        publication_types=types,
        mesh_terms=as_texts(mesh_terms),
        language=as_text(language) or None,
        sections=tuple(sections),
        retraction_signals=tuple(dict.fromkeys(said)),
        demonstration=demonstration,
    )


def as_text(value: object) -> str:
    """Cleaned text of a string or number; "" for anything else."""
    if isinstance(value, str):
        return clean_text(value[:_LONGEST_TEXT])
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def as_texts(values: object) -> tuple[str, ...]:
    """The distinct, non-empty texts of a list, in order, at most 100,000."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return ()
    texts = (text for value in islice(values, 2 * MOST_LISTED) if (text := as_text(value)))
    found: dict[str, None] = {}
    for text in texts:
        if len(found) == MOST_LISTED:
            break
        found[text] = None
    return tuple(found)


def as_year(value: object) -> int | None:
    """The first year between 1500 and 2099 in a number or text such as "2007 May-Jun"."""
    match = _YEAR.search(str(value)[:100]) if isinstance(value, str | int) and value else None
    return int(match.group(1)) if match else None


def as_date(parts: Sequence[object]) -> date | None:
    """A date from year, month and day, the first of what is missing; None when it cannot be one."""
    numbers = [int(str(part)) for part in parts[:3] if str(part).isdecimal() and len(str(part)) < 5]
    if not numbers:
        return None
    year, month, day = [*numbers, 1, 1][:3] if len(numbers) < 3 else numbers
    try:
        return date(year, month, day)
    except ValueError:
        return None


def unique_section_ids(named: Iterable[tuple[str, str]]) -> tuple[Section, ...]:
    """Sections from (heading, text): ids are the headings in lower case with hyphens, made unique.

    A path of headings is separated by "/"; sections without text are left out.
    """
    seen: dict[str, int] = {}
    sections = []
    for heading, text in named:
        cleaned = clean_text(text)
        if not cleaned:
            continue
        parts = [re.sub(r"[^\w]+", "-", part.casefold()).strip("-")[:60] for part in heading.split("/")[:4]]
        slug = "/".join(part for part in parts if part) or "text"
        if slug in ("title", "abstract"):
            slug = f"body-{slug}"
        seen[slug] = seen.get(slug, 0) + 1
        name = slug if seen[slug] == 1 else f"{slug}-{seen[slug]}"
        sections.append(Section(section_id=name, text=cleaned))
    return tuple(sections)
