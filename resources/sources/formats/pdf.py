"""Text of PDF files, read by pdfium in a process of its own (see `pdf_reader`).

A PDF without text or with a password is a problem, not a paper.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from aitia.identity.identifiers import normalise_doi
from resources.sources.formats import pdf_reader
from resources.sources.formats.base import DocumentProblem, Found
from resources.sources.records import make_record, unique_section_ids
from resources.sources.text import clean_text

_LIMIT = 128 * 1024 * 1024
_SECONDS = 30
_DIED = "it takes more memory than a genuine one, or breaks the reader"
_LEAST_TEXT = 200
_ABSTRACT = re.compile(r"^[ \t]{0,8}(?:abstract|summary)[ \t]{0,3}[:.]?[ \t]{0,3}(?:\n|(?=\S))", re.I | re.M)
_AFTER_ABSTRACT = re.compile(
    r"^[ \t]{0,8}(?:\d{1,2}\.?[ \t]{1,3})?(?:introduction|background|keywords?|key words)\b",
    re.I | re.M,
)
_DOI = re.compile(r"(?:doi(?:\.org/|[:\s]{1,3}))\s{0,2}(10\.\d{4,9}/\S{1,200})", re.I)


def parse_pdf(path: Path, label: str) -> Iterator[Found]:
    """One paper: its text in the section `text`, its abstract where one is marked as such."""
    try:
        size = path.stat().st_size
    except OSError as error:
        yield DocumentProblem(path, None, f"cannot be read: {error.strerror or error}", cut_short=True)
        return
    if size == 0 or size > _LIMIT:
        yield DocumentProblem(path, None, "is empty" if size == 0 else f"larger than {_LIMIT} bytes; skipped")
        return
    answer = _reader.ask(path)
    if fault := answer.get("error"):
        encrypted = "password" in str(fault).lower()
        reason = (
            "is encrypted; remove the password and read it again"
            if encrypted
            else f"is not a PDF that can be read ({fault})"
        )
        yield DocumentProblem(path, None, reason)
        return
    yield from _paper(path, label, answer)


def _paper(path: Path, label: str, answer: dict[str, Any]) -> Iterator[Found]:
    pages, skipped = answer["pages"], answer["pages"] - len(answer["parts"])
    text = clean_text("\n".join(_unbroken(part) for part in answer["parts"]))
    if skipped:
        yield DocumentProblem(path, None, f"has {pages} pages; the last {skipped} were not read")
    if len(text) < _LEAST_TEXT:
        yield DocumentProblem(
            path, None, f"has no text on its {pages} pages (a scan?); run it through OCR first"
        )
        return
    doi = _DOI.search(text[:20_000])
    yield make_record(
        "documents",
        label,
        title=_real_title(answer["title"]) or _first_line(text),
        abstract=_abstract(text),
        year=_year(text),
        doi=normalise_doi(doi.group(1)) if doi else None,
        sections=unique_section_ids([("text", text)]),
    )


class _Reader:
    """The process that pdfium runs in: started with the first file, and again after a file that ended it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        self._turn = threading.Lock()

    def ask(self, path: Path) -> dict[str, Any]:
        """What the process says of a file, or an `error`."""
        with self._turn:
            process = self._running()
            assert process.stdin
            assert process.stdout
            try:
                process.stdin.write(json.dumps(os.fspath(path.absolute())) + "\n")
                process.stdin.flush()
                ready, _, _ = select.select([process.stdout], [], [], _SECONDS)
                line = process.stdout.readline() if ready else ""
            except OSError:
                ready, line = [process.stdout], ""
            if line:
                return dict(json.loads(line))
            self.close()
            return {"error": _DIED if ready else f"not read within {_SECONDS} s"}

    def _running(self) -> subprocess.Popen[str]:
        # A forked process must not share its parent's reader.
        if self._process is None or self._process.poll() is not None or self._owner != os.getpid():
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [sys.executable, "-I", str(Path(pdf_reader.__file__))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        return self._process

    def close(self) -> None:
        """End the process, if this one started it."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]


_reader = _Reader()
atexit.register(_reader.close)


def _unbroken(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "-").replace("\x02", "-")
    return re.sub(r"(\w)-\n(?=[a-z])", r"\1", text)


def _real_title(title: str) -> str:
    """The title from the metadata, unless it is a file name or a placeholder."""
    bad = re.search(r"\.(?:docx?|pdf|tex|indd|qxd|dvi)\b|^untitled|^microsoft word", title, re.I)
    return "" if bad or len(title) < 15 else title


def _first_line(text: str) -> str:
    """The first line that reads like a title."""
    lines = [line.strip() for line in text[:3_000].split("\n")]
    return next((line[:300] for line in lines if len(line) > 20 and line.count(" ") >= 2), lines[0][:300])


def _abstract(text: str) -> str:
    start = _ABSTRACT.search(text[:20_000])
    if start is None:
        return ""
    end = _AFTER_ABSTRACT.search(text, start.end() + 100, start.end() + 6_000)
    return text[start.end() : end.start()].strip() if end else ""


def _year(text: str) -> str | None:
    match = re.search(
        r"(?:©|copyright|published|accepted|received)[^\n]{0,60}?\b((?:19|20)\d\d)\b", text[:20_000], re.I
    )
    return match.group(1) if match else None
