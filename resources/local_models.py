"""The models that a paper is read with beside those in the package; their graphs are kept in a folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from aitia.reading.trained import LocalModels
from resources.close_reader.reader import close_reader
from resources.embedders.names import name_vectors


@cache
def local_models(folder: Path, close: bool = True) -> LocalModels:
    """Vectors of names and, with `close`, the close reader; it only where its packages are installed."""
    return LocalModels(name_vectors(folder), close_reader(folder) if close else None)
