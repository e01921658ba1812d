"""Requests to services: redirects, packed answers, keys, pace, kept answers and addresses."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from typing import Any

import pytest

from aitia.model.errors import SourceError
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.crossref import CrossrefSource
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource
from resources.sources.semantic_scholar import SemanticScholarSource
from tests.resources.sources.services import ALL, COMPLETE, INCOMPLETE, QUICK, epmc, source


def test_a_redirect_within_the_service_is_followed(service: Any) -> None:
    def behaviour(asked: Any) -> Any:
        if asked.path == "/search":
            return service.answer(status=301, headers={"Location": "/moved"})
        return service.answer(epmc(1))

    service.behaviour = behaviour
    assert service.ask(source(service)).status is COMPLETE
    assert [asked.path for asked in service.asked] == ["/search", "/moved"]


def test_a_public_name_with_a_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(self: Any, host: str, port: int, **how: Any) -> list[Any]:
        return [(2, 1, 6, "", ("10.0.0.7", port))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)

    async def run() -> None:
        async with PoliteHttp(Service("s", "https://service.example", pace=0), QUICK).open() as http:
            await http.json("x", {})

    with pytest.raises(SourceError, match="private address"):
        asyncio.run(run())


def test_packed_answers_are_unpacked(service: Any) -> None:
    for coding, packed in (
        ("gzip", gzip.compress(epmc(1).encode())),
        ("deflate", zlib.compress(epmc(1).encode())),
    ):
        service.always(packed, headers={"Content-Encoding": coding})
        assert len(service.ask(source(service)).records) == 1


def test_a_packed_answer_that_goes_on_after_its_end_is_not_taken_for_all(service: Any) -> None:
    service.always(gzip.compress(epmc(1).encode()) + b"\0" * 9, headers={"Content-Encoding": "gzip"})
    outcome = service.ask(source(service))
    assert (outcome.status, outcome.records) == (INCOMPLETE, ())
    assert "goes on after its end" in outcome.error


def test_requests_carry_the_contact_and_keys_and_errors_do_not_show_them(service: Any) -> None:
    options = HttpOptions(contact="someone@example.org", attempts=1)
    service.always(status=403)
    for kind in (PubMedSource, SemanticScholarSource, OpenAlexSource):
        made = kind(base_url=service.url, options=options, api_key="hush")
        outcome = service.ask(made)
        assert "hush" not in (outcome.error or "")
        assert "hush" not in repr(made._http.service)
        asked = service.asked[-1]
        assert "mailto:someone@example.org" in asked.headers["user-agent"]
        assert "hush" in (asked.params.get("api_key"), asked.headers.get("x-api-key"))
    service.ask(CrossrefSource(base_url=service.url, options=options))
    assert service.asked[-1].params["mailto"] == "someone@example.org"


@pytest.mark.parametrize("status", [400, 401, 403])
@pytest.mark.parametrize("kind", [PubMedSource, SemanticScholarSource, OpenAlexSource], ids=lambda k: k.name)
def test_a_wrong_key_and_a_missing_one_are_told_apart(service: Any, kind: Any, status: int) -> None:
    service.always('{"error": "API key invalid"}', status=status)
    wrong = service.ask(kind(base_url=service.url, options=QUICK, api_key="hush"))
    missing = service.ask(kind(base_url=service.url, options=QUICK))
    assert (wrong.status, missing.status) == (INCOMPLETE, INCOMPLETE)
    assert wrong.error.endswith(f"(status {status}); check its key in the settings")
    assert missing.error.endswith(f"(status {status}); it may want a key: set one in the settings")
    assert len(service.asked) == 2  # neither is worth asking again


def test_requests_wait_for_the_service_s_pace(service: Any) -> None:
    service.always(epmc(1, total=3, cursor="x"))
    http = PoliteHttp(Service("paced", service.url, pace=0.35), HttpOptions(pace=0.01))

    async def run() -> list[Any]:
        public = PoliteHttp(Service("public", "https://service.example", pace=0.35), HttpOptions())
        local = PoliteHttp(Service("local", service.url, pace=0.35), HttpOptions())
        return [item._limiter() for item in (public, public, local, http)]

    public, same, local, chosen = asyncio.run(run())
    assert public is same
    assert (public.max_rate, public.time_period) == (1, 0.35)
    assert local.max_rate > 1000
    assert chosen.time_period == 0.01


def test_answers_are_kept_as_long_as_the_service_allows(service: Any, tmp_path: Any) -> None:
    def behaviour(asked: Any) -> Any:
        if asked.headers.get("if-none-match") == '"1"':
            return service.answer(status=304)
        return service.answer(epmc(1), headers={"ETag": '"1"', "Cache-Control": control})

    service.behaviour = behaviour
    for control, requests, revalidated in (("no-store", 2, 0), ("no-cache", 2, 1), ("max-age=600", 1, 0)):
        service.asked.clear()
        kept = source(service, cache_home=tmp_path / control)
        assert [len(service.ask(kept).records) for _ in range(2)] == [1, 1]
        assert len(service.asked) == requests
        assert sum("if-none-match" in asked.headers for asked in service.asked) == revalidated


def test_a_damaged_cache_entry_is_fetched_again(service: Any, tmp_path: Any) -> None:
    service.always(epmc(1), headers={"Cache-Control": "max-age=600"})
    kept = source(service, cache_home=tmp_path)
    service.ask(kept)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(entry.read_bytes()[:-9])
    assert len(service.ask(kept).records) == 1
    assert len(service.asked) == 2


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"query": "  "}, "empty"),
        ({"query": "x" * 30_000}, "30000 characters"),
        ({"limit": 0}, "limit"),
        ({"url": "http://example.org"}, "unknown filter url"),
    ],
)
@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_a_request_that_makes_no_sense_is_refused_before_it_is_sent(
    service: Any, kind: Any, how: Any, told: str
) -> None:
    outcome = service.ask(source(service, kind), **how)
    assert (outcome.status, service.asked) == (INCOMPLETE, [])
    assert told in outcome.error


def test_a_seed_identifier_cannot_leave_its_place_in_the_path(service: Any) -> None:
    service.always('{"recommendedPapers": []}')
    made = source(service, SemanticScholarSource)
    outcome = service.ask(made, query="../../../x?y=1#z", relation="recommendations")
    assert service.asked[0].path == "/recommendations/v1/papers/forpaper/..%2F..%2F..%2Fx%3Fy%3D1%23z"
    assert outcome.status is COMPLETE
    assert service.ask(made, relation="friends").status is INCOMPLETE
