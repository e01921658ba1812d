"""What is missing for a surer verdict, and how a search ended, as the verdict needs it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchStatus


class SearchOutcomeSummary(BaseModel):
    """One search as the verdict needs it. `records` counts what came back before any gate."""

    model_config = ConfigDict(frozen=True)

    source: str
    evidence_type: EvidenceType
    status: SearchStatus
    query: str = ""
    records: int = 0
    error: str | None = None


class GapKind(StrEnum):
    """What is missing."""

    EVIDENCE_TYPE = "evidence_type"
    PARTICIPANTS = "participants"
    POPULATION = "population"
    HARM = "harm"
    SEARCH_INCOMPLETE = "search_incomplete"
    CONFLICT = "conflict"


class Gap(BaseModel):
    """One gap. `evidence_type` is what to search for, `terms` are words to add; None and empty where useless.

    `would_change` says what closing the gap could do to the verdict.
    """

    model_config = ConfigDict(frozen=True)

    kind: GapKind
    text: str
    would_change: str
    evidence_type: EvidenceType | None = None
    terms: tuple[str, ...] = ()
    source: str | None = None
