"""A passage is a stretch of a section's text; quotes are offsets into it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import PaperId, PassageId

MAX_QUOTE_LENGTH = 300


class Passage(BaseModel):
    """Part `part_index` of section `section_id` of a paper; `text` never changes once stored.

    `char_offset` is where the passage begins in the section's text.
    """

    model_config = ConfigDict(frozen=True)

    passage_id: PassageId
    paper_id: PaperId
    section_id: str
    part_index: int
    text: str
    char_offset: int = 0


class Quote(BaseModel):
    """Verbatim text at `passage.text[char_start:char_end]` (code points, half-open)."""

    model_config = ConfigDict(frozen=True)

    passage_id: PassageId
    char_start: int
    char_end: int
    text: str
