"""The answers of a service, read as a stream: what a status means, and bodies that never grow too large."""

from __future__ import annotations

import zlib

import httpx

from aitia.model.errors import SourceMalformed, SourceUnavailable
from resources.http.service import NotFound, Passing, Reply, Service
from resources.retry_after import retry_after

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 64 * 1024


async def read_reply(response: httpx.Response, service: Service, accept: tuple[str, ...], most: int) -> Reply:
    """The answer of a service, read to its end, of at most so many bytes; redirects are not followed.

    Raises NotFound, SourceUnavailable or SourceMalformed, and Passing where it may be asked again.
    """
    name, status = service.name, response.status_code
    if status in REDIRECTS:
        return Reply(status, "", b"", response.headers)
    if status in _PASSING:
        after = retry_after(response.headers.get("retry-after"))
        waits = f", asks to come back in {after:.0f} s" if after else ""
        raise Passing(f"{name}: answered with status {status}{waits}; try again later", after)
    if status in (401, 403):
        raise SourceUnavailable(f"{name}: refused the request (status {status}); {service.hint}")
    if status == 404:
        raise NotFound(f"{name}: has no such entry (status 404)")
    if status != 200:
        hint = f"; {service.hint}" if status == 400 else ""
        raise SourceMalformed(f"{name}: did not accept the request (status {status}){hint}")
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in accept:
        raise SourceMalformed(f"{name}: sent {media_type or 'no content type'} instead of {accept[0]}")
    return Reply(status, media_type, await _body(response, name, most), response.headers)


async def _body(response: httpx.Response, name: str, limit: int) -> bytes:
    """The unpacked body. Unpacking is bounded at every step, so that a bomb costs no memory."""
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:15]) > limit:
        raise SourceMalformed(f"{name}: answer of {declared} bytes is larger than the limit of {limit}")
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("identity", "", "gzip", "x-gzip", "deflate"):
        raise SourceMalformed(f"{name}: answer is packed as {coding[:40]!r}, which was not asked for")
    packed = coding not in ("identity", "")
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    body = bytearray()
    try:
        async for chunk in response.aiter_raw(_CHUNK):
            body += unpacker.decompress(chunk, limit + 1 - len(body)) if packed else chunk
            if len(body) > limit or unpacker.unconsumed_tail:
                raise SourceMalformed(f"{name}: answer unpacks to more than the limit of {limit} bytes")
            if unpacker.unused_data:
                raise SourceMalformed(f"{name}: answer goes on after its end")
    except zlib.error as error:
        raise SourceMalformed(f"{name}: answer is damaged ({error})") from error
    if packed and not unpacker.eof:
        raise Passing(f"{name}: answer broke off before its end; try again later")
    return bytes(body)
