"""A paper as its sentences, each tied to the passage that a quote of it points into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aitia.model.passage import MAX_QUOTE_LENGTH, Passage, Quote
from aitia.model.scales import SentenceRole
from aitia.text.sentences import sentences

MAX_SECTION = 400_000


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence of a section and where it stands in its passage.

    `text == passage.text[start:end]`; `place` is its position in the section from 0 to 1, `index` counts
    sentences of the whole paper.
    """

    text: str
    role: SentenceRole
    section_id: str
    passage: Passage
    start: int
    end: int
    place: float
    index: int

    def quote(self, start: int = 0, end: int | None = None) -> Quote:
        """The quote of this sentence, or of a part of it (offsets into `text`); never longer than allowed."""
        stop = len(self.text) if end is None else end
        stop = min(stop, start + MAX_QUOTE_LENGTH)
        a, b = self.start + start, self.start + stop
        return Quote(
            passage_id=self.passage.passage_id, char_start=a, char_end=b, text=self.passage.text[a:b]
        )


def read_document(passages: Sequence[Passage]) -> tuple[ReadSentence, ...]:
    """The sentences of all passages in reading order; a sentence in two overlapping passages appears once."""
    return _read(tuple(passages))


@lru_cache(maxsize=8)
def _read(passages: tuple[Passage, ...]) -> tuple[ReadSentence, ...]:
    """The last few papers are kept: facts, findings and answers are read from the same sentences."""
    found: list[ReadSentence] = []
    for section_id, parts in sections_of(passages).items():
        found.extend(_section(section_id, parts, len(found)))
    return tuple(found)


def sections_of(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    """The passages of each section, as they follow one another."""
    sections: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=lambda p: (p.char_offset, p.part_index)):
        sections.setdefault(passage.section_id, []).append(passage)
    return {name: sections[name] for name in dict.fromkeys(p.section_id for p in passages)}


def _section(section_id: str, parts: list[Passage], first: int) -> list[ReadSentence]:
    text = section_text(parts)
    units = sentences(text, section_id)
    found: list[ReadSentence] = []
    for number, unit in enumerate(units):
        start, end = unit.start, unit.end
        holder = _holder(parts, start, end)
        if holder is None:
            continue
        passage, start, end = holder
        inside = start - passage.char_offset, end - passage.char_offset
        place = number / max(1, len(units) - 1)
        words = passage.text[inside[0] : inside[1]]
        if words:
            found.append(
                ReadSentence(words, unit.role, section_id, passage, *inside, place, first + len(found))
            )
    return found


def section_text(parts: Sequence[Passage]) -> str:
    """The section's text as far as its passages hold it; what they leave out is blank."""
    pieces: list[str] = []
    length = 0
    for part in parts:
        if part.char_offset > MAX_SECTION:
            break
        if part.char_offset > length:
            gap = part.char_offset - length
            pieces.append("\n" * gap)
            length += gap
        fresh = part.text[length - part.char_offset :]
        pieces.append(fresh)
        length += len(fresh)
    return "".join(pieces)[:MAX_SECTION]


def _holder(parts: list[Passage], start: int, end: int) -> tuple[Passage, int, int] | None:
    """The first passage that holds the whole span, else the one that holds most of its beginning."""
    best: tuple[Passage, int, int] | None = None
    for part in parts:
        stop = part.char_offset + len(part.text)
        if part.char_offset <= start and end <= stop:
            return part, start, end
        if part.char_offset <= start < stop:
            best = (part, start, min(end, stop))
    return best
