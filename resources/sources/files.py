"""The files under a path: in order of name, whatever their number, in memory that does not grow with it."""

from __future__ import annotations

import hashlib
import heapq
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from resources.sources.formats.base import DocumentProblem

WINDOW = 100_000
"""Names of one folder that are in memory at a time; a larger folder is listed again for the next ones."""


def files_under(given: Path) -> Iterator[Path | DocumentProblem]:
    """The files under a path: those of a folder by name, then its folders by name, each in the same way.

    Hidden entries and links to folders are left out. A folder that cannot be listed, one without any file,
    and a link that leads in a circle are problems.
    """
    if not given.is_dir():
        yield given if given.is_file() else DocumentProblem(given, None, "is not a file", cut_short=True)
        return
    pending: list[Iterator[Path | DocumentProblem]] = [iter([given])]
    empty = True
    while pending:
        folder = next(pending[-1], None)
        if folder is None:
            pending.pop()
        elif isinstance(folder, DocumentProblem):
            yield folder
        else:
            for item in _entries(folder, folders=False):
                empty = False
                yield item
            pending.append(_entries(folder, folders=True))
    if empty:
        yield DocumentProblem(given, None, "is a folder without files")


def mark_of(paths: Sequence[Path | str]) -> str:
    """A hash that changes when a file under the paths comes, goes, or changes its size or time.

    The hashes of the files are added up, so that they need no order: one listing of each folder serves.
    """
    total = 0
    for given in map(Path, paths):
        for item in _unordered(given):
            try:
                stat = os.stat(item)
                mark = f"{item}\0{stat.st_size}\0{stat.st_mtime_ns}"
            except OSError:
                mark = f"{item}\0missing"
            total += int.from_bytes(hashlib.sha256(mark.encode(errors="surrogateescape")).digest())
    places = "\0".join(map(str, paths)).encode(errors="surrogateescape")
    return hashlib.sha256(places + b"\0" + str(total).encode()).hexdigest()


def _unordered(given: Path) -> Iterator[str]:
    stack = [str(given)]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if _wanted(entry):
                        if entry.is_dir(follow_symlinks=False):
                            stack.append(entry.path)
                        else:
                            yield entry.path
        except OSError:
            # A file, or a folder that cannot be listed: either counts as itself.
            yield folder


def _entries(folder: Path, *, folders: bool) -> Iterator[Path | DocumentProblem]:
    """A folder's files, or its folders, by name."""
    last = ""
    while True:
        try:
            with os.scandir(folder) as entries:
                names = (
                    e.name
                    for e in entries
                    if e.name > last and _wanted(e) and e.is_dir(follow_symlinks=False) is folders
                )
                batch = heapq.nsmallest(WINDOW, names)
        except OSError as error:
            # Said once, with the files; the folders of such a folder are not looked for.
            if not folders:
                reason = f"cannot be listed: {error.strerror or error}"
                yield DocumentProblem(folder, None, reason, cut_short=True)
            return
        for path in (folder / name for name in batch):
            if not folders and path.is_symlink() and not path.exists():
                yield DocumentProblem(path, None, "a link that leads in a circle; skipped")
            else:
                yield path
        if len(batch) < WINDOW:
            return
        last = batch[-1]


def _wanted(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith("."):
        return False
    try:
        return entry.is_dir(follow_symlinks=False) or entry.is_file()
    except OSError:
        # A link in a circle spoils no folder: it is told of by its name.
        return True
