"""The arms' own numbers for an outcome, from all of a paper: its abstract, its text and its tables."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.passage import MAX_QUOTE_LENGTH, Passage, Quote
from aitia.reading.numbers.arm_counts import of_arms
from aitia.reading.numbers.places import NumericArticle, prepare_numeric
from aitia.reading.numbers.reader import read_counts, read_means
from aitia.reading.numbers.tables import BETWEEN
from aitia.reading.paper.document import read_document, section_text, sections_of

_APART = "\n\n"
_KEPT = 4


@dataclass(frozen=True)
class _Whole:
    """A paper's sections as one text, and where each begins in it."""

    article: NumericArticle
    sections: tuple[str, ...]
    starts: tuple[int, ...]


def arm_numbers(
    passages: Sequence[Passage], intervention: str, comparator: str, outcome: str
) -> EffectEstimate | None:
    """Events and totals of the two arms, or means, SDs and sizes, with the row or sentence that prints them;
    None where the paper does not tell them surely enough. Raises ModelFileError without the model."""
    told = tuple(passages)
    whole = _whole(told)
    asked = whole.article, intervention, comparator, outcome
    readings = [reading for reading in (read_counts(*asked), read_means(*asked)) if reading is not None]
    best = max(readings, key=lambda reading: reading.score, default=None)
    quote = _quote(told, whole, best.offset) if best else None
    arms = (best.counts or best.means) if best else None
    if arms is None or quote is None or not _prints_sizes(told, quote, arms):
        return None
    return of_arms(arms, quote)


@lru_cache(maxsize=_KEPT)
def _whole(passages: tuple[Passage, ...]) -> _Whole:
    """The last few papers are kept: they are asked for each claim."""
    sections = {name: section_text(parts) for name, parts in sections_of(passages).items() if name != "title"}
    starts, length = [], 0
    for text in sections.values():
        starts.append(length)
        length += len(text) + len(_APART)
    return _Whole(prepare_numeric(_APART.join(sections.values())), tuple(sections), tuple(starts))


def _quote(passages: tuple[Passage, ...], whole: _Whole, offset: int) -> Quote | None:
    """The row of a table that holds a place, else the sentence; None where no passage has it whole."""
    number = bisect_right(whole.starts, offset) - 1
    section, place = whole.sections[number], offset - whole.starts[number]
    text = whole.article.text
    first, last = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    last = len(text) if last < 0 else last
    if BETWEEN in text[first:last]:
        begins = whole.starts[number]
        return _in_passage(passages, section, first - begins, last - begins)
    for sentence in read_document(passages):
        begins = sentence.passage.char_offset + sentence.start
        if sentence.section_id == section and begins <= place < begins + len(sentence.text):
            return sentence.quote()
    return None


def _in_passage(passages: Sequence[Passage], section: str, start: int, end: int) -> Quote | None:
    for passage in passages:
        a, b = start - passage.char_offset, min(end, start + MAX_QUOTE_LENGTH) - passage.char_offset
        if passage.section_id == section and 0 <= a < b <= len(passage.text):
            return Quote(passage_id=passage.passage_id, char_start=a, char_end=b, text=passage.text[a:b])
    return None


def _prints_sizes(passages: Sequence[Passage], quote: Quote, arms: ArmCounts | ArmMeans) -> bool:
    """Whether the quote's passage prints how large both arms are, which the quote itself need not."""
    text = next(p.text for p in passages if p.passage_id == quote.passage_id)
    if isinstance(arms, ArmCounts):
        sizes = arms.total_intervention, arms.total_comparator
    else:
        sizes = arms.n_intervention, arms.n_comparator
    return all(re.search(rf"(?<![\d.,])(?:{size}|{size:,})(?!\d|[.,]\d)", text) for size in sizes)
