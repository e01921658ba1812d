"""Which words of a sentence speak of the first arm, of the second arm, or of the outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from aitia.domains.polarity import outcome_polarity
from aitia.reading.paper.arm_words import CONTROL_WORDS as CONTROL_WORDS
from aitia.reading.paper.arm_words import (
    GENERIC_ACTIVE,
    GENERIC_CONTROL,
    GROUPISH,
    JOINING,
    PARTING,
    STOP,
    UNITS,
)
from aitia.words.tokens import FIGURE_OR_WORD

FIRST, SECOND, OUTCOME, NONE = "X", "Y", "O", ""
NAME_LIMIT = 400
SENTENCE_LIMIT = 3_000

_LABEL = re.compile(
    r"\b(?:[Gg]roup|[Aa]rm)s? ?([A-H1-4]|I{1,3}|IV|[A-Z]{1,3}(?=[\s,;.()]))(?![a-z0-9])|\b([A-Z]{1,3}|[1-4]) "
    r"(?:[Gg]roup|[Aa]rm)s?\b"
)
_A_TIME = re.compile(r"(?i)(?:before|after|prior|baseline|pre-?(?:treatment|intervention|test))\b")
_NEXT_GROUP = re.compile(r"[Gg]roup|\b[Aa]rms?\b|\. |;")
_OPERATION = re.compile(r"(?:ectomy|ostomy|otomy|plasty|oplasties|ectomies|rraphy)\Z")
_SURGICAL = frozenset(("surgery", "surgical", "operation", "operative"))
"""What texts call an operation that a question names."""
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}


@dataclass(frozen=True)
class Token:
    """A word or number of a sentence, its place, and the role of the thing that it names."""

    text: str
    start: int
    end: int
    role: str = NONE


@dataclass(frozen=True)
class Names:
    """The stems by which an article knows the two arms and the outcome, and what the outcome is worth."""

    first: frozenset[str]
    second: frozenset[str]
    outcome: frozenset[str]
    first_control: bool
    second_control: bool
    polarity: str = "unknown"

    def swapped(self) -> Names:
        """The same with the arms exchanged."""
        return Names(
            self.second, self.first, self.outcome, self.second_control, self.first_control, self.polarity
        )


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A crude stem: lower case without plural or common endings; Roman numerals become digits."""
    low = word.lower()
    if low in _ROMAN:
        return _ROMAN[low]
    for ending in (
        "ations",
        "ation",
        "ingly",
        "ments",
        "ment",
        "ings",
        "ing",
        "edly",
        "ies",
        "ed",
        "es",
        "s",
        "ly",
    ):
        if len(low) - len(ending) >= 4 and low.endswith(ending):
            return low[: -len(ending)]
    return low[:-1] if len(low) > 5 and low[-1] in "ey" else low


def tokenise(sentence: str) -> list[Token]:
    """Words, numbers and comparison signs with their offsets; at most 3,000 characters are read."""
    return [Token(m[0], m.start(), m.end()) for m in FIGURE_OR_WORD.finditer(sentence[:SENTENCE_LIMIT])]


def stems(text: str, limit: int = NAME_LIMIT) -> frozenset[str]:
    """The distinct content stems of a name ("group A" keeps its letter)."""
    found, before = set(), ""
    for match in FIGURE_OR_WORD.finditer(text[:limit]):
        low = match[0].lower()
        if (low not in STOP and low not in "%+") or (len(low) == 1 and before in ("group", "arm")):
            found.add(stem(low))
        before = low
    return frozenset(found)


def control_words(name: str) -> int:
    """How many words of an arm's name mark it as a control."""
    return sum(m[0].lower() in CONTROL_WORDS for m in FIGURE_OR_WORD.finditer(name[:NAME_LIMIT]))


def is_a_time(name: str) -> bool:
    """Whether what something is compared with is no arm but an earlier or later time."""
    return _A_TIME.match(name) is not None


def make_names(first: str, second: str, outcome: str, aliases: Mapping[str, str] | None = None) -> Names:
    """The names of the two arms and the outcome, with the article's abbreviations (short to long form).

    An arm is the control by a word for one ("placebo"), else where the other arm is it and something more.
    """
    known = aliases or {}
    stems_of_first, stems_of_second = _with_aliases(first, known), _with_aliases(second, known)
    controls = control_words(first) > 0, control_words(second) > 0
    if not any(controls):
        bare = _bare_arm(stems_of_first - stems_of_second, stems_of_second - stems_of_first)
        controls = bare == FIRST, bare == SECOND
    return Names(
        stems_of_first,
        stems_of_second,
        _with_aliases(outcome, known),
        *controls,
        str(outcome_polarity(outcome)),
    )


