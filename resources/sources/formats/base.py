"""What every parser yields, and how files are opened."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from aitia.model.paper import PaperRecord

MAX_FILE = 64 * 1024 * 1024
"""Bytes of a file that is parsed as a whole (XML, BibTeX, JSON, PDF), unpacked."""
MAX_STREAM = 8 * 1024 * 1024 * 1024
"""Bytes of a file that is read line by line, unpacked."""
MAX_LINE = 16 * 1024 * 1024
MAX_RECORD = 4 * 1024 * 1024
"""Characters of one record in a format of tagged lines (MEDLINE, RIS)."""
_BOMB_RATIO = 300
_BOMB_FLOOR = 8 * 1024 * 1024
_MOST_BLANK = 100_000
_MOST_SKIPPED = 64 * 1024 * 1024
_MOST_PADDING = 65_536
_PIECE = 1024 * 1024


@dataclass(frozen=True)
class DocumentProblem:
    """Something in a document that could not be read, or that a reader should know.

    `line` is 1-based. `cut_short`: an unknown number of papers is missing.
    """

    path: Path
    line: int | None
    message: str
    cut_short: bool = False

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else str(self.path)
        return f"{place}: {self.message}"


Found = PaperRecord | DocumentProblem
Parser = Callable[[Path, str], Iterator[Found]]
"""A parser takes a path and the label that record ids begin with."""


class _CutShort(Exception):
    """Reading stopped before the end of the file."""


def open_binary(path: Path) -> IO[bytes]:
    """The file's bytes, unpacked when it is gzip. Raises OSError."""
    file = path.open("rb")
    try:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return cast("IO[bytes]", _ClosingGzip(file)) if packed else file


class _Unpadded:
    """A packed file that gives up on long runs of zeros, which gzip reads byte by byte after the data."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._zeros = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._zeros = self._zeros + 1 if data == b"\0" else 0
        if self._zeros > _MOST_PADDING:
            raise gzip.BadGzipFile(f"more than {_MOST_PADDING} zeros after its data")
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _ClosingGzip(gzip.GzipFile):
    """A gzip reader that closes the file under it and refuses bombs."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(fileobj=cast("IO[bytes]", _Unpadded(file)))
        self._under = file

    def check(self) -> None:
        """Raise once the data unpacked so far is out of all proportion to the packed bytes."""
        if self.tell() > max(_BOMB_FLOOR, _BOMB_RATIO * self._under.tell()):
            raise _CutShort(f"unpacks to more than {_BOMB_RATIO} times its size, which no text does")

    def close(self) -> None:
        super().close()
        self._under.close()


def read_whole(path: Path, limit: int = MAX_FILE) -> bytes | bytearray | DocumentProblem:
    """All bytes of a file, unpacked; a problem when it cannot be read or is larger than `limit`."""
    data = bytearray()
    try:
        with open_binary(path) as file:
            # A file that is not packed says its size before anything of it is read.
            if not isinstance(file, _ClosingGzip) and path.stat().st_size > limit:
                return _too_large(path, limit)
            while piece := file.read(_PIECE):
                data += piece
                if len(data) > limit:
                    return _too_large(path, limit)
    except (OSError, EOFError, zlib.error) as error:
        return DocumentProblem(path, None, _why(error, kept=False), cut_short=True)
    return data if data and not data.isspace() else DocumentProblem(path, None, "is empty")


def _too_large(path: Path, limit: int) -> DocumentProblem:
    return DocumentProblem(path, None, f"larger than the limit of {limit} bytes; skipped", cut_short=True)


def decode(path: Path, data: bytes | bytearray) -> str | DocumentProblem:
    """UTF-8 text of a whole file; a problem with the line of the first byte that is not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return DocumentProblem(path, line, _NOT_UTF8, cut_short=True)


_NOT_UTF8 = "not UTF-8; save the file as UTF-8 and read it again"


def numbered_lines(path: Path) -> Iterator[tuple[int, str] | DocumentProblem]:
    """Lines with their numbers from 1, without line ends; lines that are not UTF-8 are problems.

    Streams: one line at a time is in memory. The last item may be a problem with `cut_short`.
    """
    try:
        with open_binary(path) as file:
            yield from lines_of(path, file)
    except (OSError, EOFError, zlib.error) as error:
        yield DocumentProblem(path, None, _why(error), cut_short=True)


def lines_of(
    path: Path, file: IO[bytes], number: int = 0, total: int = 0
) -> Iterator[tuple[int, str] | DocumentProblem]:
    """The numbered lines of a file that is open, of which so many lines and bytes have been read."""
    try:
        yield from _lines(path, file, number, total)
    except _CutShort as error:
        yield DocumentProblem(path, None, _why(error), cut_short=True)


def _lines(
    path: Path, file: IO[bytes], number: int, total: int
) -> Iterator[tuple[int, str] | DocumentProblem]:
    blank = 0
    checked = total + _PIECE
    while raw := file.readline(MAX_LINE + 1):
        number += 1
        total += len(raw)
        if number == 1:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise _CutShort("UTF-16, not UTF-8; save the file as UTF-8 and read it again")
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if total > checked:
            _guard(file, total)
            checked = total + _PIECE
        if len(raw) > MAX_LINE:
            yield DocumentProblem(path, number, f"line of more than {MAX_LINE} bytes; skipped")
            total += _skip_line(file, total)
            continue
        blank = blank + 1 if raw.isspace() else 0
        if blank > _MOST_BLANK:
            raise _CutShort(
                f"more than {_MOST_BLANK} empty lines one after the other, which no set of papers has"
            )
        try:
            yield number, raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            yield DocumentProblem(path, number, "not UTF-8; line skipped")
    if number == 0:
        yield DocumentProblem(path, None, "is empty")


def _skip_line(file: IO[bytes], total: int) -> int:
    """Read to the end of an overlong line; the bytes it had left."""
    skipped = 0
    while (raw := file.readline(_PIECE)) and not raw.endswith(b"\n"):
        skipped += len(raw)
        _guard(file, total + skipped)
        if skipped > _MOST_SKIPPED:
            raise _CutShort(f"no line end within {_MOST_SKIPPED} bytes, so this is no file of lines")
    return skipped + len(raw)


def _guard(file: IO[bytes], total: int) -> None:
    if isinstance(file, _ClosingGzip):
        file.check()
    if total > MAX_STREAM:
        raise _CutShort(f"larger than {MAX_STREAM} bytes; split it")


def endless_record(path: Path, begun: int) -> DocumentProblem:
    """What is told of a record that goes on beyond any genuine one."""
    return DocumentProblem(
        path,
        begun,
        "the record that begins here is longer than any genuine one; the file is not read beyond it",
        cut_short=True,
    )


def _why(error: Exception, kept: bool = True) -> str:
    tail = "what came before is kept" if kept else "nothing of it is used"
    if isinstance(error, EOFError):
        return f"gzip file ends too early (truncated); {tail}, fetch the file again"
    if isinstance(error, gzip.BadGzipFile | zlib.error):
        return f"damaged gzip file ({error}); {tail}, fetch the file again"
    if isinstance(error, _CutShort):
        return f"{error}; {tail}"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot be read: {reason}"


def first_bytes(path: Path, size: int = 8192) -> bytes:
    """The beginning of a file, unpacked, for telling its format; b"" when it cannot be read."""
    try:
        with open_binary(path) as file:
            return file.read(size)
    except (OSError, EOFError, zlib.error):
        return b""
