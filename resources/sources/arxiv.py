"""arXiv: search by title, author, category and words through its Atom API."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from xml.etree.ElementTree import Element

from aitia.identity.identifiers import normalise_arxiv_id
from aitia.identity.retraction import signals_from_text
from aitia.model.errors import SourceMalformed
from aitia.model.paper import PaperRecord, RetractionSignal
from aitia.model.scales import RetractionStatus
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, refuse
from resources.sources.records import make_record
from resources.sources.text import element_text, local_name

NAME = "arxiv"
BASE_URL = "https://export.arxiv.org/api"
FILTERS = frozenset({"sortBy", "sortOrder"})
_NS = {
    "a": "http://www.w3.org/2005/Atom",
    "o": "http://a9.com/-/spec/opensearch/1.1/",
    "x": "http://arxiv.org/schemas/atom",
}


def arxiv_query(*, title: str = "", author: str = "", category: str = "", words: str = "") -> str:
    """A query in arXiv's syntax: all given parts must hold; the words of a part are one phrase each.

    Characters that carry meaning in the syntax are taken out.
    """
    parts = [("ti", title), ("au", author), ("cat", category), ("all", words)]
    plain = [(field, " ".join(re.sub(r"[^\w\s.'*-]+", " ", text).split())) for field, text in parts]
    return " AND ".join(
        f'{field}:"{text}"' if " " in text else f"{field}:{text}" for field, text in plain if text
    )


class ArxivSource:
    """Preprints by arXiv's query syntax (see `arxiv_query`). Filters: sortBy, sortOrder.

    arXiv asks for three seconds between requests.
    """

    name = NAME

    def __init__(
        self,
        *,
        base_url: str = BASE_URL,
        options: HttpOptions | None = None,
        page_size: int = 100,
        page_limit: int = MOST_PAGES,
    ) -> None:
        self._http = PoliteHttp(Service(NAME, base_url, pace=3.0), options)
        self._page_size = page_size
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        async with self._http.open() as http:
            return await collect(request, self._pages(http, request), page_limit=self._page_limit)

    async def _pages(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        start = 0
        while True:
            size = min(self._page_size, request.limit)
            params = {
                "search_query": request.query,
                "start": str(start),
                "max_results": str(size),
                **request.filters,
            }
            page = parse_feed(await http.xml("query", params))
            start += max(page.entries, 1)
            yield Page(page.records, page.entries, page.reported, last=start >= (page.reported or 0))


def parse_feed(root: Element) -> Page:
    """The records of an Atom feed. Raises SourceMalformed, also for the error entry arXiv sends."""
    if local_name(root) != "feed":
        raise SourceMalformed(
            f"{NAME}: sent <{local_name(root)[:40]}>, not a feed; the service may have changed"
        )
    entries = root.findall("a:entry", _NS)
    for entry in entries:
        if "/api/errors" in element_text(entry.find("a:id", _NS)):
            raise SourceMalformed(f"{NAME}: {element_text(entry.find('a:summary', _NS))[:200]}")
    total = count(element_text(root.find("o:totalResults", _NS)), f"{NAME} totalResults")
    records = [record for entry in entries if (record := parse_record(entry))]
    return Page(tuple(records), len(entries), total)


def parse_record(entry: Element) -> PaperRecord | None:
    """One entry; None when it has no arXiv id. Its categories stand in the venue: "arXiv (cs.CV, cs.GR)"."""
    address = element_text(entry.find("a:id", _NS))
    if normalise_arxiv_id(address) is None:
        return None
    title = element_text(entry.find("a:title", _NS))
    categories = [e.get("term", "") for e in entry.findall("a:category", _NS)]
    journal = element_text(entry.find("x:journal_ref", _NS))
    return make_record(
        NAME,
        address.partition("/abs/")[2],
        title=title,
        abstract=element_text(entry.find("a:summary", _NS)),
        year=element_text(entry.find("a:published", _NS)),
        venue=journal or f"arXiv ({', '.join(c for c in categories if c)})",
        authors=[element_text(e.find("a:name", _NS)) for e in entry.findall("a:author", _NS)],
        doi=element_text(entry.find("x:doi", _NS)),
        arxiv_id=address,
        publication_types=["Preprint"],
        signals=_withdrawn(entry, title),
    )


def _withdrawn(entry: Element, title: str) -> list[RetractionSignal]:
    """arXiv marks a withdrawn paper in the author's comment."""
    comment = element_text(entry.find("x:comment", _NS))
    if signals_from_text(title, (), NAME) or not re.search(
        r"\b(?:been|is|paper) withdrawn\b", comment[:500], re.I
    ):
        return []
    return [
        RetractionSignal(status=RetractionStatus.RETRACTED, origin=f"{NAME}:comment", detail=comment[:300])
    ]
