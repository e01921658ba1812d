"""One spelling of a word: Greek letters by name, American for British, singular for plural."""

from __future__ import annotations

import re

from aitia.model.data import read_table

_LISTS = read_table(__package__, "spelling.toml")
GREEK: dict[str, str] = _LISTS["greek"]
_BRITISH: tuple[tuple[str, str], ...] = tuple(_LISTS["british"].items())
_IRREGULAR: dict[str, str] = _LISTS["irregular"]
_SAME_IN_PLURAL = re.compile(r"(?:ss|us|is|sis|itis|ics|ous|betes|ies disease|rabies|herpes|series|species)$")


def american(word: str) -> str:
    """The American spelling of a lower-case word."""
    for british, other in _BRITISH:
        if british in word:
            word = word.replace(british, other)
    return word


def singular_of(word: str) -> str:
    """The singular of a lower-case word; words that are the same in the plural stay as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or not word.isalpha() or _SAME_IN_PLURAL.search(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1]
