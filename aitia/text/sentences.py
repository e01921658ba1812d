"""Sentences with their exact place and their role."""

from __future__ import annotations

from dataclasses import dataclass

from aitia.model.scales import SentenceRole
from aitia.text.roles import Heading, heading_role, headings, role_of, title_role
from aitia.text.splitting import Span, sentence_spans

MAX_TEXT = 2_000_000


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text == source[start:end]`; `role` is what the sentence does in its paper."""

    start: int
    end: int
    text: str
    role: SentenceRole


def sentences(text: str, section_id: str = "abstract") -> tuple[Sentence, ...]:
    """Split a section's text (abstract, Markdown, plain) into sentences with roles.

    Section labels ("RESULTS:") are not part of a sentence but give it its role. Text beyond
    `MAX_TEXT` characters is not read.
    """
    text = text[:MAX_TEXT]
    marks = headings(text)
    pieces = _pieces(text, marks, heading_role(section_id))
    found: list[Sentence] = []
    for start, end, role in pieces:
        spans = _spans_within(text, start, end)
        for index, (a, b) in enumerate(spans):
            place = index / max(1, len(spans) - 1) if len(spans) > 1 else 1.0
            words = text[a:b]
            kind = title_role(words) if section_id == "title" else role_of(words, role, place)
            found.append(Sentence(a, b, words, kind))
    return tuple(found)


def _spans_within(text: str, start: int, end: int) -> list[Span]:
    return [(a + start, b + start) for a, b in sentence_spans(text[start:end])]


def _pieces(
    text: str, marks: tuple[Heading, ...], fallback: SentenceRole | None
) -> list[tuple[int, int, SentenceRole | None]]:
    """Stretches between headings; a heading that gives no role keeps the one of the part it is in."""
    pieces: list[tuple[int, int, SentenceRole | None]] = []
    begin, role = 0, fallback
    for mark in marks:
        pieces.append((begin, mark.start, role))
        begin, role = mark.end, _next_role(mark, role)
    pieces.append((begin, len(text), role))
    return [piece for piece in pieces if text[piece[0] : piece[1]].strip()]


def _next_role(mark: Heading, role: SentenceRole | None) -> SentenceRole | None:
    if mark.role is not None:
        return mark.role
    mixed = "result" in mark.label.lower() or "finding" in mark.label.lower()
    return None if mixed else role
