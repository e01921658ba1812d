"""The reading of text under which two renderings of the same characters are equal, and nothing more.

Only white space, Unicode compatibility forms (ligatures, full width, thin spaces), canonical
composition, soft hyphens, dash variants, HTML entities and hyphens at line breaks fold. Superscripts,
subscripts and fractions are left alone: "10²" is not "102" and "½" is not "1/2".
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_ENTITY = re.compile(r"&(?:amp;)?(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043")
_INVISIBLE = frozenset("\u00ad\u200c\u200d\u2060\ufeff\u200e\u200f")
_THIN = frozenset("\u2006\u2008\u2009\u200a\u202f\u200b\u205f")
_FOLDED_TAGS = (
    "<compat>",
    "<wide>",
    "<narrow>",
    "<noBreak>",
    "<font>",
    "<initial>",
    "<medial>",
    "<final>",
    "<isolated>",
)
_NOT_JOINED = frozenset(("and", "or", "to", "und", "vs", "versus", "as", "but", "nor", "than", "oder"))

SPACE, DASH, THIN, JOIN, BREAK = " ", "-", "t", "j", "b"


@dataclass(frozen=True, slots=True)
class Folded:
    """Text reduced to its solid characters; what stands between them is kept in `gaps`.

    `solid[i]` came from `source[starts[i]:ends[i]]`; `gaps[i]` is what stands before it, `gaps[-1]`
    what stands at the end. A gap is a string over space, dash, `t` (thin space), `j` (a dash and a space
    that may be a folded line break) and `b` (a dash at a line break).
    """

    solid: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    gaps: tuple[str, ...]


@lru_cache(maxsize=256)
def fold(text: str) -> Folded:
    """Fold a text; linear in its length."""
    solid: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    gaps: list[str] = []
    gap: list[str] = []
    for unit, start, end in _units(text):
        for char in _fold_char(unit):
            if char in _DASHES:
                gap.append(DASH)
            elif char == "\n" or char == "\r" or char in "\u2028\u2029":
                gap.append("\n")
            elif char in _THIN:
                gap.append(THIN)
            elif char.isspace():
                gap.append(SPACE)
            elif char == "\u00ad":
                gap.append("s")
            elif char not in _INVISIBLE:
                gaps.append("".join(gap))
                gap = []
                solid.append(char)
                starts.append(start)
                ends.append(end)
    gaps.append("".join(gap))
    joined = "".join(solid)
    return Folded(joined, tuple(starts), tuple(ends), tuple(_settle(gaps, joined)))


def _units(text: str) -> list[tuple[str, int, int]]:
    """Characters and decoded entities with their span in the source."""
    if "&" not in text:
        return [(char, index, index + 1) for index, char in enumerate(text)]
    units: list[tuple[str, int, int]] = []
    position = 0
    for match in _ENTITY.finditer(text):
        decoded = html.unescape(match.group())
        if decoded.startswith("&") and len(decoded) > 1:
            decoded = html.unescape(decoded)
        if len(decoded) > 2:
            continue
        units.extend((text[i], i, i + 1) for i in range(position, match.start()))
        units.extend((char, match.start(), match.end()) for char in decoded)
        position = match.end()
    units.extend((text[i], i, i + 1) for i in range(position, len(text)))
    return units


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str:
    if char.isascii() or char in _DASHES or char in _THIN:
        return char
    decomposition = unicodedata.decomposition(char)
    if not decomposition:
        return char
    tag = decomposition.split(" ", 1)[0]
    if not tag.startswith("<"):
        return unicodedata.normalize("NFD", char)
    if tag not in _FOLDED_TAGS:
        return char
    folded = unicodedata.normalize("NFKD", char)
    return char if folded.startswith(" ") and len(folded) > 1 else folded


def _settle(gaps: list[str], solid: str) -> list[str]:
    """Reduce raw gaps: runs of white space to one, dashes at line breaks to their marks."""
    return [
        gap if gap in ("", SPACE, DASH) else _settle_one(gap, index, solid) for index, gap in enumerate(gaps)
    ]


def _settle_one(gap: str, index: int, solid: str) -> str:
    gap = re.sub(r"s[ t]{0,4}\n[ t\n]{0,20}", "", gap).replace("s", "")
    before = solid[index - 1] if index else ""
    after = solid[index] if index < len(solid) else ""
    letters = before.isalpha() and after.isalpha()
    broken = re.fullmatch(r"-[ t]{0,8}\n[ t\n]{0,40}", gap)
    if broken:
        return BREAK if letters else "h"
    if letters and after.islower() and re.fullmatch(r"- ", gap) and not _stands_alone(solid, index):
        return JOIN
    if re.fullmatch(r"t{1,4}", gap):
        both = (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())
        return SPACE if both or not before or not after else THIN
    return re.sub(r"[ t\n]{1,}", SPACE, gap)


def _stands_alone(solid: str, index: int) -> bool:
    """True where a word such as "and" follows ("pre- and post-"): the dash is the author's.

    Solid text has no spaces, so this looks for the word at its beginning only, and errs on the safe side.
    """
    return any(solid.startswith(word, index) for word in _NOT_JOINED)


_READINGS = {
    THIN: ("", SPACE),
    JOIN: ("", "- "),
    BREAK: ("", "-", "- "),
    "h": ("-", "- "),
}


def gaps_agree(left: str, right: str) -> bool:
    """Whether two gaps can be the same characters in different renderings."""
    if left == right:
        return True
    return not set(_READINGS.get(left, (left,))).isdisjoint(_READINGS.get(right, (right,)))
