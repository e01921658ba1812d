"""OpenAlex: works with cursor paging."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import quote

from aitia.identity.identifiers import normalise_doi
from aitia.model.errors import SourceMalformed
from aitia.model.paper import PaperRecord, RetractionSignal
from aitia.model.scales import RetractionStatus
from aitia.model.search import SearchOutcome, SearchRequest
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.paging import MOST_PAGES, Page, check_request, collect, count, listing, mapping, refuse
from resources.sources.records import as_text, make_record
from resources.sources.text import plain_markup

NAME = "openalex"
BASE_URL = "https://api.openalex.org"
FILTERS = frozenset({"filter", "sort"})
_MOST_WORDS = 20_000


class OpenAlexSource:
    """Works by full-text search of title and abstract. Filters: filter, sort, in OpenAlex's syntax."""

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
        options = options or HttpOptions()
        params = {"mailto": options.contact, "api_key": api_key}
        given = {name: value for name, value in params.items() if value}
        self._http = PoliteHttp(Service(NAME, base_url, pace=0.12, params=given), options)
        self._page_size = min(page_size, 200)
        self._page_limit = page_limit

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        if reason := check_request(request, FILTERS):
            return refuse(request, reason)
        async with self._http.open() as http:
            return await collect(request, self._pages(http, request), page_limit=self._page_limit)

    async def work(self, doi: str) -> PaperRecord:
        """One work by its DOI. Raises SourceError, NotFound among them."""
        canonical = normalise_doi(doi)
        if canonical is None:
            raise SourceMalformed(f"{NAME}: {doi[:60]!r} is not a DOI")
        async with self._http.open() as http:
            record = parse_record(await http.json(f"works/https://doi.org/{quote(canonical, safe='')}", {}))
        if record is None:
            raise SourceMalformed(f"{NAME}: the work {canonical} has no id")
        return record

    async def _pages(self, http: PoliteHttp, request: SearchRequest) -> AsyncIterator[Page]:
        cursor = "*"
        while True:
            size = str(min(self._page_size, request.limit))
            params = {"search": request.query, "per-page": size, "cursor": cursor, **request.filters}
            answer = await http.json("works", params)
            page = parse_page(answer)
            following = as_text(mapping(answer["meta"], f"{NAME} meta").get("next_cursor"))
            yield Page(page.records, page.entries, page.reported, last=not following or following == cursor)
            cursor = following


def parse_page(answer: Any) -> Page:
    """The records of a list of works. Raises SourceMalformed."""
    body = mapping(answer, f"{NAME} answer")
    total = count(mapping(body.get("meta"), f"{NAME} meta").get("count"), f"{NAME} count")
    works = listing(body.get("results"), f"{NAME} results")
    return Page(tuple(record for work in works if (record := parse_record(work))), len(works), total)


def parse_record(work: Any) -> PaperRecord | None:
    """One work; None when it has no id."""
    if not isinstance(work, Mapping):
        return None
    ids = _inner(work, "ids")
    identifier = as_text(work.get("id") or ids.get("openalex")).rpartition("/")[2]
    if not identifier:
        return None
    doi = as_text(work.get("doi") or ids.get("doi"))
    authors = work.get("authorships") if isinstance(work.get("authorships"), list) else []
    mesh = work.get("mesh") if isinstance(work.get("mesh"), list) else []
    kind = as_text(work.get("type"))
    return make_record(
        NAME,
        identifier,
        title=plain_markup(as_text(work.get("title") or work.get("display_name"))),
        abstract=_abstract(work.get("abstract_inverted_index")),
        year=work.get("publication_year") or work.get("publication_date"),
        venue=_inner(work, "primary_location", "source").get("display_name"),
        authors=[_inner(a, "author").get("display_name") for a in authors or () if isinstance(a, Mapping)],
        pmid=ids.get("pmid"),
        pmcid=ids.get("pmcid"),
        doi=doi,
        arxiv_id=_arxiv(work),
        publication_types=[
            {"article": "Journal Article", "preprint": "Preprint", "review": "Review"}.get(kind, kind)
        ],
        mesh_terms=[m.get("descriptor_name") for m in mesh or () if isinstance(m, Mapping)],
        language=work.get("language"),
        signals=[_standing(work.get("is_retracted"))],
    )


def _standing(retracted: Any) -> RetractionSignal | None:
    if not isinstance(retracted, bool):
        return None
    status = RetractionStatus.RETRACTED if retracted else RetractionStatus.NONE
    return RetractionSignal(status=status, origin=NAME, detail="is_retracted")


def _arxiv(work: Mapping[str, Any]) -> str | None:
    for place in work.get("locations") or ():
        address = as_text(place.get("landing_page_url")) if isinstance(place, Mapping) else ""
        if "arxiv.org/abs/" in address:
            return address
    return None


def _abstract(index: Any) -> str:
    """The abstract from a map of words to their positions; "" when there is none or it is no such map."""
    if not isinstance(index, Mapping):
        return ""
    placed: dict[int, str] = {}
    for word, positions in index.items():
        for position in positions if isinstance(positions, list) else ():
            if isinstance(position, int) and 0 <= position < _MOST_WORDS:
                placed[position] = str(word)
    return plain_markup(" ".join(placed[i] for i in sorted(placed)))


def _inner(value: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    for key in keys:
        inner = value.get(key)
        if not isinstance(inner, Mapping):
            return {}
        value = inner
    return value
