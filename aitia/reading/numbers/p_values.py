"""P values as a sentence prints them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aitia.reading.numbers.patterns import MAX_SENTENCE, P_VALUE
from aitia.reading.numbers.written import parse_number

_OTHER_TEST = r"(?:trend|(?<!time )(?<!time-)interaction|heterogeneity|non-?inferiority)"
_OF_IT = re.compile(rf"(?i)\s?(?:for|of|on)\s(?:the\s)?(?:test of\s)?{_OTHER_TEST}")
_ITS = re.compile(
    rf"(?i)(?:\b{_OTHER_TEST}(?:\s?[:,=(]|\swas)?|\bI[2²]\s?[=:]?\s?\d[\d.]*\s?%?)\s?[;,(]?\s?\Z"
)
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class FoundP:
    """A p value; `operator` is "=", "<" or ">". `value` is None for "NS"."""

    value: float | None
    operator: str
    start: int
    end: int

    @property
    def significant(self) -> bool | None:
        """At the 5% level; None where "<" or ">" leaves it open."""
        if self.value is None:
            return False
        if self.operator == "<":
            return True if self.value <= 0.05 else None
        if self.operator == ">":
            return False if self.value >= 0.05 else None
        return self.value < 0.05


def read_p_values(text: str) -> tuple[FoundP, ...]:
    """Every p value of a sentence; tests of trend, heterogeneity and interaction are not among them."""
    found = []
    for match in P_VALUE.finditer(text[:MAX_SENTENCE]):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if _OF_IT.match(text, match.end()) or _ITS.search(before):
            continue
        if match.group("ns"):
            found.append(FoundP(None, ">", *match.span()))
            continue
        value = _p_value(match.group("value"))
        if value is not None and 0 <= value <= 1:
            found.append(FoundP(value, _operator(match.group("op")), *match.span()))
    return tuple(found)


def _p_value(text: str) -> float | None:
    mantissa, *power = re.split(r"\s?[x×]\s?10\s?[-−–]\s?", text)
    value = parse_number(mantissa)
    return value if value is None or not power else value * 10.0 ** -int(power[0])


def _operator(text: str) -> str:
    if text.startswith(("<", "≤", "＜", "&lt;", "less", "below")):
        return "<"
    return "=" if text == "=" else ">"
