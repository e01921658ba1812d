"""A service may send a request on within its own hosts only; a host that answers is not asked either."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aitia.model.errors import SourceError
from aitia.model.search import SearchStatus
from resources.http import HttpOptions, PoliteHttp, Service
from resources.sources.europe_pmc import EuropePmcSource

QUICK = HttpOptions(timeout=5, attempts=1, first_wait=0.01, longest_wait=1, max_bytes=1_000_000)
EMPTY = '{"hitCount": 0, "nextCursorMark": "", "resultList": {"result": []}}'


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_foreign_host_that_would_answer_is_never_asked(service: Any, stranger: Any, status: int) -> None:
    stranger.always(EMPTY)
    service.always(status=status, headers={"Location": f"{stranger.url}/search"})
    outcome = service.ask(EuropePmcSource(base_url=service.url, options=QUICK))
    assert stranger.asked == []
    assert outcome.status is SearchStatus.INCOMPLETE
    assert "not a host of" in outcome.error


def test_a_foreign_host_at_the_second_step_is_not_asked_either(service: Any, stranger: Any) -> None:
    stranger.always(EMPTY)

    def behaviour(asked: Any) -> Any:
        where = "/moved" if asked.path == "/search" else f"{stranger.url}/search"
        return service.answer(status=302, headers={"Location": where})

    service.behaviour = behaviour
    outcome = service.ask(EuropePmcSource(base_url=service.url, options=QUICK))
    assert [asked.path for asked in service.asked] == ["/search", "/moved"]
    assert stranger.asked == []
    assert outcome.status is SearchStatus.INCOMPLETE


@pytest.mark.parametrize(
    "addresses", [("10.0.0.7",), ("93.184.216.34", "127.0.0.1"), ("169.254.169.254",), ("::1",)], ids=str
)
def test_one_private_address_among_public_ones_is_enough_to_refuse(
    monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    async def resolve(self: Any, host: str, port: int, **how: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)

    async def run() -> None:
        async with PoliteHttp(Service("s", "https://service.example", pace=0), QUICK).open() as http:
            await http.json("x", {})

    with pytest.raises(SourceError, match="private address"):
        asyncio.run(run())
