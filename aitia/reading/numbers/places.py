"""An article made ready for reading its numbers, and the words that tell a time point."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aitia.reading.numbers.tables import Table, read_tables
from aitia.reading.numbers.text import running_sentences
from aitia.words.abbreviations import find_abbreviations

BASELINE = re.compile(
    r"\b(?:baseline|pre-?(?:treatment|intervention|test|op\w{0,12})?|before|initial|T0)\b", re.I
)
LATER = re.compile(
    r"\b(?:post\w{0,14}|after|follow-?up|final|end|change[sd]?|difference|T[1-9]|month|week)", re.I
)


@dataclass(frozen=True)
class NumericArticle:
    """An article made ready: its tables, abbreviations and running sentences."""

    text: str
    tables: tuple[Table, ...]
    abbreviations: dict[str, str]
    sentences: tuple[tuple[int, str], ...]


def prepare_numeric(text: str) -> NumericArticle:
    """Read an article's tables once."""
    return NumericArticle(text, read_tables(text), find_abbreviations(text), tuple(running_sentences(text)))
