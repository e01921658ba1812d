"""Every client against recorded genuine answers of its service."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from aitia.model.scales import RetractionStatus
from aitia.model.search import SearchStatus
from resources.http import NotFound
from resources.payload import parse_json, parse_xml
from resources.sources import crossref, openalex, semantic_scholar
from resources.sources.arxiv import ArxivSource
from resources.sources.crossref import CrossrefSource
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.formats.pubmed_xml import pubmed_articles
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource, parse_articles, parse_search
from resources.sources.semantic_scholar import SemanticScholarSource
from tests.resources.sources.recorded import QUICK, exchanges, fixtures

__all__ = ["fixtures"]

COMPLETE, INCOMPLETE = SearchStatus.COMPLETE, SearchStatus.INCOMPLETE


@pytest.mark.parametrize(
    ("name", "papers"),
    [
        ("search_cancer.json", 25),
        ("search_cancer_core.json", 25),
        ("search_cancer_sorted_cited.json", 25),
        ("search_post_cancer.json", 25),
        ("search_1000results_cancer.json", 1000),
    ],
)
def test_europe_pmc_answers_are_complete(fixtures: Path, service: Any, name: str, papers: int) -> None:
    service.always((fixtures / "europepmc" / name).read_bytes())
    outcome = service.ask(EuropePmcSource(base_url=service.url, options=QUICK, page_size=papers), papers)
    assert (outcome.status, len(outcome.records), outcome.error) == (COMPLETE, papers, None)
    assert outcome.reported > 5_000_000
    assert all(r.title and r.year for r in outcome.records)
    assert sum(bool(r.authors) for r in outcome.records) > 0.5 * papers
    assert not any(re.search(r"</?(?:i|b|sup|sub|h4|p)>", r.title + r.abstract) for r in outcome.records)


def test_europe_pmc_core_gives_abstracts_types_mesh_and_notices(fixtures: Path, service: Any) -> None:
    service.always((fixtures / "europepmc" / "search_cancer_core.json").read_bytes())
    records = service.ask(EuropePmcSource(base_url=service.url, options=QUICK, page_size=25), 25).records
    assert sum(bool(r.abstract) for r in records) == 21
    assert sum(bool(r.mesh_terms) for r in records) == 13
    assert sum(bool(r.pmcid) for r in records) == 9
    notices = [s for r in records for s in r.retraction_signals if s.about]
    assert {(s.status, s.about) for s in notices} == {
        (RetractionStatus.CORRECTED, "pmid:39293462"),
        (RetractionStatus.CORRECTED, "pmid:39971854"),
    }


@pytest.mark.parametrize("name", ["search_cancer.xml", "search_cancer_dc.xml"])
def test_europe_pmc_in_a_form_that_was_not_asked_for_is_incomplete(
    fixtures: Path, service: Any, name: str
) -> None:
    service.always((fixtures / "europepmc" / name).read_bytes(), content_type="application/xml")
    outcome = service.ask(EuropePmcSource(base_url=service.url, options=QUICK))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())
    assert "instead of application/json" in outcome.error


def test_pubmed_answers_are_complete(fixtures: Path, service: Any) -> None:
    bodies = [f.read_bytes() for f in sorted((fixtures / "pubmed" / "metapub_pmid_xml").glob("*.xml"))]
    bodies += [(fixtures / "pubmed" / f"pubmed{n}.xml").read_bytes() for n in (1, 2, 4, 5, 6, 7)]
    by_id: dict[str, str] = {}
    for body in bodies:
        text = body.decode()
        for found in re.findall(r"<Pubmed(?:Book)?Article[\s>].*?</Pubmed(?:Book)?Article>", text, re.S):
            pmid = re.search(r"<PMID[^>]*>(\d+)", found)
            assert pmid
            by_id[pmid.group(1)] = found

    def behaviour(asked: Any) -> Any:
        if asked.path.endswith("esearch.fcgi"):
            ids = "".join(f"<Id>{i}</Id>" for i in by_id)
            text = f"<eSearchResult><Count>{len(by_id)}</Count><IdList>{ids}</IdList></eSearchResult>"
        else:
            text = "".join(by_id[i] for i in asked.params["id"].split(","))
            text = f"<PubmedArticleSet>{text}</PubmedArticleSet>"
        return service.answer(text, content_type="text/xml; charset=UTF-8")

    service.behaviour = behaviour
    outcome = service.ask(PubMedSource(base_url=service.url, options=QUICK, batch_size=50), 1000)
    assert (outcome.status, outcome.error, len(outcome.records)) == (COMPLETE, None, len(by_id))
    assert len(by_id) > 160
    records = {r.pmid: r for r in outcome.records}
    assert sum(bool(r.abstract) for r in records.values()) > 140
    assert sum(bool(r.publication_types) for r in records.values()) == len(by_id)
    assert all(r.year and r.title for r in records.values())
    assert len(service.asked) == 1 + -(-len(by_id) // 50)


def test_pubmed_searches_give_their_count_ids_and_warnings(fixtures: Path) -> None:
    def parsed(name: str) -> tuple[int, int, int]:
        total, ids, warnings = parse_search(parse_xml((fixtures / "pubmed" / name).read_bytes()))
        return total, len(ids), len(warnings)

    assert parsed("esearch1.xml") == (63, 20, 0)
    assert parsed("esearch2.xml") == (42249, 100, 0)
    assert parsed("esearch8.xml") == (0, 0, 2)


def test_a_pubmed_search_without_hits_is_complete_and_empty(fixtures: Path, service: Any) -> None:
    service.always((fixtures / "pubmed" / "esearch8.xml").read_bytes(), content_type="text/xml")
    outcome = service.ask(PubMedSource(base_url=service.url, options=QUICK))
    assert (outcome.status, outcome.records, outcome.reported) == (COMPLETE, (), 0)
    assert any("abcXYZ" in warning for warning in outcome.warnings)


@pytest.mark.parametrize("name", ["elink3.xml", "esummary1.xml", "pubmed1.xml"])
def test_another_utility_s_answer_is_no_search_result(fixtures: Path, service: Any, name: str) -> None:
    service.always((fixtures / "pubmed" / name).read_bytes(), content_type="text/xml")
    outcome = service.ask(PubMedSource(base_url=service.url, options=QUICK))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())


def test_a_structured_pubmed_abstract_keeps_its_labels(fixtures: Path) -> None:
    root = parse_xml((fixtures / "pubmed" / "pubmed-29768149.xml").read_bytes())
    assert len(pubmed_articles(root)) == 1
    (record,) = parse_articles(root).records
    assert record.pmid == "29768149"
    assert [line.split(":")[0] for line in record.abstract.split("\n")][:4] == [
        "BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS",
    ]  # fmt: skip


def test_semantic_scholar_citations_are_paged_to_the_limit(fixtures: Path, service: Any) -> None:
    pages = {
        parse_qs(urlsplit(uri).query)["offset"][0]: body
        for uri, _, body in exchanges(
            fixtures, "semanticscholar/test_get_paper_citations.yaml", "semanticscholar"
        )
    }
    service.behaviour = lambda asked: service.answer(pages[asked.params["offset"]])
    source = SemanticScholarSource(base_url=service.url, options=QUICK)
    outcome = service.ask(source, 1000, "CorpusID:14514057", relation="citations")
    assert (outcome.status, outcome.error, len(outcome.records)) == (COMPLETE, None, 1000)
    assert service.asked[0].path == "/graph/v1/paper/CorpusID:14514057/citations"
    assert len(service.asked) == 10


def test_every_semantic_scholar_answer_is_read_in_full(fixtures: Path, service: Any) -> None:
    seen = 0
    for pattern in ("semanticscholar/*.yaml", "paperqa_*.yaml"):
        for uri, status, body in exchanges(fixtures, pattern, "api.semanticscholar.org"):
            path = urlsplit(uri).path
            seen += 1
            assert status == 200
            if re.search(r"/paper/(?:DOI|CorpusId):[^/]+(?:/[^/]+)?$", path) and "citations" not in path:
                record = semantic_scholar.parse_record(parse_json(body))
                assert record is not None
                assert record.doi == "10.1016/j.xgen.2025.100814"
                assert (record.pmid, record.pmcid) == ("40120586", "PMC12008803")
                continue
            relation = "citations" if "citations" in path else "match" if "match" in path else "search"
            if "bulk" in path:
                relation = "bulk"
            page = semantic_scholar.parse_page(parse_json(body), relation)
            entries = json.loads(body)["data"]
            assert page.entries == len(page.records) == len(entries)
    assert seen >= 25


def test_semantic_scholar_bulk_search_follows_its_token(fixtures: Path, service: Any) -> None:
    (answer,) = exchanges(
        fixtures, "semanticscholar/test_search_paper_bulk_retrieval.yaml", "semanticscholar"
    )
    service.always(answer[2])
    outcome = service.ask(SemanticScholarSource(base_url=service.url, options=QUICK), 1000, relation="bulk")
    assert (outcome.status, len(outcome.records), outcome.reported) == (COMPLETE, 1000, 2674)
    more = service.ask(SemanticScholarSource(base_url=service.url, options=QUICK), 2000, relation="bulk")
    assert (more.status, len(more.records)) == (INCOMPLETE, 1000)
    assert "repeats" in more.error


@pytest.mark.parametrize(
    ("name", "limit", "papers"),
    [
        ("q_testing_s0_m100_cfe7536492ca.json", 100, 100),
        ("q_testing_s0_m10_bc5a6c384fe9.json", 10, 10),
        ("id_0808.05394_1707.08567_s0_m100_42e5aa0ec3af.json", 100, 1),
    ],
)
def test_arxiv_feeds_are_complete(fixtures: Path, service: Any, name: str, limit: int, papers: int) -> None:
    body = json.loads((fixtures / "arxiv" / name).read_text())["body"]
    service.always(body, content_type="application/atom+xml; charset=utf-8")
    outcome = service.ask(ArxivSource(base_url=service.url, options=QUICK), limit)
    assert (outcome.status, outcome.error, len(outcome.records)) == (COMPLETE, None, papers)
    for record in outcome.records:
        assert record.title
        assert record.abstract
        assert record.arxiv_id
        assert record.authors
        assert record.year
        assert record.venue


def test_every_crossref_answer_is_read_in_full(fixtures: Path) -> None:
    lists = works = 0
    for pattern in ("crossref/*.yml", "paperqa_*.yaml"):
        for _, status, body in exchanges(fixtures, pattern, "api.crossref.org"):
            if not body.startswith(b'{"status":"ok"') or status != 200:
                continue
            answer = parse_json(body)
            if answer["message-type"] == "work-list":
                lists += 1
                page = crossref.parse_page(answer)
                assert page.entries == len(page.records) == len(answer["message"]["items"])
                assert all(r.doi for r in page.records)
            else:
                works += 1
                record = crossref.parse_record(answer["message"])
                assert record is not None
                assert record.doi
    assert lists >= 10
    assert works == 14


def test_crossref_search_and_lookup_work_against_recorded_answers(fixtures: Path, service: Any) -> None:
    recorded = {
        uri: body for uri, _, body in exchanges(fixtures, "crossref/cr_works.yml", "api.crossref.org")
    }
    service.always(recorded["https://api.crossref.org/works?query=NSF"])
    outcome = service.ask(CrossrefSource(base_url=service.url, options=QUICK, page_size=20), 20)
    assert (outcome.status, len(outcome.records), outcome.reported) == (COMPLETE, 20, 94960)
    service.always(recorded["https://api.crossref.org/works/10.1038/nnano.2014.279"])
    record = asyncio.run(
        CrossrefSource(base_url=service.url, options=QUICK).work("doi:10.1038/NNANO.2014.279")
    )
    assert (record.doi, record.year) == ("10.1038/nnano.2014.279", 2014)
    service.always("Resource not found.", status=404)
    with pytest.raises(NotFound):
        asyncio.run(CrossrefSource(base_url=service.url, options=QUICK).work("10.1234/absent"))


def test_openalex_answers_are_complete(fixtures: Path, service: Any) -> None:
    works = json.loads((fixtures / "openalex" / "openalexR_works.json").read_text())
    answer = {"meta": {"count": 3, "next_cursor": None}, "results": works}
    service.always(json.dumps(answer))
    outcome = service.ask(OpenAlexSource(base_url=service.url, options=QUICK))
    assert (outcome.status, len(outcome.records)) == (COMPLETE, 3)
    first = outcome.records[0]
    assert (first.record_id, first.pmid, first.doi) == ("W52443429", "12734659", "10.1007/s00401-002-0654-1")
    assert [s.status for s in first.retraction_signals] == [RetractionStatus.NONE]
    for uri, _, body in exchanges(fixtures, "paperqa_*.yaml", "api.openalex.org"):
        read = parse_json(body)
        if "results" in read:
            page = openalex.parse_page(read)
            assert page.entries == len(page.records) == len(read["results"])
            assert any("chemistry" in r.abstract for r in page.records)
        elif "select=" not in uri:
            record = openalex.parse_record(read)
            assert record is not None
            assert record.doi == "10.1016/j.xgen.2025.100814"


@pytest.mark.parametrize(
    "kind", ["authors", "concepts", "funders", "institutions", "keywords", "sources", "topics"]
)
def test_openalex_entities_that_are_no_works_never_pass_for_a_full_answer(
    fixtures: Path, service: Any, kind: str
) -> None:
    service.always((fixtures / "openalex" / f"openalexR_{kind}.json").read_bytes())
    outcome = service.ask(OpenAlexSource(base_url=service.url, options=QUICK))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())
