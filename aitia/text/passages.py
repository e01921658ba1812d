"""Passages: the stretches of a paper's text that quotes point into."""

from __future__ import annotations

import re

from aitia.model.keys import PassageId, stable_id
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.text.roles import headings
from aitia.text.splitting import Span

CHUNK_TOKENS = 800
OVERLAP_TOKENS = 256
_TOKEN = re.compile(r"\w{1,32}|[^\w\s]")


def make_passages(paper: Paper) -> tuple[Passage, ...]:
    """The paper's title, abstract and sections as passages.

    A structured abstract gives one passage a part; longer text is cut into chunks of
    `CHUNK_TOKENS` words and marks that overlap by `OVERLAP_TOKENS`, so that every non-blank
    character lies in a passage. `text == section[char_offset : char_offset + len(text)]`.
    """
    sections: list[tuple[str, str]] = [("title", paper.title), ("abstract", paper.abstract)]
    sections += [(s.section_id, s.text) for s in paper.sections if s.section_id not in ("title", "abstract")]
    passages: list[Passage] = []
    counts: dict[str, int] = {}
    for section_id, text in sections:
        cuts = split_sections(text) if section_id == "abstract" else [(0, len(text))]
        for start, end in cuts:
            for a, b in _chunks(text, start, end):
                part = counts.get(section_id, 0)
                counts[section_id] = part + 1
                passages.append(_passage(paper, section_id, part, text[a:b], a))
    return tuple(passages)


def split_sections(text: str) -> list[Span]:
    """The parts of a structured abstract, each with its label; one part when there are no labels."""
    starts = sorted({0, *(mark.start for mark in headings(text))})
    spans = [(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if text[a:b].strip()]
    merged: list[Span] = []
    for start, end in spans:
        if merged and end - merged[-1][0] < 60:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _passage(paper: Paper, section_id: str, part: int, text: str, offset: int) -> Passage:
    return Passage(
        passage_id=PassageId(stable_id("passage", paper.paper_id, section_id, str(part), text)),
        paper_id=paper.paper_id,
        section_id=section_id,
        part_index=part,
        text=text,
        char_offset=offset,
    )


def _chunks(text: str, start: int, end: int) -> list[Span]:
    tokens = [match.span() for match in _TOKEN.finditer(text, start, end)]
    if not tokens:
        return []
    chunks: list[Span] = []
    first = 0
    while True:
        last = min(first + CHUNK_TOKENS, len(tokens))
        chunks.append((tokens[first][0], tokens[last - 1][1]))
        if last == len(tokens):
            return chunks
        first = last - OVERLAP_TOKENS
