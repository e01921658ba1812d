"""Semantic Scholar: search, citations, references and recommendations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import quote

from aitia.model.paper import PaperRecord
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, listing, mapping, refuse
from resources.sources.records import as_text, make_record

NAME = "semantic_scholar"
BASE_URL = "https://api.semanticscholar.org"
RELATIONS = ("search", "bulk", "citations", "references", "recommendations")
FILTERS = frozenset(
    {"relation", "year", "publicationTypes", "fieldsOfStudy", "minCitationCount", "venue", "sort"}
)
_FIELDS = "paperId,externalIds,title,abstract,year,venue,journal,authors,publicationTypes,publicationDate"
_KEYS = {"citations": "citingPaper", "references": "citedPaper"}
_SEARCH_REACH = 1_000
"""The relevance search gives no more than these; `bulk` does."""


class SemanticScholarSource:
    """Papers by words, or by their relation to a seed paper.

    The filter `relation` is search (default), bulk, citations, references or recommendations; for the
    last three the query is the seed's identifier ("DOI:10.…", "PMID:…", "ARXIV:…", a paper id). Other
    filters: year, publicationTypes, fieldsOfStudy, minCitationCount, venue, sort (bulk only).
    """

    name = NAME

    def __init__(
        self,
        *,
        base_url: str = BASE_URL,
        options: HttpOptions | None = None,
        api_key: str | None = None,
        page_size: int = 100,
        page_limit: int = MOST_PAGES,
    ) -> None:
        headers = {"x-api-key": api_key} if api_key else {}
        self._http = PoliteHttp(Service(NAME, base_url, pace=1.1, headers=headers), options)
        self._page_size = min(page_size, 100)
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        relation = request.filters.get("relation", "search")
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        if relation not in RELATIONS:
            return refuse(request, f"unknown relation {relation!r}; known: {', '.join(RELATIONS)}")
        async with self._http.open() as http:
            pages = self._offsets(http, request, relation)
            if relation == "bulk":
                pages = self._tokens(http, request)
            elif relation == "recommendations":
                pages = self._recommended(http, request)
            return await collect(request, pages, page_limit=self._page_limit, estimated=True)

    async def paper(self, identifier: str) -> PaperRecord | None:
        """One paper by its identifier; None when the answer has no title. Raises SourceError."""
        async with self._http.open() as http:
            return parse_record(await http.json(f"graph/v1/paper/{_seed(identifier)}", {"fields": _FIELDS}))

    def _params(self, request: SearchRequest) -> dict[str, str]:
        others = {name: value for name, value in request.filters.items() if name != "relation"}
        return {"fields": _FIELDS, **others}

    async def _offsets(self, http: PoliteHttp, request: SearchRequest, relation: str) -> AsyncIterator[Page]:
        params, path = self._params(request), "graph/v1/paper/search"
        if relation == "search":
            params["query"] = request.query
        else:
            path = f"graph/v1/paper/{_seed(request.query)}/{relation}"
        offset = 0
        while True:
            size = min(self._page_size, request.limit)
            if relation == "search":
                size = min(size, _SEARCH_REACH - offset)
            answer = await http.json(path, {**params, "offset": str(offset), "limit": str(size)})
            following = mapping(answer, f"{NAME} answer").get("next")
            page = parse_page(answer, relation)
            out_of_reach = relation == "search" and isinstance(following, int) and following >= _SEARCH_REACH
            last = not isinstance(following, int) or out_of_reach
            yield Page(page.records, page.entries, page.reported, last, page.warnings)
            offset = following if isinstance(following, int) and following > offset else offset + size

    async def _tokens(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        params = {**self._params(request), "query": request.query}
        while True:
            answer = await http.json("graph/v1/paper/search/bulk", params)
            page = parse_page(answer, "bulk")
            token = as_text(mapping(answer, f"{NAME} answer").get("token"))
            yield Page(page.records, page.entries, page.reported, not token, page.warnings)
            params["token"] = token

    async def _recommended(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        path = f"recommendations/v1/papers/forpaper/{_seed(request.query)}"
        answer = await http.json(path, {"fields": _FIELDS, "limit": str(min(request.limit, 500))})
        page = parse_page(answer, "recommendations")
        yield Page(page.records, page.entries, None, True, page.warnings)


def _seed(identifier: str) -> str:
    """An identifier as one part of a path: it can neither leave it nor add a query."""
    return quote(identifier.strip()[:300], safe=":")


def parse_page(answer: Any, relation: str = "search") -> Page:
    """The records of an answer to any of the relations. Raises SourceMalformed.

    Entries without id and title (papers that the service knows only from a reference list) are
    counted in a warning.
    """
    body = mapping(answer, f"{NAME} answer")
    key = "recommendedPapers" if relation == "recommendations" else "data"
    entries = listing(body.get(key), f"{NAME} {key}")
    total = count(body["total"], f"{NAME} total") if "total" in body else None
    if relation in ("search", "bulk") and total is None:
        count(None, f"{NAME} total")
    inner = _KEYS.get(relation)
    papers = [mapping(e, f"{NAME} entry").get(inner) if inner else e for e in entries]
    empty = [
        p
        for p in papers
        if p is None or (isinstance(p, Mapping) and not p.get("paperId") and not p.get("title"))
    ]
    records = [record for paper in papers if (record := parse_record(paper))]
    warnings = (f"{NAME}: {len(empty)} entries without id and title were left out",) if empty else ()
    return Page(tuple(records), len(entries) - len(empty), total, warnings=warnings)


def parse_record(paper: Any) -> PaperRecord | None:
    """One paper; None when it has neither an id nor a title."""
    if not isinstance(paper, Mapping):
        return None
    ids, journal = paper.get("externalIds"), paper.get("journal")
    ids = ids if isinstance(ids, Mapping) else {}
    identifier = as_text(paper.get("paperId")) or as_text(paper.get("title"))[:200]
    if not identifier:
        return None
    authors = paper.get("authors")
    return make_record(
        NAME,
        identifier,
        title=paper.get("title"),
        abstract=paper.get("abstract"),
        year=paper.get("year") or paper.get("publicationDate"),
        venue=(journal.get("name") if isinstance(journal, Mapping) else None) or paper.get("venue"),
        authors=[a.get("name") for a in authors if isinstance(a, Mapping)]
        if isinstance(authors, list)
        else (),
        pmid=ids.get("PubMed"),
        pmcid=ids.get("PubMedCentral"),
        doi=ids.get("DOI"),
        arxiv_id=ids.get("ArXiv"),
        publication_types=paper.get("publicationTypes") or (),
    )
