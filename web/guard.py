"""What stands before every route: how large a request is, how often it comes, and where a form came from."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION = "aitia_session"
KEY = "aitia_key"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


@dataclass
class Forms:
    """Tokens that tie a form to the browser that was given it."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def token(self, session: str) -> str:
        """The token of a browser's session."""
        return hmac.new(self.secret, session.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def holds(self, session: str | None, token: object) -> bool:
        """Whether a form came back from the browser that it was given to."""
        if not session or not isinstance(token, str):
            return False
        return hmac.compare_digest(self.token(session).encode(), token.encode("utf-8", "replace"))


class BodyLimit:
    """Refuses a body beyond `most` bytes, stated or sent, before anything reads it; adds the safe headers."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, taken = False, 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise _TooLarge
            return message

        async def guarded(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        stated = Headers(scope=scope).get("content-length", "0")
        try:
            if not stated.isdigit() or int(stated) > self._most:
                raise _TooLarge
            await self._app(scope, counted, guarded)
        except _TooLarge:
            if not began:
                body = f"A request may have {self._most} bytes; this one has more.\n".encode()
                head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *_HEADERS]
                await send({"type": "http.response.start", "status": 413, "headers": head})
                await send({"type": "http.response.body", "body": body})


class _TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413, "The body of the request is too large.")


@dataclass
class Rates:
    """So many requests a second for each client, with a burst; the oldest clients are forgotten."""

    per_second: float
    burst: int
    clock: Callable[[], float] = time.monotonic
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allows(self, client: str) -> bool:
        """Take one request of a client's; False when it has none left."""
        now = self.clock()
        with self._lock:
            left, at = self._left.pop(client, (float(self.burst), now))
            left = min(float(self.burst), left + (now - at) * self.per_second)
            self._left[client] = (left - 1 if left >= 1 else left), now
            if len(self._left) > 10_000:
                del self._left[next(iter(self._left))]
            return left >= 1
