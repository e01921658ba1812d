"""What services do wrong: the outcome is complete or says why not, quickly and within memory."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
from typing import Any

import pytest

from aitia.model.errors import SettingsError, SourceError
from aitia.model.scales import RetractionStatus
from resources.http import PoliteHttp, Service
from resources.sources.arxiv import arxiv_query
from resources.sources.catalogue import SOURCE_NAMES, make_source
from resources.sources.crossref import CrossrefSource
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.pubmed import PubMedSource
from tests.resources.sources.services import ALL, COMPLETE, INCOMPLETE, QUICK, XML, epmc, source


def bomb() -> bytes:
    return gzip.compress(b'{"a": "' + b"0" * 300_000_000, compresslevel=1)


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{n} "{("&a" + (str(n - 1) if n else "") + ";") * 10}">' for n in range(9))
    + "]><l>&a8;</l>"
)
EXTERNAL = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>'

FAULTS: dict[str, dict[str, Any]] = {
    "too many requests": {"status": 429, "headers": {"Retry-After": "0"}},
    "come back in an hour": {"status": 429, "headers": {"Retry-After": "3600"}},
    "come back at a date": {"status": 503, "headers": {"Retry-After": "Fri, 31 Dec 2100 23:59:59 GMT"}},
    "internal error": {"status": 500},
    "bad gateway": {"status": 502, "body": b"<html>", "content_type": "text/html"},
    "unauthorised": {"status": 401},
    "forbidden": {"status": 403},
    "bad request": {"status": 400, "body": b'{"error": "bad query"}'},
    "not found": {"status": 404, "body": b"Resource not found."},
    "empty body": {"body": b""},
    "empty object": {"body": b"{}"},
    "a list instead of an object": {"body": b"[]"},
    "null": {"body": b"null"},
    "truncated body": {"body": b'{"hitCount": 1, "resultList": ', "promised": 5_000},
    "truncated JSON": {"body": b'{"hitCount": 1, "resultList": '},
    "changed schema": {"body": b'{"total_hits": 3, "papers": [], "meta": 7, "message": [], "data": {}}'},
    "wrong content type": {"body": b"<html>maintenance</html>", "content_type": "text/html"},
    "no content type": {"body": b"{}", "content_type": None},
    "binary noise": {"body": bytes(range(256)) * 50},
    "redirect to another host": {"status": 302, "headers": {"Location": "https://example.org/x"}},
    "redirect to a private address": {
        "status": 302,
        "headers": {"Location": "http://169.254.169.254/latest"},
    },
    "redirect to another port": {"status": 307, "headers": {"Location": "http://127.0.0.1:1/x"}},
    "redirect to a file": {"status": 301, "headers": {"Location": "file:///etc/passwd"}},
    "redirect to itself": {"status": 302, "headers": {"Location": "/search"}},
    "redirect to nowhere": {"status": 302},
    "oversize body, announced": {"body": b"{", "promised": 1_000_000_000},
    "oversize body, endless": {"body": b'{"a": "', "endless": b"0" * 65_536},
    "gzip bomb": {"body": bomb(), "headers": {"Content-Encoding": "gzip"}},
    "truncated gzip": {
        "body": gzip.compress(b'{"a": 1}' * 99)[:-12],
        "headers": {"Content-Encoding": "gzip"},
    },
    "damaged gzip": {"body": b"\x1f\x8b nothing of the sort", "headers": {"Content-Encoding": "gzip"}},
    "something after the packed body": {
        "body": gzip.compress(b"{}") + b"\0" * 100_000,
        "headers": {"Content-Encoding": "gzip"},
    },
    "packing that was not asked for": {"body": b"{}", "headers": {"Content-Encoding": "gzip, gzip"}},
    "deep nesting": {"body": b"[" * 200_000},
    "many containers": {"body": b"[" + b"[]," * 1_000_000 + b"[]]"},
    "billion laughs": {"body": LAUGHS.encode(), "content_type": XML},
    "external entity": {"body": EXTERNAL.encode(), "content_type": XML},
    "deeply nested XML": {"body": b"<a>" * 100_000, "content_type": XML},
    "many elements": {"body": b"<a>" + b"<b/>" * 900_000 + b"</a>", "content_type": XML},
    "many attributes": {
        "body": b"<a " + b" ".join(b'b%d=""' % n for n in range(250_000)) + b"/>",
        "content_type": XML,
    },
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_every_fault_makes_the_search_incomplete_and_says_why(service: Any, kind: Any, fault: str) -> None:
    service.always(**FAULTS[fault])
    outcome = service.ask(source(service, kind))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())
    assert outcome.error is not None
    assert kind.name in outcome.error


@pytest.mark.parametrize("fault", ["gzip bomb", "oversize body, endless", "many containers", "deep nesting"])
def test_hostile_json_is_refused_within_memory(service: Any, fault: str) -> None:
    service.always(**FAULTS[fault])
    tracemalloc.start()
    outcome = service.ask(source(service, max_bytes=32 * 1024 * 1024))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.status is INCOMPLETE
    assert peak < 256 * 1024 * 1024


@pytest.mark.parametrize("fault", ["billion laughs", "external entity", "deeply nested XML", "many elements"])
def test_hostile_xml_is_refused_within_memory(service: Any, fault: str) -> None:
    service.always(**FAULTS[fault])
    tracemalloc.start()
    outcome = service.ask(source(service, PubMedSource))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.status is INCOMPLETE
    assert "passwd" not in (outcome.error or "")
    assert peak < 256 * 1024 * 1024


def test_a_service_that_is_down_makes_the_search_incomplete() -> None:
    outcome_source = EuropePmcSource(base_url="http://127.0.0.1:9", options=QUICK)
    from aitia.model.scales import EvidenceType
    from aitia.model.search import SearchRequest

    request = SearchRequest(source="europe_pmc", evidence_type=EvidenceType.HARM, query="x")
    outcome = asyncio.run(outcome_source.search(request))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())
    assert "connection" in (outcome.error or "")


def test_no_answer_in_time_makes_the_search_incomplete(service: Any) -> None:
    service.always(epmc(1), delay=service.closing)
    outcome = service.ask(source(service, timeout=0.2, attempts=2))
    assert (outcome.status, len(service.asked)) == (INCOMPLETE, 2)
    assert "no answer within 0.2 s" in outcome.error


def test_a_failure_that_passes_is_repeated_and_the_search_completes(service: Any) -> None:
    def behaviour(asked: Any) -> Any:
        if len(service.asked) < 3:
            return service.answer(status=429, headers={"Retry-After": "0"})
        return service.answer(epmc(1, 2))

    service.behaviour = behaviour
    outcome = service.ask(source(service))
    assert (outcome.status, len(outcome.records), len(service.asked)) == (COMPLETE, 2, 3)


def test_the_wait_that_a_service_asks_for_is_kept_or_given_up_on(service: Any) -> None:
    http = PoliteHttp(Service("s", service.url, pace=0), QUICK)
    service.always(status=503, headers={"Retry-After": "3600"})
    service.ask(source(service))
    assert len(service.asked) == 1
    from resources.http.service import Passing
    from resources.retry_after import retry_after

    assert http._backoff(Passing("later", 1.5)) == 1.5
    assert http._backoff(Passing("later", 3600)) is False
    assert retry_after("7") == 7
    assert retry_after("Fri, 31 Dec 2100 23:59:59 GMT") > 1e9  # type: ignore[operator]
    assert retry_after("soon") is None


def test_records_received_before_a_failure_are_kept(service: Any) -> None:
    def behaviour(asked: Any) -> Any:
        if asked.params["cursorMark"] == "*":
            return service.answer(epmc(1, 2, total=4, cursor="next"))
        return service.answer(status=500)

    service.behaviour = behaviour
    outcome = service.ask(source(service))
    assert (outcome.status, len(outcome.records), outcome.reported) == (INCOMPLETE, 2, 4)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (epmc(1, 2, total=9, cursor="other"), "repeats"),
        (epmc(total=9, cursor="other"), "reported 9 papers and sent 2"),
        (epmc(3, total=9, cursor="next"), "reported 9 papers and sent 3"),
        (epmc(3, total=9), "reported 9 papers and sent 3"),
    ],
    ids=["a repeated page", "an empty page", "a repeated cursor", "a lost cursor"],
)
def test_fewer_papers_than_reported_are_never_silent(service: Any, second: str, told: str) -> None:
    first = epmc(1, 2, total=9, cursor="next")
    service.behaviour = lambda asked: service.answer(first if asked.params["cursorMark"] == "*" else second)
    outcome = service.ask(source(service))
    assert outcome.status is INCOMPLETE
    assert told in outcome.error


def test_endless_pages_stop_at_the_page_limit(service: Any) -> None:
    def behaviour(asked: Any) -> Any:
        number = len(service.asked)
        return service.answer(epmc(number, total=10_000, cursor=str(number)))

    service.behaviour = behaviour
    outcome = service.ask(EuropePmcSource(base_url=service.url, options=QUICK, page_limit=7), 5_000)
    assert (outcome.status, len(outcome.records)) == (INCOMPLETE, 7)
    assert "stopped after 7 pages" in outcome.error


def test_entries_that_cannot_be_read_are_counted_not_dropped_in_silence(service: Any) -> None:
    body = json.loads(epmc(1, 2))
    body["resultList"]["result"] += [{"pmid": 7}, None, "text"]
    body["hitCount"] = 5
    service.always(json.dumps(body))
    outcome = service.ask(source(service))
    assert (outcome.status, len(outcome.records)) == (INCOMPLETE, 2)
    assert "3 entries" in outcome.error


def test_the_limit_is_kept_and_told(service: Any) -> None:
    service.always(epmc(1, 2, 3, 4, 5, total=90, cursor="next"))
    outcome = service.ask(source(service), 3)
    assert (outcome.status, len(outcome.records), outcome.reported) == (COMPLETE, 3, 90)
    assert "first 3 of 90" in outcome.warnings[0]


def test_pubmed_articles_that_were_found_but_not_sent_are_missed(service: Any) -> None:
    found = "<eSearchResult><Count>2</Count><IdList><Id>1</Id><Id>2</Id></IdList></eSearchResult>"
    sent = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
        "<ArticleTitle>Fish oil</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )
    service.behaviour = lambda asked: service.answer(
        found if "esearch" in asked.path else sent, content_type=XML
    )
    outcome = service.ask(source(service, PubMedSource))
    assert (outcome.status, len(outcome.records)) == (INCOMPLETE, 1)
    assert "reported 2 papers and sent 1" in outcome.error


def test_crossref_notices_tell_the_standing_of_a_work(service: Any) -> None:
    notice = {
        "DOI": "10.1234/notice",
        "title": ["Retraction: fish oil"],
        "update-to": [
            {
                "DOI": "10.1234/FISH",
                "type": "retraction",
                "updated": {"date-parts": [[2021, 4, 30]]},
                "source": "publisher",
            },
            {"DOI": "10.1234/other", "type": "correction"},
        ],
    }
    service.always(json.dumps({"message": {"total-results": 1, "items": [notice]}}))
    (signal,) = asyncio.run(source(service, CrossrefSource).notices("https://doi.org/10.1234/fish"))
    assert (signal.status, str(signal.noticed_on), signal.about) == (
        RetractionStatus.RETRACTED,
        "2021-04-30",
        None,
    )
    assert service.asked[0].params["filter"] == "updates:10.1234/fish"
    service.always(json.dumps({"message": {"total-results": 0, "items": []}}))
    (signal,) = asyncio.run(source(service, CrossrefSource).notices("10.1234/fish"))
    assert signal.status is RetractionStatus.NONE


def test_europe_pmc_full_text_comes_with_its_sections(service: Any) -> None:
    service.always(
        "<article><front><article-meta><title-group><article-title>Fish oil</article-title></title-group>"
        "</article-meta></front><body><sec><title>Results</title><p>Relapse fell.</p></sec></body></article>",
        content_type=XML,
    )
    record = asyncio.run(source(service).full_text("77"))
    assert service.asked[0].path == "/PMC77/fullTextXML"
    assert (record.pmcid, [s.section_id for s in record.sections]) == ("PMC77", ["results"])
    with pytest.raises(SourceError, match="not a PMC id"):
        asyncio.run(source(service).full_text("../x"))


def test_arxiv_queries_are_built_from_title_author_and_category() -> None:
    assert (
        arxiv_query(title="fish oil", author="Berg", category="q-bio.QM")
        == 'ti:"fish oil" AND au:Berg AND cat:q-bio.QM'
    )
    assert arxiv_query(words='x" OR cat:cs') == 'all:"x OR cat cs"'


def test_sources_are_made_by_name_in_any_spelling(service: Any, tmp_path: Any) -> None:
    for name in ("europe_pmc", "EuropePMC", "europe-pmc"):
        assert make_source(name).name == "europe_pmc"
    for name in SOURCE_NAMES[1:]:
        made = make_source(
            name, documents=[tmp_path], urls={"europepmc": service.url}, keys={"pubmed": "k"}, options=QUICK
        )
        assert made.name == name
    with pytest.raises(SettingsError, match=r"unknown source 'gogle'.*europe_pmc, pubmed"):
        make_source("gogle")
    with pytest.raises(SettingsError, match="needs a path"):
        make_source("documents")
