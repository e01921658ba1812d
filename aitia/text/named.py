"""Whether a text names a thing: by its telling words, its initials or its abbreviation."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[a-z0-9]+")
_FILLERS = (
    "a an and any as at by for from group in incidence level levels n number of on or patients per rate "
    "rates risk the therapy to total treatment use versus vs with overall occurrence formation"
)
_EMPTY = frozenset(_FILLERS.split())
_COMPARATORS = frozenset(("placebo", "control", "usual", "care"))
_STEM = 5
_SHORTEST = 4
"""Letters of an abbreviation that hardly any run of words has by chance."""
_LONGEST = 200_000


def is_named(name: str, near: str, whole: str = "") -> bool:
    """Half of the telling words of `name` stand in `near` by stem, or its initials, or its abbreviation;
    or the words that it abbreviates stand there by their initials.

    `whole` is where "long form (ABBR)" is looked up; an abbreviation that the name itself gives in brackets
    counts as well. A name without telling words is always named.
    """
    words = telling_words(name)
    if not words:
        return True
    tokens = set(WORD.findall(plain(near)))
    present = {w[:_STEM] for w in tokens}
    found = sum(w[:_STEM] in present for w in words)
    if 2 * found >= len(words):
        return True
    initials = "".join(w[0] for w in WORD.findall(plain(name)))
    if len(initials) > 1 and initials in tokens:
        return True
    if any(spelled_by_initials(w, near) for w in words):
        return True
    shorts = _abbreviations_of(name, whole) | _own_abbreviation(name)
    return bool(shorts & tokens) or any(is_named(long, near) for long in _long_forms_of(name, whole))


def spelled_by_initials(short: str, text: str) -> str:
    """The run of words in `text` whose first letters are `short` ("" without one); at least four letters."""
    letters = plain(short)
    if not (_SHORTEST <= len(letters) <= 12 and letters.isalpha()):
        return ""
    words = WORD.findall(plain(text)[:_LONGEST])
    place = "".join(w[0] for w in words).find(letters)
    return " ".join(words[place : place + len(letters)]) if place >= 0 else ""


def telling_words(name: str) -> list[str]:
    """The words that tell what is named; those of a comparator ("usual care") where there are no others."""
    words = WORD.findall(plain(name))
    telling = [w for w in words if w not in _EMPTY]
    return telling or [w for w in words if w in _COMPARATORS]


@lru_cache(maxsize=2_000)
def plain(text: str) -> str:
    """Case and accents folded."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in folded if not unicodedata.combining(c))


def _own_abbreviation(name: str) -> set[str]:
    """ABBR of a name that reads "long form (ABBR)"."""
    match = re.search(r"\(([A-Za-z0-9-]{2,12})\)\s*$", name[:400])
    return set(WORD.findall(match.group(1).lower())) if match else set()


def _abbreviations_of(name: str, whole: str) -> set[str]:
    """ABBR where the text says "name (ABBR)"."""
    folded, text = plain(name), plain(whole)[:_LONGEST]
    place = text.find(folded)
    if place < 0 or not folded:
        return set()
    match = re.match(r"\s?\(([a-z0-9-]{2,12})[);,]", text[place + len(folded) : place + len(folded) + 20])
    return set(WORD.findall(match.group(1))) if match else set()


def _long_forms_of(name: str, whole: str) -> list[str]:
    """The words before "(name)"."""
    folded, text = plain(name), plain(whole)[:_LONGEST]
    if not 2 <= len(folded) <= 12:
        return []
    place = text.find(f"({folded}")
    return [" ".join(text[max(0, place - 80) : place].split()[-len(folded) :])] if place > 0 else []
