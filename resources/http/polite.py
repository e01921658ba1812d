"""The one way to a literature service: polite, bounded, and only to the hosts that were configured.

Every request waits for its service's rate limit, has a deadline, and is repeated after a failure
that may pass, as long as the service asks with Retry-After. Bodies are read as a stream and given
up on beyond a size limit, packed or unpacked. Redirects are followed only to the service's own
hosts; names that resolve to private addresses are refused, unless the configured address is itself
a local one (a mirror or a test).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary
from xml.etree.ElementTree import Element

import httpx
import stamina
import stamina.instrumentation
from aiolimiter import AsyncLimiter

from aitia.model.errors import SourceError, SourceMalformed, SourceUnavailable
from resources.http.replies import REDIRECTS, read_reply
from resources.http.service import HttpOptions, Passing, Reply, Service
from resources.http_cache import HttpCache
from resources.payload import Json, PayloadError, parse_json, parse_xml

# Its default hook prints to standard output, where the command line prints its answers.
stamina.instrumentation.set_on_retry_hooks([])

_MOST_REDIRECTS = 3
_LONGEST_LOOK = 0.25
"""Seconds between two looks whether it is this process's turn."""
JSON_TYPES = ("application/json", "text/json", "text/javascript")
XML_TYPES = ("application/xml", "text/xml", "application/atom+xml")


