"""Numbers as papers print them, with their place in the text."""

from __future__ import annotations

import re

SIGN = r"[-−–+]"
NUMBER = (
    r"(?:\d{1,3}(?:[,\u202f\u2009\u00a0 ]\d{3}){1,4}(?![\d])(?:[.·]\d{1,6})?|\d{1,9}(?:[.·,]\d{1,8})?|"
    r"[.·]\d{1,8})"
)
SIGNED = rf"(?:{SIGN}\s?)?{NUMBER}"
COUNT = r"(?:\d{1,3}(?:[,\u202f\u2009\u00a0 ]\d{3}){1,3}(?!\d)|\d{1,8})"

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_LARGE = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: value for value, word in enumerate(_SMALL.split())}
_TENS = dict(zip(_LARGE.split(), range(20, 100, 10), strict=True))
_WORD = "|".join([*sorted(_UNITS, key=len, reverse=True), *_TENS, "hundred", "thousand", "a hundred"])
WRITTEN = rf"(?:(?:{_WORD})(?:[\s-]{{1,2}}(?:and\s)?(?:{_WORD})){{0,6}})"


def parse_number(text: str) -> float | None:
    """The value of a printed number; thousands separators, mid-dots, decimal commas and dashes are read.

    A comma is a thousands separator where exactly three digits follow and the number does not begin with 0.
    """
    body = re.sub(r"[\s\u00a0\u202f\u2009]", "", text)
    negative = body[:1] in "-−–"
    body = body.lstrip("-−–+").replace("·", ".")
    if re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", body):
        body = body.replace(",", "")
    elif body.count(",") == 1 and "." not in body:
        body = body.replace(",", ".")
    try:
        value = float(body)
    except ValueError:
        return None
    return -value if negative else value


def parse_count(text: str) -> int | None:
    """A whole number in digits ("1,240") or words ("one hundred thirty-seven"); None when it is neither."""
    digits = re.sub(r"[,\s\u00a0\u202f\u2009]", "", text)
    if digits.isascii() and digits.isdigit():
        return int(digits) if len(digits) <= 9 else None
    return _written(text)


def _written(text: str) -> int | None:
    total, current, seen = 0, 0, False
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _UNITS:
            current += _UNITS[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "hundred":
            current = max(1, current) * 100
        elif word == "thousand":
            total, current = total + max(1, current) * 1000, 0
        elif word not in ("and", "a"):
            return None
        else:
            continue
        seen = True
    return total + current if seen else None
