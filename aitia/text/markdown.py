"""Small pieces of Markdown. Text from papers is hostile: it must not become markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"\](?=[(\[])")
_SPACE = re.compile(r"\s+")
_HEAD = re.compile(r"^(?=[#>])")


def plain(text: str) -> str:
    """Text on one line that starts no tag, link or heading; "p < 0.05" stays as it is."""
    folded = _SPACE.sub(" ", text).strip()
    return _HEAD.sub(r"\\", _LINK.sub(r"\\]", _TAG.sub(r"\\<", folded.replace("`", "'"))))


def cell(text: str) -> str:
    """The same inside a table."""
    return plain(text).replace("|", "\\|")


def bullets(lines: Iterable[str]) -> str:
    """A bulleted list, empty for no line."""
    return "\n".join(f"- {line}" for line in lines)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, empty for no row; cells are made safe here."""
    body = [f"| {' | '.join(cell(value) for value in row)} |" for row in rows]
    if not body:
        return ""
    rule = f"|{'|'.join(' --- ' for _ in headings)}|"
    return "\n".join([f"| {' | '.join(headings)} |", rule, *body])


def section(title: str, body: str) -> str:
    """A section under its heading; nothing when there is nothing to say."""
    return f"## {title}\n\n{body}" if body else ""
