"""One paper out of the records that describe it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from aitia.identity.conflicts import Identifiers
from aitia.identity.retraction import notice_kind
from aitia.identity.texts import same_text
from aitia.identity.titles import family_name, is_telling_title, normalise_title
from aitia.model.keys import PaperId, content_hash
from aitia.model.paper import Paper, PaperRecord

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
_DIGITS = re.compile(r"([0-9]{1,18})")


def source_rank(record: PaperRecord) -> int:
    """0 for a paper the store knows; else how far down its source stands in curating identifiers."""
    return 0 if isinstance(record, Paper) else _RANKS.get(record.source, 7)


def is_local(record: PaperRecord) -> bool:
    """True for what was read from a file that anybody may write, and that no service curates."""
    return _RANKS.get(record.source, 7) >= _RANKS["documents"]


def content_mark(record: PaperRecord) -> str:
    """A hash of all that a record says, wherever it stands."""
    return content_hash(record.source, record.model_dump_json(exclude={"record_id"}))


Place = tuple[tuple[str, int], ...]


def record_order(record: PaperRecord) -> tuple[int, str, Place, str]:
    """A total order over different records that does not depend on where they stood in a list.

    Places come in natural order: line 2 of a file before line 13.
    """
    return (source_rank(record), record.source, natural_order(record.record_id), record.model_dump_json())


def natural_order(place: str) -> Place:
    """A sort key that takes runs of digits as numbers: `a.jsonl:2` before `a.jsonl:13`."""
    parts = _DIGITS.split(place)
    return tuple(
        (text, int(number or 0)) for text, number in zip(parts[::2], [*parts[1::2], ""], strict=True)
    )


def as_paper(records: Sequence[PaperRecord], identifiers: Identifiers) -> Paper:
    """Merge records, best rank first: each field comes from the first record that has it.

    A known paper keeps its id and text. The text of a record written for the demonstration is
    marked as such. Publication types come from services and from records of the standing text: a bare entry
    under a paper's identifier does not make it a trial, or a notice.
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
        publication_types=_types(ranked, text_from),
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


def _types(ranked: Sequence[PaperRecord], text_from: PaperRecord) -> tuple[str, ...]:
    """Types from services and from records of the standing text; others' only where these give none.

    A bare entry under a paper's identifier makes of it neither a trial nor a notice.
    """
    entitled = [r for r in ranked if not is_local(r) or r is text_from or same_text(r, text_from)]
    return _union(r.publication_types for r in entitled) or next(
        (
            r.publication_types
            for r in ranked
            if r.publication_types and not notice_kind("", r.publication_types)
        ),
        (),
    )


def _union(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for part in parts for value in part))
