"""The papers behind a verdict, with identifiers and the verbatim quotes behind every number."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.evidence.relations.models import EvidenceSource
from aitia.model.scales import RetractionStatus
from aitia.text.markdown import plain
from aitia.verdict.models import Verdict

DEMONSTRATION = "written for the demonstration"
MOST_QUOTES = 6
_STANDING = {
    RetractionStatus.UNKNOWN: "retraction status unknown",
    RetractionStatus.CONCERN: "expression of concern",
    RetractionStatus.CORRECTED: "corrected",
    RetractionStatus.RETRACTED: "retracted",
}


def source_lines(verdict: Verdict) -> str:
    """One numbered entry per paper; each quote on its own line, verbatim."""
    lines = []
    for number, part in enumerate(_by_paper(verdict.sources), start=1):
        lines.append(f"{number}. {_reference(part[0])}")
        quotes = dict.fromkeys(plain(source.quote.text) for source in part)
        lines.extend(f"   > “{quote}”" for quote in list(quotes)[:MOST_QUOTES])
    return "\n".join(lines)


def excluded_lines(verdict: Verdict) -> str:
    """Papers with sentences that were left out, and why."""
    return "\n".join(
        f"- {_reference(part[0])}: {'; '.join(dict.fromkeys(plain(source.note) for source in part))}"
        for part in _by_paper(verdict.excluded)
    )


def identifiers(source: EvidenceSource) -> str:
    """DOI, PMID, PMCID and arXiv id, as far as they are known."""
    known = (
        ("doi:", source.doi),
        ("PMID ", source.pmid),
        ("", source.pmcid),
        ("arXiv:", source.arxiv_id),
    )
    return ", ".join(f"{prefix}{plain(value)}" for prefix, value in known if value)


def _reference(source: EvidenceSource) -> str:
    marks = [mark for mark in (identifiers(source), _STANDING.get(source.retraction_status, "")) if mark]
    if source.demonstration:
        marks.append(DEMONSTRATION)
    design = source.design.value.replace("_", " ")
    return f"{plain(source.label)}. {plain(source.title).rstrip('.')}. {design}. {'; '.join(marks)}".rstrip(
        "; "
    )


def _by_paper(sources: Sequence[EvidenceSource]) -> list[list[EvidenceSource]]:
    papers: dict[str, list[EvidenceSource]] = {}
    for source in sources:
        papers.setdefault(source.paper_id, []).append(source)
    return list(papers.values())
