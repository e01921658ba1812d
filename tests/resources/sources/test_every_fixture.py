"""Every recorded payload, file by file, through the client of its service: read in full, or refused aloud."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from aitia.model.errors import DocumentError, SourceError
from aitia.model.search import SearchOutcome, SearchStatus
from resources.http import HttpOptions
from resources.sources.arxiv import ArxivSource
from resources.sources.crossref import CrossrefSource
from resources.sources.document_sets import read_documents
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource
from resources.sources.semantic_scholar import SemanticScholarSource

QUICK = HttpOptions(timeout=10, attempts=1, first_wait=0.01, longest_wait=0.1)
NOT_PAYLOADS = ("LICENSE*", "SOURCE.txt")
XML = "text/xml; charset=UTF-8"


@dataclass(frozen=True)
class Played:
    """What came of one payload: `expected` papers stand in it (None: it is no answer to what was asked)."""

    what: str
    expected: int | None
    read: int
    told: str | None

    @property
    def holds(self) -> bool:
        """All of it read, or nothing of it and said so."""
        if self.expected:
            return self.read == self.expected and self.told is None
        return self.read == 0 and (self.told is not None or self.expected == 0)


class Player:
    """Plays payloads through real clients against the local server."""

    def __init__(self, service: Any, tmp_path: Path) -> None:
        self.service, self.folder = service, tmp_path

    def search(self, what: str, client: Any, expected: int | None, **filters: str) -> Played:
        """One search for as many papers as the payload holds."""
        size = {"batch_size" if client is PubMedSource else "page_size": max(1, expected or 1)}
        made = client(base_url=self.service.url, options=QUICK, **size)
        outcome: SearchOutcome = self.service.ask(made, max(1, expected or 1), **filters)
        told = outcome.error if outcome.status is SearchStatus.INCOMPLETE else None
        return Played(what, expected, len(outcome.records), told)

    def work(self, what: str, look_up: Callable[[], Any], expected: int | None = 1) -> Played:
        """One look-up of a work."""
        try:
            record = asyncio.run(look_up())
        except SourceError as error:
            return Played(what, expected, 0, str(error))
        return Played(what, expected, int(record is not None and bool(record.title or record.doi)), None)

    def file(self, what: str, name: str, body: bytes, expected: int | None) -> Played:
        """A payload in a format that the reader of documents knows."""
        (self.folder / name).write_bytes(body)
        try:
            found = read_documents([self.folder / name])
        except DocumentError as error:
            return Played(what, expected, 0, str(error))
        lost = [problem.message for problem in found.problems if problem.cut_short]
        return Played(what, expected, len(found.records), "; ".join(lost) or None)


def _europe_pmc(play: Player, file: Path) -> Iterator[Played]:
    body = file.read_bytes()
    as_json = file.suffix == ".json"
    papers = len(json.loads(body)["resultList"]["result"]) if as_json else None
    play.service.always(body, content_type="application/json" if as_json else XML)
    yield play.search(file.name, EuropePmcSource, papers)


def _pubmed(play: Player, file: Path) -> Iterator[Played]:
    body = file.read_bytes()
    articles = re.findall(rb"<Pubmed(?:Book)?Article[\s>].*?<PMID[^>]*>(\d+)", body, re.S)
    ids = "".join(f"<Id>{i.decode()}</Id>" for i in articles)
    found = f"<eSearchResult><Count>{len(articles)}</Count><IdList>{ids}</IdList></eSearchResult>"
    play.service.behaviour = lambda asked: play.service.answer(
        found if asked.path.endswith("esearch.fcgi") and articles else body, content_type=XML
    )
    yield play.search(file.name, PubMedSource, len(articles) or None)


def _pubmed_search(play: Player, file: Path) -> Iterator[Played]:
    """A genuine list of ids whose articles do not come is told as such; one without hits is complete."""
    empty = "<PubmedArticleSet></PubmedArticleSet>"
    play.service.behaviour = lambda asked: play.service.answer(
        file.read_bytes() if asked.path.endswith("esearch.fcgi") else empty, content_type=XML
    )
    hits = b"<IdList>" in file.read_bytes()
    yield play.search(file.name, PubMedSource, None if hits else 0)


def _medline(play: Player, file: Path) -> Iterator[Played]:
    records = len(re.findall(rb"^PMID- ", file.read_bytes(), re.M))
    yield play.file(file.name, file.name, file.read_bytes(), records)


def _arxiv(play: Player, file: Path) -> Iterator[Played]:
    body = json.loads(file.read_text())["body"]
    play.service.always(body, content_type="application/atom+xml; charset=utf-8")
    yield play.search(file.name, ArxivSource, body.count("<entry>"))


def _openalex(play: Player, file: Path) -> Iterator[Played]:
    """Works are read; authors, topics and answers that another library reshaped are not taken for works."""
    held = json.loads(file.read_text())
    works = file.name == "openalexR_works.json"
    answer = {"meta": {"count": len(held), "next_cursor": None}, "results": held} if works else held
    play.service.always(json.dumps(answer))
    yield play.search(file.name, OpenAlexSource, len(held) if works else None)


def _reshaped_crossref(play: Player, file: Path) -> Iterator[Played]:
    play.service.always(file.read_bytes())
    yield play.search(file.name, CrossrefSource, None)


def _recorded(play: Player, file: Path) -> Iterator[Played]:
    """Every exchange of a recording, by the service it was made with."""
    recorded = yaml.load(file.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for exchange in recorded.get("interactions") or recorded["http_interactions"]:
        address, answer = exchange["request"]["uri"], exchange["response"]
        body = answer["content"] if "content" in answer else answer["body"]["string"]
        raw = body.encode() if isinstance(body, str) else body
        raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        parts = urlsplit(address)
        client = _HOSTS.get(parts.hostname or "")
        if client is None:
            raise AssertionError(f"{file.name}: no client of {parts.hostname}")
        yield from client(play, f"{file.name} {parts.path}", parts.path, raw)


def _crossref_exchange(play: Player, what: str, path: str, raw: bytes) -> Iterator[Played]:
    if path.endswith("x-bibtex"):
        yield play.file(what, "transformed.bib", raw, 1 if re.search(rb"\btitle=", raw) else None)
        return
    kind = "application/json" if raw.startswith(b"{") else "text/plain"
    play.service.always(raw, content_type=kind, status=200 if raw.startswith((b"{", b"<")) else 404)
    if path == "/works":
        yield play.search(what, CrossrefSource, len(json.loads(raw)["message"]["items"]) or None)
        return
    source = CrossrefSource(base_url=play.service.url, options=QUICK)
    doi = unquote(path.removeprefix("/works/")).split("/transform")[0]
    yield play.work(what, lambda: source.work(doi), 1 if raw.startswith(b'{"status":"ok"') else None)


def _semantic_scholar_exchange(play: Player, what: str, path: str, raw: bytes) -> Iterator[Played]:
    play.service.always(raw)
    answer = json.loads(raw)
    if "data" not in answer:
        source = SemanticScholarSource(base_url=play.service.url, options=QUICK)
        yield play.work(what, lambda: source.paper("DOI:10.1234/any"))
        return
    relation = next((name for name in ("citations", "bulk", "match") if name in path), "search")
    # `match` is an address that the client never asks; its answer lacks the total of a search.
    papers = None if relation == "match" else len(answer["data"])
    asked = "search" if relation == "match" else relation
    yield play.search(what, SemanticScholarSource, papers, relation=asked)


def _openalex_exchange(play: Player, what: str, path: str, raw: bytes) -> Iterator[Played]:
    play.service.always(raw)
    answer = json.loads(raw)
    if "results" in answer:
        yield play.search(what, OpenAlexSource, len(answer["results"]))
        return
    source = OpenAlexSource(base_url=play.service.url, options=QUICK)
    # An answer of chosen fields only has no id, and is refused for that.
    yield play.work(what, lambda: source.work("10.1234/any"), 1 if answer.get("id") else None)


def _unpaywall_exchange(play: Player, what: str, path: str, raw: bytes) -> Iterator[Played]:
    """A service that this project does not ask: none of its answers passes for one of OpenAlex."""
    play.service.always(raw)
    yield play.search(what, OpenAlexSource, None)


_HOSTS: dict[str, Callable[[Player, str, str, bytes], Iterator[Played]]] = {
    "api.crossref.org": _crossref_exchange,
    "api.semanticscholar.org": _semantic_scholar_exchange,
    "api.openalex.org": _openalex_exchange,
    "api.unpaywall.org": _unpaywall_exchange,
}
READERS: dict[str, Callable[[Player, Path], Iterator[Played]]] = {
    "europepmc/search_*": _europe_pmc,
    "pubmed/esearch*.xml": _pubmed_search,
    "pubmed/*.xml": _pubmed,
    "pubmed/pubmed_result*.txt": _medline,
    "arxiv/*.json": _arxiv,
    "crossref/raw_*.json": _reshaped_crossref,
    "openalex/*.json": _openalex,
    "*.yml": _recorded,
    "*.yaml": _recorded,
}


def reader_of(name: str) -> Callable[[Player, Path], Iterator[Played]] | None:
    """The first reader whose pattern a file's name fits."""
    return next((reader for pattern, reader in READERS.items() if fnmatch(name, pattern)), None)


@pytest.fixture
def payloads(shared: Path) -> list[tuple[str, Path]]:
    folder = shared / "data" / "api_fixtures"
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    kept = [path for path in files if not any(fnmatch(path.name, other) for other in NOT_PAYLOADS)]
    return [(path.relative_to(folder).as_posix(), path) for path in kept]


def test_every_payload_has_a_client_that_reads_it(payloads: list[tuple[str, Path]]) -> None:
    assert [name for name, _ in payloads if reader_of(name) is None] == []
    assert reader_of("lens/search.json") is None


def test_every_payload_is_read_in_full_or_refused_aloud(
    payloads: list[tuple[str, Path]], service: Any, tmp_path: Path
) -> None:
    play = Player(service, tmp_path)
    played = [
        (name, result) for name, path in payloads for result in (reader_of(name) or _recorded)(play, path)
    ]
    assert [(name, result) for name, result in played if not result.holds] == []
    counts = Counter("read" if result.read else "refused" for _, result in played)
    assert len({name for name, _ in played}) == len(payloads)
    assert counts["read"] >= 240
    assert sum(result.read for _, result in played) >= 4_800
