"""One paper out of the records that describe it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from aitia.identity.conflicts import Identifiers
from aitia.identity.titles import family_name, is_telling_title, normalise_title
from aitia.keys import PaperId, content_hash
from aitia.paper import Paper, PaperRecord

T = TypeVar("T")

_RANKS = {
    "pubmed": 1,
    "europe_pmc": 2,
    "crossref": 3,
    "arxiv": 4,
    "openalex": 5,
    "semantic_scholar": 6,
    "documents": 7,
    "demonstration": 8,
}


def source_rank(record: PaperRecord) -> int:
    """0 for a paper the store knows; else how far down its source stands in curating identifiers."""
    return 0 if isinstance(record, Paper) else _RANKS.get(record.source, 7)


def record_order(record: PaperRecord) -> tuple[int, str, str, str]:
    """A total order over different records that does not depend on where they stood in a list."""
    return (source_rank(record), record.source, record.record_id, record.model_dump_json())


def as_paper(records: Sequence[PaperRecord], identifiers: Identifiers) -> Paper:
    """Merge records, best rank first: each field comes from the first record that has it.

    A known paper keeps its id and text. The text of a record written for the demonstration is
    marked as such.
    """
    ranked = sorted(records, key=record_order)
    best = ranked[0]
    text_from = next((r for r in ranked if r.abstract), best)
    ids = {scheme: min(v for s, v in identifiers if s == scheme) for scheme, _ in identifiers}
    doi = ids.get("doi") or ids.get("preprint")
    known = sorted(r.paper_id for r in ranked if isinstance(r, Paper))
    title = next((r.title for r in ranked if r.title), "")
    year = _first(ranked, lambda r: r.year)
    authors = _first(ranked, lambda r: r.authors) or ()
    return Paper(
        paper_id=_kept_id(known, ids) or _new_id(ids, doi, title, text_from.abstract, year, authors),
        source=text_from.source,
        record_id=text_from.record_id,
        title=title,
        abstract=text_from.abstract,
        year=year,
        venue=_first(ranked, lambda r: r.venue) or "",
        authors=authors,
        pmid=ids.get("pmid"),
        pmcid=ids.get("pmcid"),
        doi=doi,
        arxiv_id=ids.get("arxiv"),
        publication_types=_union(r.publication_types for r in ranked),
        mesh_terms=_first(ranked, lambda r: r.mesh_terms) or (),
        language=_first(ranked, lambda r: r.language),
        sections=_first(ranked, lambda r: r.sections) or (),
        retraction_signals=tuple(s for r in ranked for s in r.retraction_signals),
        demonstration=text_from.demonstration,
    )


def unlike(one: PaperRecord, other: PaperRecord) -> bool:
    """True when titles and abstracts, all present, share next to no words: two papers, not two versions."""
    if not (one.title and other.title and one.abstract and other.abstract):
        return False
    return _overlap(one.title, other.title) < 0.2 and _overlap(one.abstract, other.abstract) < 0.15


def _overlap(one: str, other: str) -> float:
    a, b = (set(re.findall(r"\w{4,40}", text.casefold())) for text in (one, other))
    return len(a & b) / len(a | b) if a and b else 1.0


def _kept_id(known: Sequence[PaperId], ids: dict[str, str]) -> PaperId | None:
    """Among known ids the one that the strongest identifier gives, else the first."""
    strongest = [f"{s}:{ids[s]}" for s in ("pmid", "doi", "preprint", "pmcid", "arxiv") if s in ids]
    for wanted in strongest:
        for paper_id in known:
            if paper_id == wanted.replace("preprint:", "doi:"):
                return paper_id
    return known[0] if known else None


def _new_id(
    ids: dict[str, str],
    doi: str | None,
    title: str,
    abstract: str,
    year: int | None,
    authors: tuple[str, ...],
) -> PaperId:
    for scheme, value in (("pmid", ids.get("pmid")), ("doi", doi), ("pmcid", ids.get("pmcid"))):
        if value:
            return PaperId(f"{scheme}:{value}")
    if "arxiv" in ids:
        return PaperId(f"arxiv:{ids['arxiv']}")
    key = normalise_title(title)
    if is_telling_title(key):
        parts = [key, str(year or ""), family_name(authors[0]) if authors else ""]
    else:
        parts = [key, str(year or ""), *authors, abstract]
    return PaperId(f"title:{content_hash(*parts)[:20]}")


def _first(records: Iterable[PaperRecord], field: Callable[[PaperRecord], T]) -> T | None:
    return next((value for r in records if (value := field(r))), None)


def _union(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for part in parts for value in part))
