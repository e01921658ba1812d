"""What goes wrong after a good first page: every client keeps what came and says that it is not all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from aitia.model.search import SearchStatus
from resources.http import HttpOptions
from resources.sources.arxiv import ArxivSource
from resources.sources.crossref import CrossrefSource
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource
from resources.sources.semantic_scholar import SemanticScholarSource

QUICK = HttpOptions(timeout=5, attempts=2, first_wait=0.01, longest_wait=0.1)
XML = "application/xml"
TOTAL = 6


def epmc(numbers: tuple[int, ...], page: int) -> str:
    rows = [{"id": str(n), "source": "MED", "pmid": str(n), "title": f"Report {n}"} for n in numbers]
    return json.dumps({"hitCount": TOTAL, "nextCursorMark": f"c{page}", "resultList": {"result": rows}})


def openalex(numbers: tuple[int, ...], page: int) -> str:
    rows = [{"id": f"https://openalex.org/W{n}", "title": f"Report {n}"} for n in numbers]
    return json.dumps({"meta": {"count": TOTAL, "next_cursor": f"c{page}"}, "results": rows})


def crossref(numbers: tuple[int, ...], page: int) -> str:
    rows = [{"DOI": f"10.1234/{n}", "title": [f"Report {n}"]} for n in numbers]
    return json.dumps({"message": {"total-results": TOTAL, "items": rows, "next-cursor": f"c{page}"}})


def semantic_scholar(numbers: tuple[int, ...], page: int) -> str:
    rows = [{"paperId": str(n), "title": f"Report {n}"} for n in numbers]
    return json.dumps({"total": TOTAL, "offset": 2 * page, "next": 2 * page + 2, "data": rows})


def arxiv(numbers: tuple[int, ...], page: int) -> str:
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/2301.0000{n}v1</id><title>Report {n}</title></entry>"
        for n in numbers
    )
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/">'
        f"<o:totalResults>{TOTAL}</o:totalResults>{entries}</feed>"
    )


def pubmed(numbers: tuple[int, ...], page: int) -> str:
    articles = "".join(
        f"<PubmedArticle><MedlineCitation><PMID>{n}</PMID><Article><ArticleTitle>Report {n}</ArticleTitle>"
        "</Article></MedlineCitation></PubmedArticle>"
        for n in numbers
    )
    return f"<PubmedArticleSet>{articles}</PubmedArticleSet>"


FOUND = (
    f"<eSearchResult><Count>{TOTAL}</Count><IdList>"
    + "".join(f"<Id>{n}</Id>" for n in range(1, TOTAL + 1))
    + "</IdList></eSearchResult>"
)
Write = Callable[[tuple[int, ...], int], str]
CLIENTS: list[tuple[Any, Write, str]] = [
    (EuropePmcSource, epmc, "application/json"),
    (OpenAlexSource, openalex, "application/json"),
    (CrossrefSource, crossref, "application/json"),
    (SemanticScholarSource, semantic_scholar, "application/json"),
    (ArxivSource, arxiv, XML),
    (PubMedSource, pubmed, XML),
]
LATER: dict[str, Callable[[Write], dict[str, Any]]] = {
    "a repeated page": lambda write: {"body": write((1, 2), 1)},
    "an empty page": lambda write: {"body": write((), 1)},
    "half a page, and no more": lambda write: {"body": write((3,), 1)},
    "a page that is cut off": lambda write: {"body": write((3, 4), 1)[:-20]},
    "a broken connection": lambda write: {"body": write((3, 4), 1), "promised": 100_000},
    "an internal error": lambda write: {"status": 500},
    "too many requests": lambda write: {"status": 429, "headers": {"Retry-After": "3600"}},
    "a page of another form": lambda write: {"body": '{"error": "changed"}'},
    "maintenance": lambda write: {"body": "<html>later</html>", "content_type": "text/html"},
    "a redirect to a private address": lambda write: {
        "status": 302,
        "headers": {"Location": "http://10.0.0.1/"},
    },
}


def made(service: Any, client: Any, **options: Any) -> Any:
    size = {"batch_size" if client is PubMedSource else "page_size": 2}
    return client(base_url=service.url, options=HttpOptions(**{**vars(QUICK), **options}), **size)


@pytest.mark.parametrize("fault", LATER)
@pytest.mark.parametrize(("client", "write", "kind"), CLIENTS, ids=lambda item: getattr(item, "name", ""))
def test_a_fault_on_a_later_page_leaves_the_search_incomplete_with_what_came(
    service: Any, client: Any, write: Write, kind: str, fault: str
) -> None:
    pages = []

    def behaviour(asked: Any) -> Any:
        if asked.path.endswith("esearch.fcgi"):
            return service.answer(FOUND, content_type=kind)
        pages.append(asked)
        how = {"body": write((1, 2), 0)} if len(pages) == 1 else LATER[fault](write)
        return service.answer(how.pop("body", b""), **{"content_type": kind, **how})

    service.behaviour = behaviour
    outcome = service.ask(made(service, client), TOTAL)
    assert outcome.status is SearchStatus.INCOMPLETE
    assert outcome.error
    assert {r.title for r in outcome.records} >= {"Report 1", "Report 2"}
    assert len(outcome.records) < TOTAL


@pytest.mark.parametrize(("client", "write", "kind"), CLIENTS, ids=lambda item: getattr(item, "name", ""))
def test_good_pages_to_the_end_make_it_complete(service: Any, client: Any, write: Write, kind: str) -> None:
    pages = []

    def behaviour(asked: Any) -> Any:
        if asked.path.endswith("esearch.fcgi"):
            return service.answer(FOUND, content_type=kind)
        pages.append(asked)
        first = 2 * len(pages) - 1
        return service.answer(write((first, first + 1), len(pages) - 1), content_type=kind)

    service.behaviour = behaviour
    outcome = service.ask(made(service, client), TOTAL)
    assert (outcome.status, outcome.error) == (SearchStatus.COMPLETE, None)
    assert [r.title for r in outcome.records] == [f"Report {n}" for n in range(1, TOTAL + 1)]


@pytest.mark.parametrize(("client", "write", "kind"), CLIENTS, ids=lambda item: getattr(item, "name", ""))
def test_no_answer_in_time_is_told_by_every_client(
    service: Any, client: Any, write: Write, kind: str
) -> None:
    service.always(write((1, 2), 0), content_type=kind, delay=service.closing)
    outcome = service.ask(made(service, client, timeout=0.1, attempts=2), TOTAL)
    assert (outcome.status, outcome.records, len(service.asked)) == (SearchStatus.INCOMPLETE, (), 2)
    assert "no answer within 0.1 s" in outcome.error


@pytest.mark.parametrize("client", [client for client, _, _ in CLIENTS], ids=lambda item: item.name)
def test_a_service_that_is_down_for_the_whole_run_is_told_by_every_client(service: Any, client: Any) -> None:
    source = client(base_url="http://127.0.0.1:9", options=QUICK)
    outcome = service.ask(source)
    assert (outcome.status, outcome.records) == (SearchStatus.INCOMPLETE, ())
    assert client.name in outcome.error
    assert "try again later" in outcome.error
