"""Whether two records give one text, two renderings of it, or two texts."""

from __future__ import annotations

import re
import unicodedata

from aitia.identity.titles import letters_and_digits, normalise_title
from aitia.model.paper import PaperRecord

_ALIKE = 0.75
_LEAST_WORDS = 8
_WORD = re.compile(r"\w{3,40}")


def same_text(one: PaperRecord, other: PaperRecord) -> bool:
    """True when title and abstract are the same letters and digits; what has no abstract matches its like."""
    if (one.title, one.abstract) == (other.title, other.abstract):
        return True
    return (
        normalise_title(one.title) == normalise_title(other.title)
        and bool(one.abstract.strip()) == bool(other.abstract.strip())
        and _letters(one.abstract) == _letters(other.abstract)
    )


def compatible(one: PaperRecord, other: PaperRecord) -> bool:
    """True when two records of one identifier can be one paper: no text of theirs says another thing.

    What a record lacks contradicts nothing. Renderings (headings, hyphens, an abstract cut short) are
    alike; of two renderings three quarters of the words are the same.
    """
    return _alike(one.title, other.title) and _alike(one.abstract, other.abstract)


def _alike(one: str, other: str) -> bool:
    if not (one.strip() and other.strip()) or one == other:
        return True
    a, b = _letters(one), _letters(other)
    short, long = sorted((a, b), key=len)
    if short == long or (len(short) >= 60 and long.startswith(short)):
        return True
    words, others = (set(_WORD.findall(text.casefold())) for text in (one, other))
    if min(len(words), len(others)) < _LEAST_WORDS:
        return normalise_title(one) == normalise_title(other)
    return len(words & others) >= _ALIKE * len(words | others)


def _letters(text: str) -> str:
    return letters_and_digits(unicodedata.normalize("NFKD", text).casefold())
