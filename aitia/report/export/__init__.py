"""A dossier in the forms that other programs read; every form is a set of named files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aitia.report.dossier import Dossier

Files = Mapping[str, bytes]


def _csv(dossier: Dossier) -> Files:
    from aitia.report.export.tables import table_files

    return table_files(dossier)


def _ris(dossier: Dossier) -> Files:
    from aitia.report.export.references import ris

    return {"papers.ris": ris(dossier).encode()}


def _bibtex(dossier: Dossier) -> Files:
    from aitia.report.export.references import bibtex

    return {"papers.bib": bibtex(dossier).encode()}


def _json(dossier: Dossier) -> Files:
    from aitia.report.export.document import document

    return {"verdict.json": document(dossier).encode()}


def _rdf(dossier: Dossier) -> Files:
    from aitia.report.export.rdf import turtle

    return {"verdict.ttl": turtle(dossier)}


def _grade(dossier: Dossier) -> Files:
    from aitia.report.export.tables import grade_table

    return {"grade.csv": grade_table(dossier).encode()}


EXPORTS: Mapping[str, Callable[[Dossier], Files]] = {
    "csv": _csv,
    "ris": _ris,
    "bibtex": _bibtex,
    "json": _json,
    "rdf": _rdf,
    "grade": _grade,
}
"""Each form by its name; libraries load when a form is asked for."""
