"""Europe PMC: search with cursor paging, and open full text as JATS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from aitia.identity.identifiers import normalise_pmcid
from aitia.identity.retraction import nothing_known, signal_from_link
from aitia.model.errors import SourceMalformed
from aitia.model.paper import PaperRecord, RetractionSignal
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.formats.jats import jats_articles, jats_record
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, listing, mapping, refuse
from resources.sources.records import as_text, make_record
from resources.sources.text import plain_markup

NAME = "europe_pmc"
BASE_URL = "https://www.ebi.ac.uk/europepmc/webservices/rest"
FILTERS = frozenset({"sort", "synonym"})


class EuropePmcSource:
    """Articles, preprints and patents by Europe PMC's query syntax. Filters: sort, synonym."""

    name = NAME

    def __init__(
        self,
        *,
        base_url: str = BASE_URL,
        options: HttpOptions | None = None,
        page_size: int = 100,
        page_limit: int = MOST_PAGES,
    ) -> None:
        self._http = PoliteHttp(Service(NAME, base_url, pace=0.2), options)
        self._page_size = min(page_size, 1000)
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        async with self._http.open() as http:
            return await collect(request, self._pages(http, request), page_limit=self._page_limit)

    async def _pages(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        cursor = "*"
        while True:
            answer = await http.json(
                "search",
                {
                    "query": request.query,
                    "resultType": "core",
                    "format": "json",
                    "pageSize": str(min(self._page_size, request.limit)),
                    "cursorMark": cursor,
                    **request.filters,
                },
            )
            page = parse_page(answer)
            following = as_text(mapping(answer, "answer").get("nextCursorMark"))
            yield Page(page.records, page.entries, page.reported, last=not following or following == cursor)
            cursor = following

    async def full_text(self, pmcid: str) -> PaperRecord:
        """The open full text of an article, with its sections. Raises SourceError, NotFound among them."""
        canonical = normalise_pmcid(pmcid)
        if canonical is None:
            raise SourceMalformed(f"{NAME}: {pmcid[:60]!r} is not a PMC id")
        async with self._http.open() as http:
            root = await http.xml(f"{canonical}/fullTextXML", {})
        articles = jats_articles(root)
        if not articles:
            raise SourceMalformed(f"{NAME}: the full text of {canonical} holds no article")
        record = jats_record(articles[0], NAME, f"PMC/{canonical}")
        return record if record.pmcid else record.model_copy(update={"pmcid": canonical})


def parse_page(answer: Any) -> Page:
    """The records of a search answer, `core` or `lite`. Raises SourceMalformed."""
    body = mapping(answer, f"{NAME} answer")
    if "errMsg" in body or "errCode" in body:
        raise SourceMalformed(f"{NAME}: {as_text(body.get('errMsg'))[:200] or 'error without message'}")
    total = count(body.get("hitCount"), f"{NAME} hitCount")
    results = listing(mapping(body.get("resultList"), f"{NAME} resultList").get("result"), f"{NAME} result")
    records = [record for result in results if (record := parse_record(result))]
    return Page(tuple(records), len(results), total)


def parse_record(result: Any) -> PaperRecord | None:
    """One result; None when it has no id or no title."""
    if not isinstance(result, Mapping):
        return None
    source, identifier = as_text(result.get("source")), as_text(result.get("id"))
    title = plain_markup(as_text(result.get("title")))
    if not (source and identifier and title):
        return None
    journal = _inner(result, "journalInfo", "journal")
    types = _inner(result, "pubTypeList").get("pubType") or as_text(result.get("pubType")).split("; ")
    return make_record(
        NAME,
        f"{source}/{identifier}",
        title=title,
        abstract=plain_markup(as_text(result.get("abstractText"))),
        year=result.get("pubYear") or result.get("firstPublicationDate"),
        venue=journal.get("title") or result.get("journalTitle"),
        authors=_authors(result),
        pmid=result.get("pmid") or (identifier if source == "MED" else None),
        pmcid=result.get("pmcid") or (identifier if source == "PMC" else None),
        doi=result.get("doi"),
        publication_types=[types] if isinstance(types, str) else types,
        mesh_terms=[_heading(h) for h in _list(_inner(result, "meshHeadingList").get("meshHeading"))],
        language=result.get("language"),
        signals=[nothing_known(NAME), *_notices(result)],
    )


def _authors(result: Mapping[str, Any]) -> list[str]:
    listed = [a for a in _list(_inner(result, "authorList").get("author")) if isinstance(a, Mapping)]
    names = [as_text(a.get("fullName") or a.get("collectiveName")) for a in listed]
    return names or as_text(result.get("authorString")).rstrip(".").split(", ")


def _heading(heading: Any) -> str:
    if not isinstance(heading, Mapping):
        return ""
    qualifiers = _list(_inner(heading, "meshQualifierList").get("meshQualifier"))
    names = [
        heading.get("descriptorName"),
        *(q.get("qualifierName") for q in qualifiers if isinstance(q, Mapping)),
    ]
    return "/".join(text for name in names if (text := as_text(name)))


def _notices(result: Mapping[str, Any]) -> list[RetractionSignal | None]:
    links = _list(_inner(result, "commentCorrectionList").get("commentCorrection"))
    found = []
    for link in links:
        if isinstance(link, Mapping):
            identifier = as_text(link.get("id"))
            other = f"pmid:{identifier}" if link.get("source") == "MED" and identifier else None
            detail = as_text(link.get("reference"))[:300]
            found.append(signal_from_link(as_text(link.get("type")), NAME, other=other, detail=detail))
    return found


def _inner(value: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The object along a path of keys; empty when it is not there."""
    for key in keys:
        inner = value.get(key)
        if not isinstance(inner, Mapping):
            return {}
        value = inner
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
