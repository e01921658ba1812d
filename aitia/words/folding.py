"""One spelling for every way to write a name: case, accents, Greek, hyphens, British forms, plurals."""

from __future__ import annotations

from functools import lru_cache

from aitia.model.data import read_table
from aitia.words.tokens import plain_text

_PARTED = {code: " " for code in range(128) if not chr(code).isalnum()}
_LONGEST = 400
_AMERICAN: tuple[tuple[str, str], ...] = tuple(read_table(__package__, "spelling.toml")["folded"].items())


def fold(name: str) -> str:
    """The words of a name in one spelling: "Oesophageal α-tumours" gives "esophageal alpha tumor"."""
    return " ".join(folded_words(name))


def folded_words(name: str) -> list[str]:
    """The words of `fold`, of at most 400 characters."""
    plain = plain_text(name[:_LONGEST]).lower().replace("'s ", " ")
    return [_folded(word) for word in plain.translate(_PARTED).split()]


@lru_cache(maxsize=300_000)
def _folded(word: str) -> str:
    if len(word) <= 3:
        return word
    for british, spelling in _AMERICAN:
        if british in word:
            word = word.replace(british, spelling)
    return singular(word)


def singular(word: str) -> str:
    """A lower-case word without its plural ending; "diabetes", "virus" and "analysis" keep theirs."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "etes")):
        return word
    if word.endswith("ies") and len(word) > 5:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        return word[:-2]
    return word[:-1]
