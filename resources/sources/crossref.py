"""Crossref: metadata of works, and notices of retraction, correction and concern."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import quote

from aitia.identity.identifiers import normalise_doi
from aitia.identity.retraction import nothing_known, signal_from_update
from aitia.model.errors import SourceMalformed
from aitia.model.paper import PaperRecord, RetractionSignal
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, listing, mapping, refuse
from resources.sources.records import as_date, as_text, make_record
from resources.sources.text import plain_markup

NAME = "crossref"
BASE_URL = "https://api.crossref.org"
FILTERS = frozenset({"filter", "sort", "order"})
_TYPES = {
    "journal-article": "Journal Article",
    "posted-content": "Preprint",
    "proceedings-article": "Conference Paper",
    "book-chapter": "Book Chapter",
    "book": "Book",
    "report": "Report",
    "dissertation": "Thesis",
}


class CrossrefSource:
    """Works by bibliographic words. Filters: filter, sort, order, in Crossref's syntax."""

    name = NAME

    def __init__(
        self,
        *,
        base_url: str = BASE_URL,
        options: HttpOptions | None = None,
        page_size: int = 100,
        page_limit: int = MOST_PAGES,
    ) -> None:
        options = options or HttpOptions()
        params = {"mailto": options.contact} if options.contact else {}
        self._http = PoliteHttp(Service(NAME, base_url, pace=0.1 if params else 0.5, params=params), options)
        self._page_size = min(page_size, 1000)
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        async with self._http.open() as http:
            return await collect(request, self._pages(http, request), page_limit=self._page_limit)

    async def work(self, doi: str) -> PaperRecord:
        """One work by its DOI, with its updates. Raises SourceError, NotFound among them."""
        canonical = _canonical(doi)
        async with self._http.open() as http:
            answer = await http.json(f"works/{quote(canonical, safe='')}", {})
        record = parse_record(mapping(answer, f"{NAME} answer").get("message"))
        if record is None:
            raise SourceMalformed(f"{NAME}: the work {canonical} has no DOI")
        return record

    async def notices(self, doi: str) -> tuple[RetractionSignal, ...]:
        """What notices say of a work; a signal `none` when there is no notice. Raises SourceError."""
        canonical = _canonical(doi)
        async with self._http.open() as http:
            answer = await http.json("works", {"filter": f"updates:{canonical}", "rows": "100"})
        page = parse_page(answer)
        about = f"doi:{canonical}"
        found = [s for r in page.records for s in r.retraction_signals if s.about == about]
        own = [s.model_copy(update={"about": None}) for s in found]
        return tuple(dict.fromkeys(own)) or (nothing_known(NAME),)

    async def _pages(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        cursor, size = "*", min(self._page_size, request.limit)
        while True:
            params = {
                "query.bibliographic": request.query,
                "rows": str(size),
                "cursor": cursor,
                **request.filters,
            }
            answer = await http.json("works", params)
            page = parse_page(answer)
            cursor = as_text(answer["message"].get("next-cursor"))
            yield Page(page.records, page.entries, page.reported, last=not cursor or page.entries < size)


def parse_page(answer: Any) -> Page:
    """The records of a list of works. Raises SourceMalformed."""
    message = mapping(mapping(answer, f"{NAME} answer").get("message"), f"{NAME} message")
    total = count(message.get("total-results"), f"{NAME} total-results")
    items = listing(message.get("items"), f"{NAME} items")
    return Page(tuple(record for item in items if (record := parse_record(item))), len(items), total)


def parse_record(item: Any) -> PaperRecord | None:
    """One work; None when it has no DOI."""
    if not isinstance(item, Mapping):
        return None
    doi = normalise_doi(item.get("DOI"))
    if doi is None:
        return None
    kind = as_text(item.get("type"))
    return make_record(
        NAME,
        doi,
        title=plain_markup(_first(item.get("title"))),
        abstract=plain_markup(as_text(item.get("abstract"))),
        year=_year(item),
        venue=plain_markup(_first(item.get("container-title"))),
        authors=_authors(item.get("author")),
        doi=doi,
        publication_types=[_TYPES.get(kind, kind)],
        language=item.get("language"),
        signals=[nothing_known(NAME), *_updates(item)],
    )


def _updates(item: Mapping[str, Any]) -> list[RetractionSignal | None]:
    """`update-to`: the item is a notice of another work; `updated-by`: a notice of the item exists."""
    found = []
    for key, is_notice in (("update-to", True), ("updated-by", False)):
        for update in item.get(key) or ():
            if not isinstance(update, Mapping):
                continue
            other = normalise_doi(update.get("DOI"))
            if is_notice and not other:
                continue
            parts = update.get("updated")
            dates = parts.get("date-parts") if isinstance(parts, Mapping) else None
            found.append(
                signal_from_update(
                    as_text(update.get("type")),
                    f"{NAME}:{as_text(update.get('source'))[:40] or 'publisher'}",
                    about=f"doi:{other}" if is_notice else None,
                    noticed_on=as_date(dates[0]) if dates and isinstance(dates[0], list) else None,
                    detail=other or "",
                )
            )
    return found


def _year(item: Mapping[str, Any]) -> str:
    for key in ("issued", "published", "published-print", "published-online", "posted", "created"):
        value = item.get(key)
        dates = value.get("date-parts") if isinstance(value, Mapping) else None
        if isinstance(dates, list) and dates and isinstance(dates[0], list) and dates[0]:
            return as_text(dates[0][0])
    return ""


def _authors(value: Any) -> list[str]:
    authors = [a for a in value if isinstance(a, Mapping)] if isinstance(value, list) else []
    named = [(as_text(a.get("family")), as_text(a.get("given")), as_text(a.get("name"))) for a in authors]
    return [", ".join(p for p in (family, given) if p) or name for family, given, name in named]


def _first(value: Any) -> str:
    return as_text(value[0]) if isinstance(value, list) and value else as_text(value)


def _canonical(doi: str) -> str:
    canonical = normalise_doi(doi)
    if canonical is None:
        raise SourceMalformed(f"{NAME}: {doi[:60]!r} is not a DOI")
    return canonical