class PoliteHttp:
    """Requests to one service. Use inside `async with http.open():`."""

    def __init__(self, service: Service, options: HttpOptions | None = None) -> None:
        parts = urlsplit(service.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SourceError(f"{service.name}: base URL {service.base_url!r} is not an http(s) address")
        self.service = service
        self.options = options or HttpOptions()
        self._local = _is_local(parts.hostname)
        self._scheme = parts.scheme
        self._hosts = {(parts.hostname, parts.port), *((host, None) for host in service.also_hosts)}
        self._cache = HttpCache(self.options.cache_home) if self.options.cache_home else None
        self._client: httpx.AsyncClient | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[PoliteHttp]:
        """Hold connections open for a series of requests."""
        agent = "Aitia/0.1 (literature search"
        agent += f"; mailto:{self.options.contact})" if self.options.contact else ")"
        headers = {"User-Agent": agent, "Accept-Encoding": "gzip, deflate", **self.service.headers}
        async with httpx.AsyncClient(
            headers=headers,
            timeout=self.options.timeout,
            follow_redirects=False,
            trust_env=False,
            verify=_trust(),
            proxy=self.options.proxy,
        ) as client:
            session = PoliteHttp(self.service, self.options)
            session._client = client
            yield session

    async def json(self, path: str, params: Mapping[str, str]) -> Json:
        """The decoded JSON answer. Raises SourceError."""
        return self._parsed(await self.get(path, params, JSON_TYPES))

    async def xml(
        self, path: str, params: Mapping[str, str], form: Mapping[str, str] | None = None
    ) -> Element:
        """The root of the XML answer; with `form`, by POST. Raises SourceError."""
        reply = await self.get(path, params, XML_TYPES, form)
        try:
            return await asyncio.to_thread(parse_xml, reply.body, self.options.max_bytes)
        except PayloadError as error:
            raise SourceMalformed(f"{self.service.name}: {error}") from error

    def _parsed(self, reply: Reply) -> Json:
        try:
            return parse_json(reply.body, self.options.max_bytes)
        except PayloadError as error:
            raise SourceMalformed(f"{self.service.name}: {error}") from error

    async def get(
        self,
        path: str,
        params: Mapping[str, str],
        accept: tuple[str, ...],
        form: Mapping[str, str] | None = None,
    ) -> Reply:
        """One answer with status 200. Raises SourceUnavailable or SourceMalformed, after retries."""
        url = self.service.base_url.rstrip("/") + "/" + path.lstrip("/")
        query = {**params, **self.service.params}
        retries = stamina.retry_context(
            on=self._backoff,
            attempts=self.options.attempts,
            timeout=None,
            wait_initial=self.options.first_wait,
            wait_max=self.options.longest_wait,
            wait_jitter=self.options.first_wait,
        )
        async for attempt in retries:
            with attempt:
                return await self._once(url, query, accept, form)
        raise SourceUnavailable(f"{self.service.name}: no attempt was made")

    def _backoff(self, error: Exception) -> bool | float:
        if not isinstance(error, Passing):
            return False
        if error.after is None:
            return True
        return error.after if error.after <= self.options.longest_wait else False

    async def _once(
        self, url: str, query: Mapping[str, str], accept: tuple[str, ...], form: Mapping[str, str] | None
    ) -> Reply:
        name = self.service.name
        async with self._limiter():
            await self._turn()
            try:
                async with asyncio.timeout(self.options.timeout):
                    return await self._follow(httpx.URL(url, params=dict(query)), accept, form)
            except (TimeoutError, httpx.TimeoutException) as error:
                raise Passing(
                    f"{name}: no answer within {self.options.timeout:g} s; try again later"
                ) from error
            except httpx.InvalidURL as error:
                raise SourceError(f"{name}: the request has no valid address ({error})") from error
            except httpx.HTTPError as error:
                reason = str(error)[:200] or type(error).__name__
                raise Passing(
                    f"{name}: connection failed or broke off ({reason}); try again later"
                ) from error

    async def _follow(self, url: httpx.URL, accept: tuple[str, ...], form: Mapping[str, str] | None) -> Reply:
        """The answer at the end of redirects, each of them checked."""
        for _ in range(_MOST_REDIRECTS + 1):
            await self._check_host(url)
            reply = await self._send(url, accept, form)
            if reply.status not in REDIRECTS:
                return reply
            location = reply.headers.get("location", "")
            try:
                url = url.join(location)
            except httpx.InvalidURL as error:
                raise SourceMalformed(f"{self.service.name}: redirected to no valid address") from error
            form = None if reply.status == 303 else form
        raise SourceMalformed(f"{self.service.name}: more than {_MOST_REDIRECTS} redirects")

    async def _check_host(self, url: httpx.URL) -> None:
        """Refuse any host but the configured ones, and private addresses behind public names."""
        name = self.service.name
        if (url.host, url.port) not in self._hosts or url.scheme not in ("https", self._scheme):
            raise SourceMalformed(
                f"{name}: refused to contact {url.scheme}://{url.host}, which is not a host of {name}"
            )
        if self._local or self.options.proxy:
            return
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                url.host, url.port or 443, type=socket.SOCK_STREAM
            )
        except OSError as error:
            raise Passing(f"{name}: {url.host} cannot be resolved; is there a network?") from error
        if not all(ipaddress.ip_address(entry[4][0]).is_global for entry in found):
            raise SourceMalformed(
                f"{name}: refused to contact {url.host}, which resolves to a private address"
            )

    async def _send(self, url: httpx.URL, accept: tuple[str, ...], form: Mapping[str, str] | None) -> Reply:
        if self._client is None:
            raise SourceError(f"{self.service.name}: request outside of `async with http.open()`")
        headers = {"Accept": ", ".join(accept)}
        key = self._cache.key(str(url), headers["Accept"]) if self._cache and form is None else ""
        held = self._cache.load(key) if self._cache and key else None
        if held and self._cache and self._cache.is_fresh(held):
            return Reply(held.status, held.media_type, held.body)
        headers |= held.validators() if held else {}
        method = "GET" if form is None else "POST"
        async with self._client.stream(method, url, headers=headers, data=form) as response:
            if response.status_code == 304 and held:
                return Reply(held.status, held.media_type, held.body)
            reply = await read_reply(response, self.service, accept, self.options.max_bytes)
        if self._cache and key and reply.status == 200:
            self._cache.store(key, reply.status, reply.media_type, reply.headers, reply.body)
        return reply

    @property
    def _pace(self) -> float:
        """Seconds between two requests; a mirror on this machine is asked at once."""
        if self.options.pace is not None:
            return self.options.pace
        return 0.0 if self._local else self.service.pace

    async def _turn(self) -> None:
        """Wait until no other process has asked the service within its pace."""
        turns, pace = self.options.turns, self._pace
        if turns is None or pace <= 0:
            return
        while not await asyncio.to_thread(turns.take, self.service.name, pace):
            await asyncio.sleep(min(pace / 4, _LONGEST_LOOK))

    def _limiter(self) -> AsyncLimiter:
        """The limiter that all requests to this service share in this event loop."""
        pace = self._pace
        loop = asyncio.get_running_loop()
        held = _limiters.setdefault(loop, {})
        key = (self.service.name, pace)
        if key not in held:
            held[key] = AsyncLimiter(1, pace) if pace > 0 else AsyncLimiter(1_000_000, 1)
        return held[key]


_limiters: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, float], AsyncLimiter]] = (
    WeakKeyDictionary()
)


@cache
def _trust() -> ssl.SSLContext:
    """The certificates trusted; reading them takes longer than most requests, so it is done once."""
    return httpx.create_ssl_context(trust_env=False)


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return False
