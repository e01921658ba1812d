"""Fixtures that every room shares."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of human-labelled data beside the project; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("AITIA_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"shared data not present at {folder}: set AITIA_SHARED to run this test")
    return folder
