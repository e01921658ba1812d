"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Write every file, in the place of what stood there; where one cannot be written, none is.

    Missing folders are made, and taken away again where nothing comes into them. Raises OSError that names
    the file (and not the temporary one beside it).
    """
    for path in files:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    made: list[Path] = []
    partials: dict[Path, Path] = {}
    for path in files:
        try:
            for folder in reversed([f for f in path.parents if not f.exists()]):
                folder.mkdir()
                made.append(folder)
            partials[path] = path.with_name(f".{path.name}.{os.getpid()}")
            with partials[path].open("wb") as file:
                file.write(files[path])
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            _take_away(list(partials.values()), made)
            raise OSError(problem.errno, problem.strerror, str(path)) from problem
    for path, partial in partials.items():
        try:
            partial.replace(path)
        except OSError as problem:
            _take_away(list(partials.values()), made)
            raise OSError(problem.errno, problem.strerror, str(path)) from problem


def _take_away(partials: list[Path], folders: list[Path]) -> None:
    for partial in partials:
        partial.unlink(missing_ok=True)
    for folder in reversed(folders):
        if not any(folder.iterdir()):
            folder.rmdir()
