"""Abbreviations that a text or a collection defines itself: "negative pressure wound therapy (NPWT)".

The match of initials follows Schwartz and Hearst (Pacific Symposium on Biocomputing 2003), with the
first letter of the long form at a word's beginning and every letter of the short form in order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from aitia.words.tokens import FIGURE_OR_WORD

_CAPITALISED = re.compile(r"\(([A-Z][A-Za-z0-9/+-]{1,9})\)")
_SHORT = re.compile(r"\(([A-Za-z][A-Za-z0-9\-]{1,9})\)")
_WORD = re.compile(r"[A-Za-z0-9]+")
_LOOK_BACK = 120
_MAX_DEFINITIONS = 200
_KEPT = 2
_MOST_READ = 100_000
_LONE_EXTRA = 3
"""By how many letters one word alone must be longer than what a text shortens it to."""


def find_abbreviations(text: str, limit: int = _MOST_READ) -> dict[str, str]:
    """Abbreviations that a text defines as "long form (LF)", short form to long form, both as written.

    The first definition of a short form stands; it begins with a capital and has two letters or more.
    """
    found: dict[str, str] = {}
    for match in _CAPITALISED.finditer(text[:limit]):
        short = match[1]
        letters = [c.lower() for c in short if c.isalpha()]
        before = FIGURE_OR_WORD.findall(text[max(0, match.start() - _LOOK_BACK) : match.start()])
        long = _spelled_out(letters, before, lone_extra=_LONE_EXTRA) if len(letters) > 1 else ()
        if long and short not in found:
            found[short] = " ".join(long)
    return found


def defined_abbreviations(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each short form, in lower case, the two long forms that the texts give it most often."""
    counts: dict[str, Counter[str]] = {}
    for text in texts:
        for found, _ in zip(_SHORT.finditer(text), range(_MAX_DEFINITIONS), strict=False):
            short = found.group(1)
            before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
            long_form = _long_form(short, before) if is_abbreviation(short) else None
            if long_form:
                counts.setdefault(short.lower(), Counter())[long_form] += 1
    return {short: _commonest(forms) for short, forms in counts.items()}


def long_forms(text: str, defined: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The long forms of the abbreviations that a text uses, in order."""
    words = dict.fromkeys(word for word in _WORD.findall(text) if is_abbreviation(word))
    return tuple(form for word in words for form in defined.get(word.lower(), ()))


def is_abbreviation(word: str) -> bool:
    """Whether a word has two capitals or more."""
    return sum(letter.isupper() for letter in word) >= 2


def _commonest(forms: Counter[str]) -> tuple[str, ...]:
    ordered = sorted(forms.items(), key=lambda item: (-item[1], item[0]))
    return tuple(form for form, _ in ordered[:_KEPT])


def _long_form(short: str, before: str) -> str | None:
    """The shortest run of words before the bracket that spells the short form."""
    letters = [letter.lower() for letter in short if letter.isalnum()]
    words = _WORD.findall(before.lower())
    return " ".join(_spelled_out(letters, words, fewest=max(1, len(letters) - 2))) or None


def _spelled_out(
    letters: Sequence[str], before: Sequence[str], fewest: int = 1, lone_extra: int = 0
) -> Sequence[str]:
    """The shortest run of `fewest` or more last words that spells the letters in lower case; () if none does.

    One word alone must be longer than the letters by `lone_extra`.
    """
    for width in range(fewest, min(len(before), len(letters) + 3) + 1):
        words = before[-width:]
        if (
            words[0][0].lower() == letters[0]
            and _spells(letters, "".join(words).lower())
            and (width > 1 or len(words[0]) >= len(letters) + lone_extra)
        ):
            return words
    return ()


def _spells(letters: Sequence[str], text: str) -> bool:
    position = 0
    for letter in letters:
        position = text.find(letter, position) + 1
        if position == 0:
            return False
    return True
