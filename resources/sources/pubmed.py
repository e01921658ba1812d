"""PubMed through NCBI's E-utilities: ESearch for ids, EFetch for the records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from xml.etree.ElementTree import Element

from aitia.model.errors import SourceMalformed, SourceUnavailable
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.formats.pubmed_xml import pubmed_articles, pubmed_record
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, refuse
from resources.sources.text import element_text

NAME = "pubmed"
BASE_URL = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
FILTERS = frozenset({"sort", "mindate", "maxdate", "datetype", "reldate", "field"})
_MOST_IDS = 9_999
"""ESearch gives no ids beyond these for PubMed; a narrower query does."""


class PubMedSource:
    """Articles by PubMed's query syntax. Filters: sort, mindate, maxdate, datetype, reldate, field.

    NCBI allows 3 requests a second, 10 with a key, and asks for a contact address.
    """

    name = NAME

    def __init__(
        self,
        *,
        base_url: str = BASE_URL,
        options: HttpOptions | None = None,
        api_key: str | None = None,
        batch_size: int = 100,
        page_limit: int = MOST_PAGES,
    ) -> None:
        options = options or HttpOptions()
        params = {"tool": "aitia", "email": options.contact, "api_key": api_key}
        given = {name: value for name, value in params.items() if value}
        self._http = PoliteHttp(
            Service(NAME, base_url, pace=0.11 if api_key else 0.35, params=given), options
        )
        self._batch_size = batch_size
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        async with self._http.open() as http:
            return await collect(request, self._pages(http, request), page_limit=self._page_limit)

    async def _pages(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        wanted = min(request.limit, _MOST_IDS)
        form = {
            "db": "pubmed",
            "term": request.query,
            "retmode": "xml",
            "retmax": str(wanted),
            **request.filters,
        }
        total, ids, warnings = parse_search(await http.xml("esearch.fcgi", {}, form))
        if not ids:
            yield Page((), 0, total, last=True, warnings=warnings)
        for start in range(0, len(ids), self._batch_size):
            batch = ids[start : start + self._batch_size]
            form = {"db": "pubmed", "id": ",".join(batch), "retmode": "xml"}
            page = parse_articles(await http.xml("efetch.fcgi", {}, form))
            last = start + self._batch_size >= len(ids)
            yield Page(page.records, page.entries, total, last=last, warnings=warnings)


def parse_search(root: Element) -> tuple[int, list[str], tuple[str, ...]]:
    """Total count, ids and warnings of an ESearch answer. Raises SourceError."""
    if root.tag != "eSearchResult":
        raise SourceMalformed(f"{NAME}: ESearch sent <{root.tag[:40]}>; the service may have changed")
    if error := element_text(root.find("ERROR")):
        raise SourceUnavailable(f"{NAME}: ESearch says: {error[:200]}")
    total = count(element_text(root.find("Count")), f"{NAME} Count")
    ids = [text for e in root.findall("IdList/Id") if (text := element_text(e)).isdecimal()]
    told = [e for path in ("ErrorList", "WarningList") for group in root.findall(path) for e in group]
    warnings = [f"{NAME}: {e.tag}: {element_text(e)[:200]}" for e in told]
    return total, list(dict.fromkeys(ids)), tuple(warnings)


def parse_articles(root: Element) -> Page:
    """The records of an EFetch answer. Raises SourceMalformed."""
    if root.tag != "PubmedArticleSet":
        raise SourceMalformed(f"{NAME}: EFetch sent <{root.tag[:40]}>; the service may have changed")
    articles = pubmed_articles(root)
    records = [pubmed_record(article, NAME) for article in articles]
    return Page(tuple(r for r in records if r.pmid and (r.title or r.abstract)), len(articles))
