"""Answers kept on disk for as long as their service allows, revalidated afterwards.

`hishel` does the same for whole clients, but it reads bodies without a size limit and keys its
entries by address, keys included; hence these few lines of RFC 9111: `no-store`, `max-age`,
`ETag` and `Last-Modified`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

_LONGEST_AGE = 7 * 24 * 3600.0


@dataclass(frozen=True)
class Cached:
    """A stored answer. `fresh_until` is seconds since 1970."""

    status: int
    media_type: str
    etag: str
    last_modified: str
    fresh_until: float
    body: bytes

    def validators(self) -> dict[str, str]:
        """The headers that ask whether this answer still holds."""
        found = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in found.items() if value}


class HttpCache:
    """A folder of answers; a damaged or vanished entry counts as absent. Nothing here raises."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def key(self, url: str, accept: str) -> str:
        """The name under which the answer to a request is kept; tells nothing of the address."""
        return hashlib.sha256(f"{url}\n{accept}".encode()).hexdigest()

    def load(self, key: str) -> Cached | None:
        """The stored answer, fresh or not."""
        try:
            head, _, body = (self._home / key).read_bytes().partition(b"\n")
            found = dict(json.loads(head))
            digest = found.pop("digest", "")
            entry = Cached(**found, body=body)
        except (OSError, ValueError, TypeError):
            return None
        return entry if hashlib.sha256(body).hexdigest() == digest else None

    def is_fresh(self, entry: Cached) -> bool:
        """True while the service promised that the answer does not change."""
        return time.time() < entry.fresh_until

    def store(self, key: str, status: int, media_type: str, headers: Mapping[str, str], body: bytes) -> None:
        """Keep an answer that may be kept and can be used again."""
        control = headers.get("cache-control", "").lower()
        age = re.search(r"\bmax-age=(\d{1,9})\b", control)
        seconds = min(float(age.group(1)), _LONGEST_AGE) if age and "no-cache" not in control else 0.0
        etag, modified = headers.get("etag", ""), headers.get("last-modified", "")
        if "no-store" in control or not (etag or modified or seconds):
            return
        entry = Cached(status, media_type, etag, modified, time.time() + seconds, b"")
        head = {name: value for name, value in asdict(entry).items() if name != "body"}
        head["digest"] = hashlib.sha256(body).hexdigest()
        try:
            self._home.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._home)
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(head).encode() + b"\n" + body)
            os.replace(name, self._home / key)
        except OSError:
            return
