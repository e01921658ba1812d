"""A paper, its identifiers and its sections."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import PaperId
from aitia.model.scales import RetractionStatus


class Section(BaseModel):
    """A named part of a paper's text. `title` and `abstract` are sections too."""

    model_config = ConfigDict(frozen=True)

    section_id: str
    text: str


class RetractionSignal(BaseModel):
    """One thing that one service or list says of a paper's standing.

    `about` names another paper (`pmid:123`, `doi:10.…`) when a notice speaks of that one instead.
    """

    model_config = ConfigDict(frozen=True)

    status: RetractionStatus
    origin: str
    noticed_on: date | None = None
    detail: str = ""
    about: str | None = None


class PaperRecord(BaseModel):
    """A paper as one source describes it, normalised but not yet matched with other sources.

    `record_id` is the source's own key (for local documents `file.jsonl:12`). Text is NFC, without
    NUL, otherwise as the source gives it. `demonstration` marks text written for this project.
    """

    model_config = ConfigDict(frozen=True)

    source: str
    record_id: str
    title: str
    abstract: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    pmid: str | None = None
    pmcid: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    publication_types: tuple[str, ...] = ()
    mesh_terms: tuple[str, ...] = ()
    language: str | None = None
    sections: tuple[Section, ...] = ()
    retraction_signals: tuple[RetractionSignal, ...] = ()
    demonstration: bool = False


class Paper(PaperRecord):
    """A paper with its identity settled: one row of `papers`."""

    paper_id: PaperId
    retraction_status: RetractionStatus = RetractionStatus.UNKNOWN