def group_labels(text: str, names: Names, limit: int = 100_000) -> Names:
    """The names with the group labels ("group A", "arm 2", "M group") that the article gives to each arm.

    Each mention of a label votes for the arm whose own words stand around it; a clear majority decides.
    """
    own_first, own_second = names.first - names.second, names.second - names.first
    votes: dict[str, list[int]] = {}
    for match in _LABEL.finditer(text[:limit]):
        label = stem(match[1] or match[2])
        if len(votes) > 40 and label not in votes:
            continue
        after = _NEXT_GROUP.split(text[match.end() : match.end() + 90])[0]
        before = _NEXT_GROUP.split(text[max(0, match.start() - 60) : match.start()])[-1]
        near = after + (" " + before if "(" in before[-40:] else "")
        keys = [stem(m[0]) for m in FIGURE_OR_WORD.finditer(near)]
        count = votes.setdefault(label, [0, 0])
        count[0] += sum(k in own_first for k in keys if not k.isdigit())
        count[1] += sum(k in own_second for k in keys if not k.isdigit())
    first = {k for k, (a, b) in votes.items() if a > 2 * b and k not in names.second}
    second = {k for k, (a, b) in votes.items() if b > 2 * a and k not in names.first}
    return replace(names, first=names.first | first, second=names.second | second)


def _with_aliases(name: str, aliases: Mapping[str, str]) -> frozenset[str]:
    found = set(stems(name))
    if any(_OPERATION.search(m[0].lower()) for m in FIGURE_OR_WORD.finditer(name[:NAME_LIMIT])):
        found |= {stem(word) for word in _SURGICAL}
    for short, long in aliases.items():
        long_stems = stems(long)
        if long_stems and long_stems <= found:
            found.add(stem(short))
        elif stem(short) in found and len(short) > 1:
            found |= long_stems
    return frozenset(found)


def mark_roles(sentence: str, names: Names) -> list[Token]:
    """The tokens of a sentence with the arm or outcome that each one names.

    A word that both arms share counts for the arm that has nothing of its own near it, as in "A plus B"
    against "B".
    """
    tokens = tokenise(sentence)
    own_first, own_second = names.first - names.second, names.second - names.first
    shared = names.first & names.second
    keys = [stem(t.text) for t in tokens]
    roles = [_own_role(i, keys, tokens, names, own_first, own_second) for i in range(len(tokens))]
    bare = _bare_arm(own_first, own_second)
    if bare:
        other = SECOND if bare == FIRST else FIRST
        for i, key in enumerate(keys):
            if not roles[i] and key in shared and not _joined(i, other, roles, tokens):
                roles[i] = bare
    for i, key in enumerate(keys):
        if not roles[i] and key in names.outcome:
            roles[i] = OUTCOME
    return [Token(t.text, t.start, t.end, r) for t, r in zip(tokens, roles, strict=True)]


def _joined(i: int, other: str, roles: list[str], tokens: list[Token]) -> bool:
    """Whether the shared word at `i` stands in one phrase with a word of the other arm's own."""
    for j in range(max(0, i - 5), min(len(roles), i + 6)):
        if roles[j] == other:
            between = {t.text.lower() for t in tokens[min(i, j) + 1 : max(i, j)]}
            if not between & PARTING and (len(between) < 2 or between & JOINING):
                return True
    return False


def _bare_arm(own_first: Iterable[str], own_second: Iterable[str]) -> str:
    telling_first = [s for s in own_first if not s.isdigit()]
    telling_second = [s for s in own_second if not s.isdigit()]
    if not telling_first and telling_second:
        return FIRST
    return SECOND if telling_first and not telling_second else NONE


def _own_role(
    i: int,
    keys: list[str],
    tokens: list[Token],
    names: Names,
    own_first: frozenset[str],
    own_second: frozenset[str],
) -> str:
    key, low = keys[i], tokens[i].text.lower()
    if key[:1].isdigit() and i + 1 < len(tokens) and tokens[i + 1].text.lower() in UNITS:
        wordless = all(k[0].isdigit() for k in own_first) and all(k[0].isdigit() for k in own_second)
        if wordless or len(key) > 2:
            return FIRST if key in own_first else SECOND if key in own_second else NONE
    if key.isdigit() or (len(key) == 1 and key.isalpha()):
        around = keys[max(0, i - 3) : i + 2]
        if not any(k in ("group", "arm", "regimen", "cohort") for k in around):
            return NONE
        return FIRST if key in own_first else SECOND if key in own_second else NONE
    if key in own_first:
        return FIRST
    if key in own_second:
        return SECOND
    if names.first_control != names.second_control:
        following = tokens[i + 1].text.lower() if i + 1 < len(tokens) else ""
        if low.rstrip("s") in GENERIC_CONTROL and key not in names.outcome:
            return FIRST if names.first_control else SECOND
        if low in GENERIC_ACTIVE and following in GROUPISH:
            return SECOND if names.first_control else FIRST
    return NONE
