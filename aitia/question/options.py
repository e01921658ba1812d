"""The options of a question: those that repeat are one, and "none of the others" is no event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.words.tokens import plain_text

LETTERS = "ABCDEFGH"
_WORD = re.compile(r"[a-z0-9]+")
_NONE = re.compile(
    r"(?i)\W*none of (?:the |these |those )?(?:others?|above|below|options?|events?|answers?|them|these|"
    r"those|(?:other|remaining) (?:options?|events?|answers?|causes?))\b[^.]{0,60}\.?\W*\Z"
    r"|\W*(?:no|not any) (?:other )?(?:option|event|answer|cause)s?(?: of these| above)?"
    r"(?: (?:is|are|holds?|applies|apply)\b[^.]{0,40})?\W*\Z"
    r"|\W*neither(?: of (?:them|these|the (?:others?|options?)))?\W*\Z|\W*none\W*\Z"
)


@dataclass(frozen=True)
class Option:
    """An event that is offered as cause, with the letters under which it is offered."""

    letters: str
    text: str


def says_none(text: str) -> bool:
    """Whether an option says that none of the others holds, and names no event of its own."""
    return _NONE.match(text) is not None


def merged_options(options: Sequence[str]) -> tuple[tuple[Option, ...], str]:
    """The distinct events in order, and the letters of the options that say "none of the others".

    Options that differ only in case, spaces and punctuation are one.
    """
    letters: dict[str, str] = {}
    first: dict[str, str] = {}
    none = ""
    for letter, text in zip(LETTERS, options, strict=False):
        if says_none(text):
            none += letter
            continue
        key = " ".join(_WORD.findall(plain_text(text).lower())) or text
        letters[key] = letters.get(key, "") + letter
        first.setdefault(key, text)
    return tuple(Option(letters[key], first[key]) for key in letters), none
