"""A literature service, what a user may set, and what its answers and failures are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from aitia.model.errors import SourceError, SourceUnavailable
from resources.payload import MAX_BYTES


class Turns(Protocol):
    """Whose turn it is to ask a service, of all processes that keep to its pace together."""

    def take(self, service: str, pace: float) -> bool:
        """Whether the service may be asked now; if so it is nobody else's turn for `pace` seconds."""
        ...


@dataclass(frozen=True)
class HttpOptions:
    """What a user may set. Times are seconds; `pace` is the time between requests, None the service's own.

    `longest_wait`: a service that asks to come back later than that is given up on. `turns`: what other
    processes share the pace through; without it this process keeps to it for itself.
    """

    contact: str | None = None
    timeout: float = 30.0
    attempts: int = 4
    first_wait: float = 0.5
    longest_wait: float = 60.0
    max_bytes: int = MAX_BYTES
    pace: float | None = None
    cache_home: Path | None = None
    proxy: str | None = None
    turns: Turns | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Service:
    """A literature service: where it is, how often it may be asked, and the key it wants.

    `pace`: seconds between two requests. `headers` and `params` go with every request; they may hold
    keys and are never shown.
    """

    name: str
    base_url: str
    pace: float
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    params: Mapping[str, str] = field(default_factory=dict, repr=False)
    also_hosts: frozenset[str] = frozenset()

    @property
    def hint(self) -> str:
        """What to do about a refusal: a key that is wrong looks different at every service."""
        keyed = {"api_key", "x-api-key"} & {*self.headers, *self.params}
        return "check its key in the settings" if keyed else "it may want a key: set one in the settings"


@dataclass(frozen=True)
class Reply:
    """A service's answer, read to its end."""

    status: int
    media_type: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class Passing(SourceUnavailable):
    """A failure that may pass; `after` is how long the service asks to wait."""

    def __init__(self, message: str, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


class NotFound(SourceError):
    """The service knows no such entry."""
