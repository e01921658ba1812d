"""Planned searches and what came of them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.paper import PaperRecord
from aitia.model.scales import EvidenceType


class SearchStatus(StrEnum):
    """`incomplete`: the source failed or was cut short; never the same as "nothing found"."""

    PLANNED = "planned"
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"


class SearchRequest(BaseModel):
    """One query for one source, exactly as it will be sent.

    `query` is in the source's own syntax; `terms` are the plain words for sources without one.
    `reason` says why this round asks it.
    """

    model_config = ConfigDict(frozen=True)

    source: str
    evidence_type: EvidenceType
    query: str
    terms: tuple[str, ...] = ()
    filters: dict[str, str] = {}
    limit: int = 200
    reason: str = ""


class SearchOutcome(BaseModel):
    """What a source returned. `reported` is the source's own total count, when it gives one."""

    model_config = ConfigDict(frozen=True)

    request: SearchRequest
    status: SearchStatus
    records: tuple[PaperRecord, ...] = ()
    reported: int | None = None
    error: str | None = None
    warnings: tuple[str, ...] = ()
