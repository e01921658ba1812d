"""Which of two events came first: by the dates that both name, and by the wording of sentences on both."""

from __future__ import annotations

import re

from aitia.model.options import Check, State
from aitia.words.tokens import tokenise

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DATE = re.compile(
    r"(?i)\b(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?P<day>\d{1,2})"
    r"(?:st|nd|rd|th)?\b(?:,?\s(?P<year>(?:19|20)\d\d))?"
    r"|\b(?P<year_only>(?:19|20)\d\d)\b"
)
_BACKWARD = re.compile(
    r"(?i)\b(?:after|following|because of|because|due to|in response to|in retaliation for|as a result of|"
    r"in the wake of|prompted by|triggered by|caused by|sparked by|driven by|in reaction to|blamed on|"
    r"since)\b"
)
_FORWARD = re.compile(
    r"(?i)\b(?:led to|leading to|prompt(?:ed|ing)|trigger(?:ed|ing)|caus(?:ed|ing)|result(?:ed|ing) in|"
    r"spark(?:ed|ing)|forc(?:ed|ing)|before|set off|gave way to|brought about)\b"
)
_CLEAR = 0.25
_PLANNED = re.compile(
    r"(?i)\b(?:plans?|planned|will|is to|are to|was to|promised?|vow(?:s|ed)|threaten\w*)\b"
)
Date = tuple[int | None, int | None, int | None]


def order_by_dates(option: str, event: str) -> Check | None:
    """A check where both texts name a date that can be compared; None otherwise."""
    first, second = _dates(option), _dates(event)
    if not first or not second:
        return None
    compared = {_compare(a, b) for a in first for b in second}
    if compared == {1}:
        if _PLANNED.search(option):
            return Check(state=State.OPEN, why="it names a later date, but as something planned")
        return Check(state=State.FAILS, why="its date is later than that of the event")
    if compared == {-1}:
        return Check(state=State.HOLDS, why="its date is earlier than that of the event")
    return None


def order_in_sentence(sentence: str, option: str, event: str) -> int:
    """-1 where the sentence puts the option before the event, 1 where it puts it after, 0 where neither.

    "E after O", "after O, E" and "O led to E" put O first. A half belongs to the text that has clearly more
    of its words there.
    """
    wanted, told = frozenset(tokenise(option)), frozenset(tokenise(event))
    only_option, only_event = wanted - told, told - wanted
    if not only_option or not only_event:
        return 0
    for earlier, later in _halves(sentence):
        lean_earlier = _share(earlier, only_option) - _share(earlier, only_event)
        lean_later = _share(later, only_event) - _share(later, only_option)
        if lean_earlier > _CLEAR and lean_later > _CLEAR:
            return -1
        if lean_earlier < -_CLEAR and lean_later < -_CLEAR:
            return 1
    return 0


def _halves(sentence: str) -> list[tuple[str, str]]:
    """Pairs (what came first, what came later) that the connectives of a sentence make."""
    pairs = []
    for match in _BACKWARD.finditer(sentence):
        before, behind = sentence[: match.start()], sentence[match.end() :]
        if len(before.strip()) < 4:
            behind, _, before = behind.partition(", ")
        pairs.append((behind, before))
    pairs += [(sentence[: m.start()], sentence[m.end() :]) for m in _FORWARD.finditer(sentence)]
    return pairs


def _share(part: str, words: frozenset[str]) -> float:
    return len(words & frozenset(tokenise(part))) / len(words)


def _dates(text: str) -> list[Date]:
    found: list[Date] = []
    for match in _DATE.finditer(text):
        if match["year_only"]:
            found.append((int(match["year_only"]), None, None))
        else:
            month = _MONTHS.index(match["month"].lower()) + 1
            found.append((int(match["year"]) if match["year"] else None, month, int(match["day"])))
    return found


def _compare(one: Date, other: Date) -> int:
    """-1, 0 or 1 as the first is earlier, not comparable, or later; months count only in a year of both."""
    if one[0] and other[0] and one[0] != other[0]:
        return -1 if one[0] < other[0] else 1
    if one[0] != other[0] or one[1] is None or other[1] is None:
        return 0
    a, b = (one[1], one[2] or 0), (other[1], other[2] or 0)
    return (a > b) - (a < b)
