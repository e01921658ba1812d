"""Sources at a local server, and what Europe PMC would send."""

from __future__ import annotations

import json
from typing import Any

from aitia.model.search import SearchStatus
from resources.http import HttpOptions
from resources.sources.arxiv import ArxivSource
from resources.sources.crossref import CrossrefSource
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource
from resources.sources.semantic_scholar import SemanticScholarSource

QUICK = HttpOptions(timeout=5, attempts=3, first_wait=0.01, longest_wait=2, max_bytes=4_000_000)
COMPLETE, INCOMPLETE = SearchStatus.COMPLETE, SearchStatus.INCOMPLETE
XML = "application/xml"


def epmc(*numbers: int, total: int | None = None, cursor: str = "") -> str:
    results = [
        {"id": str(n), "source": "MED", "pmid": str(n), "title": f"Report {n}", "pubYear": "2020"}
        for n in numbers
    ]
    hits = len(numbers) if total is None else total
    return json.dumps({"hitCount": hits, "nextCursorMark": cursor, "resultList": {"result": results}})


def source(service: Any, kind: Any = EuropePmcSource, **options: Any) -> Any:
    from dataclasses import replace

    return kind(base_url=service.url, options=replace(QUICK, **options))


ALL = [EuropePmcSource, PubMedSource, SemanticScholarSource, OpenAlexSource, ArxivSource, CrossrefSource]
