"""The synopses as data, and as the records that a search returns."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from aitia.model.paper import PaperRecord

NAME = "demonstration"
FILE = "synopses.jsonl"


class Synopsis(BaseModel):
    """One line of the corpus. `label` says how the text came about; a fictitious one has no identifiers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record_id: str
    topic: str
    label: str
    fictitious: bool
    title: str
    abstract: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    publication_types: tuple[str, ...] = ()
    pmid: str | None = None
    pmcid: str | None = None
    doi: str | None = None


@lru_cache(maxsize=1)
def load_synopses() -> tuple[Synopsis, ...]:
    """Every synopsis, in the order of the file."""
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return tuple(Synopsis.model_validate_json(line) for line in text.splitlines() if line.strip())


@lru_cache(maxsize=1)
def demonstration_records() -> tuple[PaperRecord, ...]:
    """The synopses as papers: marked, and with their label beside the journal wherever that shows."""
    return tuple(_record(synopsis) for synopsis in load_synopses())


def _record(synopsis: Synopsis) -> PaperRecord:
    label = synopsis.label
    return PaperRecord(
        source=NAME,
        record_id=f"{FILE}#{synopsis.record_id}",
        title=synopsis.title,
        abstract=synopsis.abstract,
        year=synopsis.year,
        venue=f"{synopsis.venue} [{label}]" if synopsis.venue else f"[{label}]",
        authors=synopsis.authors,
        pmid=synopsis.pmid,
        pmcid=synopsis.pmcid,
        doi=synopsis.doi.lower() if synopsis.doi else None,
        publication_types=synopsis.publication_types,
        language="eng",
        demonstration=True,
    )
