"""Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14, 1980).

Rankers and the gate were fitted on these stems. Those of a library are others (docs/evidence.md, "Words").
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

_LONGEST = 40
_VOWELS = frozenset("aeiou")

_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("isation", "ize"), ("ization", "ize"), ("abli", "able"), ("alli", "al"), ("entli", "ent"),
    ("eli", "e"), ("ousli", "ous"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"),
    ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"),
    ("biliti", "ble"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("alise", "al"), ("iciti", "ic"), ("ical", "ic"),
    ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize", "ise",
)  # fmt: skip


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a lower-case word; words with a digit, or of three letters or fewer, stay as they are;
    what is longer than 40 characters is no word and is cut there.

    British -ise and -isation are treated as -ize and -ization, which the paper leaves out.
    """
    if not 3 < len(word) <= _LONGEST or not word.isalpha():
        return word[:_LONGEST]
    word = _step_1(word)
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    return _step_5(_step_4(word))


def _step_1(word: str) -> str:
    word = _past(_plural(word))
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and _has_vowel(word[: -len(ending)]):
            return _mended(word[: -len(ending)])
    return word


def _mended(word: str) -> str:
    """What is left after -ed or -ing, made a word again: hopp → hop, fil → file."""
    if word.endswith(("at", "bl", "iz", "is")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and not _is_vowel(word, len(word) - 1):
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_cvc(word) else word


def _replace(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for ending, new in rules:
        if word.endswith(ending):
            left = word[: -len(ending)]
            return left + new if _measure(left) > 0 else word
    return word


def _step_4(word: str) -> str:
    for ending in sorted((e for e in _STEP_4 if word.endswith(e)), key=len, reverse=True):
        left = word[: -len(ending)]
        if _measure(left) > 1 and (ending != "ion" or left.endswith(("s", "t"))):
            return left
        return word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        left = word[:-1]
        measure = _measure(left)
        if measure > 1 or (measure == 1 and not _ends_cvc(left)):
            word = left
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _is_vowel(word: str, index: int) -> bool:
    letter = word[index]
    if letter in _VOWELS:
        return True
    return letter == "y" and index > 0 and not _is_vowel(word, index - 1)


def _has_vowel(word: str) -> bool:
    return any(_is_vowel(word, index) for index in range(len(word)))


def _measure(word: str) -> int:
    """How often a vowel is followed by a consonant: Porter's m."""
    kinds = [_is_vowel(word, index) for index in range(len(word))]
    return sum(1 for first, second in pairwise(kinds) if first and not second)


def _ends_cvc(word: str) -> bool:
    if len(word) < 3 or word[-1] in "wxy":
        return False
    last = len(word) - 1
    return not _is_vowel(word, last) and _is_vowel(word, last - 1) and not _is_vowel(word, last - 2)
