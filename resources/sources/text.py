"""Text as sources give it: cleaned, and freed of markup where a service sends markup."""

from __future__ import annotations

import html
import re
import unicodedata
from xml.etree.ElementTree import Element

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_HEADING = re.compile(
    r"\s*<(?P<tag>h\d|(?:jats:)?title)(?:\s[^<>]{0,200})?>(?P<text>[^<>]{0,200})</(?P=tag)>\s*", re.I
)
_BLOCK = re.compile(
    r"\s*</?(?:(?:jats:)?(?:p|sec|list|list-item|break)|br|div|ul|ol|li)(?:\s[^<>]{0,200})?/?>\s*", re.I
)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9:-]{0,30}(?:\s[^<>]{0,500})?/?>")
_ESCAPED_TAG = re.compile(
    r"&lt;(/?(?:jats:)?(?:i|b|u|em|p|br|sup|sub|h\d|strong|italic|bold|span|sc|scp|title|sec)\s?/?)&gt;", re.I
)
_SPACES = re.compile(r"[^\S\n]+")


def clean_text(text: str) -> str:
    """NFC, without NUL and lone surrogates (which PostgreSQL cannot hold), trimmed; else unchanged."""
    if _UNSTORABLE.search(text):
        text = _UNSTORABLE.sub("", text)
    return unicodedata.normalize("NFC", text).strip()


def plain_markup(text: str) -> str:
    """The reading of an HTML or JATS fragment: headings become "Methods: ", other tags go."""
    if "<" not in text and "&" not in text:
        return clean_text(text)
    text = _ESCAPED_TAG.sub(r"<\1>", text)
    text = _HEADING.sub(lambda m: f"\n{m['text'].strip().rstrip(':')}: " if m["text"].strip() else "\n", text)
    text = _BLOCK.sub("\n", text)
    text = html.unescape(_TAG.sub("", text))
    lines = (_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    joined = "\n".join(line for line in lines if line)
    return clean_text(re.sub(r"^Abstract:?\s{0,3}\n", "", re.sub(r":\n(?=\S)", ": ", joined)))


def element_text(element: Element | None, skip: frozenset[str] = frozenset()) -> str:
    """All text inside an element, white space folded; children named in `skip` are left out."""
    if element is None:
        return ""
    parts: list[str] = []
    stack: list[Element | str] = [element]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(item.text or "")
        for child in reversed(item):
            stack.append(child.tail or "")
            if isinstance(child.tag, str) and local_name(child) not in skip:
                stack.append(child)
    return clean_text(re.sub(r"\s+", " ", "".join(parts)))


def local_name(element: Element) -> str:
    """The element's name without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
