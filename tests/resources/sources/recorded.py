"""Recorded genuine answers of services, played by a local server."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from resources.http import HttpOptions

QUICK = HttpOptions(timeout=10, attempts=2, first_wait=0.01, longest_wait=0.2)


def exchanges(folder: Path, pattern: str, host: str) -> Iterator[tuple[str, int, bytes]]:
    """Address, status and body of every recorded exchange with a host in the files."""
    for file in sorted(folder.glob(pattern)):
        recorded = yaml.load(file.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for exchange in recorded.get("interactions") or recorded["http_interactions"]:
            if host not in exchange["request"]["uri"]:
                continue
            answer = exchange["response"]
            body = answer["content"] if "content" in answer else answer["body"]["string"]
            raw = body.encode() if isinstance(body, str) else body
            told = answer.get("status")
            status = answer.get("status_code") or told.get("code") or told["status_code"]
            yield (
                exchange["request"]["uri"],
                int(status),
                gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw,
            )


@pytest.fixture
def fixtures(shared: Path) -> Path:
    return shared / "data" / "api_fixtures"
