"""Every paper that was found, as RIS and as BibTeX: included ones, and the others with the reason."""

from __future__ import annotations

import re
from typing import Any

import rispy
from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry, Field

from aitia.report.dossier import Dossier, PaperLine

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "$": r"\$", "#": r"\#",
            "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}  # fmt: skip


def papers_with_reason(dossier: Dossier) -> list[tuple[PaperLine, str, str]]:
    """(paper, `included` or `excluded`, reason) of every paper found, the included ones first."""
    rows = [(paper, "included", "a sentence of the verdict comes from it") for paper in dossier.included]
    return rows + [(paper, "excluded", why) for paper, why in dossier.left_out]


def ris(dossier: Dossier) -> str:
    """RIS: keyword `included` or `excluded`, the reason as a note."""
    entries: list[dict[str, Any]] = []
    for paper, standing, why in papers_with_reason(dossier):
        entry: dict[str, Any] = {
            "type_of_reference": "JOUR",
            "id": _line(paper.paper_id),
            "title": _line(paper.title) or "untitled",
            "authors": [_line(author) for author in paper.authors],
            "keywords": [standing],
            "notes": [f"{standing}: {_line(why)}", f"retraction status: {paper.retraction_status.value}"],
        }
        known = {
            "year": str(paper.year) if paper.year else "",
            "journal_name": _line(paper.venue),
            "doi": _line(paper.doi or ""),
            "accession_number": _line(paper.pmid or ""),
        }
        entries.append(entry | {name: value for name, value in known.items() if value})
    return str(rispy.dumps(entries))


def bibtex(dossier: Dossier) -> str:
    """BibTeX: the field `keywords` says `included` or `excluded`, `note` gives the reason."""
    library, taken = Library(), set[str]()
    for paper, standing, why in papers_with_reason(dossier):
        known = {
            "title": _tex(paper.title) or "untitled",
            "author": " and ".join(_tex(author) for author in paper.authors),
            "year": str(paper.year or ""),
            "journal": _tex(paper.venue),
            "doi": _tex(paper.doi or ""),
            "pmid": _tex(paper.pmid or ""),
            "eprint": _tex(paper.arxiv_id or ""),
            "keywords": standing,
            "note": _tex(f"{standing}: {why}; retraction status: {paper.retraction_status.value}"),
        }
        fields = [Field(name, "{" + value + "}") for name, value in known.items() if value]
        library.add(Entry("article", _key(paper, taken), fields))
    return str(write_string(library))


def _key(paper: PaperLine, taken: set[str]) -> str:
    key = base = _UNSAFE.sub("_", paper.paper_id).strip("_") or "paper"
    number = 1
    while key in taken:
        number += 1
        key = f"{base}_{number}"
    taken.add(key)
    return key


def _line(text: str) -> str:
    return _CONTROL.sub(" ", text).strip()


def _tex(text: str) -> str:
    """Text that LaTeX prints as it is: nothing in it is a command or ends the field."""
    return "".join(_SPECIAL.get(char, char) for char in _line(text))
