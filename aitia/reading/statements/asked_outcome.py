"""Whose outcome a sentence tells: the question's own, a kind of it, a proxy that holds it, or another one.

Told by the events that both name (`aitia/domains/events.toml`), people who had an event aside ("patients with
myocardial infarction"). Where either names no event there is nothing to tell, and the reader's word stands.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

from aitia.model.evidence import OutcomePart
from aitia.words.names import other_names

_PEOPLE = re.compile(
    r"\b(?:(?:patients?|people|persons?|men|women|adults|participants|children|those|survivors|subjects)"
    r"(?: \w+){0,2} (?:with|after|without|free of|of)|history of|(?:free|freedom) from|after an? (?:acute )?"
    r"|onset of|diagnosis of|discharged with|(?:days?|weeks?|months?) (?:of|after|from)"
    r"|(?:deaths?|mortality|died) (?:from|of|due to))"
    r"(?: \w+){0,4}? ?$|\b(?:patients|people|adults|cases|children|those|were) $"
)
_AHEAD = re.compile(r"^ (?:patients|people|adults|cases|children|participants)\b")
_JOINED = re.compile(
    r"^(?:\W|\b(?:or|and|nonfatal|non|fatal|cardiovascular|vascular|unstable|angina|acute|transient|ischaemic|ischemic"
    r"|attack|from|any|cause|all|major|of|the|other|persistent|physical|disability)\b){1,14}$"
)
_COMPOSITE = re.compile(r"\b(?:composite|combin(?:ed|ation)|combined end ?point)\b[^.;]{0,60}$")
_BALANCE = re.compile(r"\b(?:net (?:benefit|harm|value|effect)|weighed against|outweigh\w*|offset by)\b")
_DENIED = re.compile(r"\b(?:not|nor|never|neither)\b[^.;,]{0,50}$")
_SHORT = re.compile(r"[A-Z]{2,5}(?: (?:risk|rates?|events?|incidence))?")


@dataclass(frozen=True)
class _Event:
    name: str
    kind_of: frozenset[str]
    holds: frozenset[str]
    includes: frozenset[str]


@dataclass(frozen=True)
class _Mention:
    event: _Event
    start: int
    end: int
    composite: bool = False


def part_of(outcome: str, sentence: str) -> OutcomePart | None:
    """What the sentence's outcomes are to the one asked for; None where either names no known event.

    Of several outcomes the nearest to the question's counts.
    """
    asked = _asked(outcome)
    told = _told(sentence)
    if not asked or not told:
        return None
    if _BALANCE.search(sentence.lower()):
        return OutcomePart.OTHER  # a balance of several outcomes tells none of them
    return min((_part(asked, mention, told) for mention in told), key=list(OutcomePart).index)


@lru_cache(maxsize=4096)
def family_of(name: str) -> str | None:
    """One key for all names of one outcome: its events with what qualifies them ("bleeding, major").

    "Severe bleeding" and "major haemorrhage" share it. None where the name holds no known event, or says more
    than events and qualifiers: "fear of stroke" is another thing.
    """
    mentions = _mentions(name)
    if not mentions:
        return None
    plain = name.lower()
    for mention in mentions:
        plain = plain[: mention.start] + " " * (mention.end - mention.start) + plain[mention.end :]
    told = set()
    for words, kind in _qualifiers():
        plain, count = re.subn(rf"\b{re.escape(words)}\b", " ", plain)
        if count and kind != "plain":
            told.add(kind)
    if re.search(r"\w", plain):
        return None
    return ", ".join([*sorted({mention.event.name for mention in mentions}), *sorted(told)])


@lru_cache(maxsize=4096)
def _asked(outcome: str) -> frozenset[_Event]:
    """The events that an outcome names; those of its long forms where it is a short one ("MI")."""
    names = (outcome, *other_names(outcome)) if _SHORT.fullmatch(outcome) else (outcome,)
    return frozenset(mention.event for name in names for mention in _mentions(name))


def _part(asked: frozenset[_Event], mention: _Mention, told: Sequence[_Mention]) -> OutcomePart:
    names = {event.name for event in asked}
    event = mention.event
    held = {name for other in asked for name in (other.name, *other.kind_of)}
    if mention.composite:
        inside = {name for m in told if m.composite for name in (m.event.name, *m.event.kind_of)}
        whole = {m.event.name for m in told if m.composite} <= names
        if whole:
            return OutcomePart.OWN
        return OutcomePart.PROXY if inside & names or event.holds & names else OutcomePart.OTHER
    if event.name in names or any(event.name in other.includes for other in asked):
        return OutcomePart.OWN
    if event.kind_of & names or any(event.name in other.holds for other in asked):
        return OutcomePart.COMPONENT
    return OutcomePart.PROXY if event.holds & held or event.name in held else OutcomePart.OTHER


@lru_cache(maxsize=4096)
def _told(sentence: str) -> tuple[_Mention, ...]:
    """The outcomes that a sentence names: events of people aside, unless there are no others."""
    found = _composites(sentence, _mentions(sentence))
    plain = sentence.lower()
    told = tuple(
        m
        for m in found
        if not _PEOPLE.search(plain[max(0, m.start - 60) : m.start]) and not _AHEAD.match(plain[m.end :])
    )
    return told or tuple(found)


def _composites(sentence: str, found: Sequence[_Mention]) -> list[_Mention]:
    """The mentions, those marked that are joined by "or", or by "composite of … and", into one outcome."""
    groups: list[list[_Mention]] = [[m] for m in found[:1]]
    for one, other in pairwise(found):
        if _JOINED.match(sentence[one.end : other.start].lower()):
            groups[-1].append(other)
        else:
            groups.append([other])
    marked = []
    for group in groups:
        inside = sentence[group[0].start : group[-1].end].lower()
        before = sentence[: group[0].start].lower()
        named = _COMPOSITE.search(before) is not None
        # "Did not reduce A or B" denies both; it is no outcome "A or B".
        listed = re.search(r"\bor\b", inside) is not None and not _DENIED.search(before)
        joined = len(group) > 1 and (named or listed)
        marked += [_Mention(m.event, m.start, m.end, joined) for m in group]
    return marked


@lru_cache(maxsize=4096)
def _mentions(text: str) -> tuple[_Mention, ...]:
    """Every event that a text names, longest names first, in its order."""
    plain = text.lower()
    taken: list[tuple[int, int]] = []
    found: list[_Mention] = []
    for name, event in _names():
        for match in re.finditer(rf"\b{re.escape(name)}", plain):
            span = match.span()
            if all(span[1] <= low or span[0] >= high for low, high in taken):
                taken.append(span)
                end = span[1] + len(re.match(r"\w*", plain[span[1] :]).group())  # type: ignore[union-attr]
                found.append(_Mention(event, span[0], end))
    return tuple(sorted(found, key=lambda m: m.start))


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files("aitia.domains").joinpath("events.toml").read_text(encoding="utf-8"))


@cache
def _qualifiers() -> tuple[tuple[str, str], ...]:
    """Words and what they tell, longest first."""
    rows = [(words, kind) for kind, names in _file()["qualifiers"].items() for words in names]
    return tuple(sorted(rows, key=lambda row: (-len(row[0]), row[0])))


@cache
def _names() -> tuple[tuple[str, _Event], ...]:
    held = _file()
    found = []
    for name, row in (*held["events"].items(), *held["classes"].items()):
        kinds, held_in, own = (frozenset(row.get(key, ())) for key in ("kind_of", "holds", "includes"))
        event = _Event(name, kinds, held_in, own)
        found += [(words, event) for words in row["names"]]
    return tuple(sorted(found, key=lambda pair: (-len(pair[0]), pair[0])))
