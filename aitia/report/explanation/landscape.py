"""A landscape in Markdown: a table per relation, every row with the sentence that says so."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.text.markdown import bullets, plain, section, table
from aitia.verdict.models import LandscapeEntry, Verdict

_HEADINGS = ("method", "paper", "year", "confidence", "what the paper says")


def explain_landscape(verdict: Verdict) -> str:
    """The whole answer; deterministic, ends with a newline."""
    by_relation: dict[str, list[LandscapeEntry]] = {}
    for entry in verdict.landscape:
        by_relation.setdefault(entry.group or entry.relation, []).append(entry)
    parts = [
        f"# {plain(verdict.question.text)}",
        f"**{plain(verdict.headline)}**",
        *[
            section(plain(name) if entries[0].group else _title(name, verdict), _rows(entries))
            for name, entries in by_relation.items()
        ],
        section("Limitations", bullets(plain(note) for note in verdict.limitations)),
        section("What changed", bullets(plain(change) for change in verdict.changes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _title(relation: str, verdict: Verdict) -> str:
    return plain(f"{relation.replace('_', ' ').capitalize()} {verdict.question.outcome}")


def _rows(entries: Sequence[LandscapeEntry]) -> str:
    return table(_HEADINGS, [_row(entry) for entry in entries])


def _row(entry: LandscapeEntry) -> tuple[str, ...]:
    source = entry.source
    identifier = next(
        (f"{name}:{value}" for name, value in _identifiers(entry) if value is not None), source.paper_id
    )
    year = str(source.year) if source.year else "?"
    return (
        entry.name,
        f"{source.title} ({identifier})",
        year,
        f"{source.confidence:.2f}",
        f"“{source.quote.text}”",
    )


def _identifiers(entry: LandscapeEntry) -> tuple[tuple[str, str | None], ...]:
    source = entry.source
    return ("arXiv", source.arxiv_id), ("doi", source.doi), ("PMID", source.pmid)
