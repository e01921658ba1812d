"""Relations of two marked things in a sentence or an abstract: readers that are measured on public sets.

No question is answered with them. `bench.reading` measures them, and `bench.pairs` what they would add.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from aitia.reading.models import load_arrays

FOLDER = Path(__file__).parent
"""Where what they learned lies."""


def learned(name: str) -> Mapping[str, NDArray[Any]]:
    """The arrays of a reader. Raises ModelFileError when its file is missing or damaged."""
    return load_arrays(name, __name__)
