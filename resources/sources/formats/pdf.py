"""Text of PDF files, read by pdfium. A PDF without text or with a password is a problem, not a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from aitia.identity.identifiers import normalise_doi
from resources.sources.formats.base import DocumentProblem, Found
from resources.sources.records import make_record, unique_section_ids
from resources.sources.text import clean_text

_LIMIT = 128 * 1024 * 1024
_MOST_PAGES = 400
_MOST_TEXT = 5_000_000
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
        if size == 0 or size > _LIMIT:
            yield DocumentProblem(
                path, None, "is empty" if size == 0 else f"larger than {_LIMIT} bytes; skipped"
            )
            return
        text, title, pages, skipped = _read(path)
    except pypdfium2.PdfiumError as error:
        encrypted = "password" in str(error).lower()
        reason = (
            "is encrypted; remove the password and read it again"
            if encrypted
            else f"is not a PDF that can be read ({error})"
        )
        yield DocumentProblem(path, None, reason)
        return
    except OSError as error:
        yield DocumentProblem(path, None, f"cannot be read: {error.strerror or error}", cut_short=True)
        return
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
        title=title or _first_line(text),
        abstract=_abstract(text),
        year=_year(text),
        doi=normalise_doi(doi.group(1)) if doi else None,
        sections=unique_section_ids([("text", text)]),
    )


def _read(path: Path) -> tuple[str, str, int, int]:
    document = pypdfium2.PdfDocument(path)
    try:
        pages = len(document)
        parts: list[str] = []
        length = read = 0
        for number in range(min(pages, _MOST_PAGES)):
            part = _page(document, number)
            parts.append(part)
            length += len(part)
            read = number + 1
            if length > _MOST_TEXT:
                break
        title = document.get_metadata_dict().get("Title", "")
    finally:
        document.close()
    return clean_text("\n".join(parts)), _real_title(title), pages, pages - read


def _page(document: pypdfium2.PdfDocument, number: int) -> str:
    page = document[number]
    text_page = page.get_textpage()
    try:
        text = str(text_page.get_text_bounded())
    finally:
        text_page.close()
        page.close()
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
