"""The local engine's name and version, apart from its patterns and models, which take longer to import."""

from __future__ import annotations

from functools import cache

from resources.close_reader.slices import installed_slices

LOCAL = "local"
_READS = "43"
"""Raised whenever the local engine reads otherwise, so that every paper is read anew."""


@cache
def local_version(close: bool = True) -> str:
    """The version; it says so where the close reader is not asked for or its weights are not installed, since
    papers are then read without it."""
    return _READS if close and installed_slices() else f"{_READS} without close reader"
