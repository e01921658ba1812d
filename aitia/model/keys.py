"""Content-derived identifiers: the same content has the same id in every build of the store."""

from __future__ import annotations

import hashlib
from typing import NewType

PaperId = NewType("PaperId", str)
PassageId = NewType("PassageId", str)
QuestionId = NewType("QuestionId", str)
ClaimId = NewType("ClaimId", str)
NodeId = NewType("NodeId", str)
EdgeId = NewType("EdgeId", str)
StudyId = NewType("StudyId", str)

_SEPARATOR = "\x1f"


def content_hash(*parts: str) -> str:
    """SHA-256 (64 hex digits) of the parts; ("ab", "c") and ("a", "bc") differ."""
    return hashlib.sha256(_SEPARATOR.join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def stable_id(kind: str, *parts: str) -> str:
    """`kind` and 20 hex digits derived from the parts, e.g. `edge_3f…`."""
    return f"{kind}_{content_hash(kind, *parts)[:20]}"
