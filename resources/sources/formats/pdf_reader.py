"""Reads the text of PDF files in a process of its own, given paths on standard input, a line each.

pdfium unpacks whatever a file holds, a gigabyte from a kilobyte too, and it is not memory-safe: here either
costs one file and never the run. Imports nothing of the project, so that it starts quickly.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MEMORY = 96 * 1024 * 1024
"""Bytes of address space that a file may take beyond what the process holds when it starts."""
MOST_PAGES = 400
MOST_TEXT = 5_000_000


def read(path: str) -> dict[str, Any]:
    """The text of each page read, the title of the metadata and the number of pages, or an `error`."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        return {"error": str(error)}
    try:
        parts: list[str] = []
        for number in range(min(len(document), MOST_PAGES)):
            parts.append(_page(document, number))
            if sum(map(len, parts)) > MOST_TEXT:
                break
        title = str(document.get_metadata_dict().get("Title", ""))
        return {"pages": len(document), "parts": parts, "title": title}
    except pypdfium2.PdfiumError as error:
        return {"error": str(error)}
    finally:
        document.close()


def _page(document: Any, number: int) -> str:
    page = document[number]
    text_page = page.get_textpage()
    try:
        return str(text_page.get_text_bounded())
    finally:
        text_page.close()
        page.close()


def _limit_memory() -> None:
    """Where the system knows such limits."""
    try:
        import resource
        from pathlib import Path

        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
    except (ImportError, OSError, ValueError):
        return


def main() -> None:
    """Answer every path with one line of JSON."""
    import pypdfium2  # noqa: F401  (before the limit, which is counted from here)

    _limit_memory()
    for line in sys.stdin:
        try:
            answer = read(json.loads(line))
        except MemoryError:
            answer = {"error": "it takes more memory than a genuine one"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
