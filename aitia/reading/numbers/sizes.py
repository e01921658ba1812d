"""How large the two arms are: every pair of sizes that an article gives, the surest first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from aitia.reading.numbers.cells import read_size
from aitia.reading.numbers.grid import arm_fit
from aitia.reading.numbers.places import NumericArticle
from aitia.reading.numbers.written import WRITTEN, parse_count
from aitia.reading.paper.arms import FIRST, SECOND, Names, mark_roles

Sizes = tuple[int, int]
TOLD, SPLIT, SHARED = 0.7, 0.4, 0.3
"""What a size told for each arm counts beside one printed with the figures (1), what a total that is split
counts, and what one that both arms share (a crossover)."""

_MOST_TEXT = 150_000
_MOST = 3
_PEOPLE = (
    r"(?:patients|participants|subjects|women|men|children|people|volunteers|individuals|adults|students|"
    r"infants|eyes|girls|boys|cases)"
)
_N = rf"(\d{{1,3}}(?:,\d{{3}})+|\d{{1,5}}|{WRITTEN})"
_EACH = re.compile(
    rf"(?i)\bgroups of {_N}\b|\b{_N} (?:{_PEOPLE} )?(?:in|per|for) (?:each|every) (?:\w+ )?(?:group|arm)"
    rf"|\bn ?= ?{_N},? (?:in |per |for )?each"
    rf"|\beach (?:group|arm)[^.;]{{0,30}}?(?:\(|of |with )(?:n ?= ?)?{_N}\b"
    rf"|\b{_N} {_PEOPLE} each\b"
)
_TOTAL = re.compile(
    rf"(?i)\b{_N} (?:[\w-]+ ){{0,5}}?{_PEOPLE}\b[^.;\d]{{0,60}}?"
    rf"(?:randomi[sz]ed|randomly|allocated|assigned|enrolled|recruited|included|divided|participated|completed)"
)
_SIZED = re.compile(r"[(\[]?\s?\b[Nn]\s?=\s?(\d{1,5})\b")
_COUNTED = re.compile(
    rf"\b(\d{{1,5}}) (?:{_PEOPLE})?\s?(?:were |was )?"
    r"(?:in|to|received|assigned to|allocated to|randomi[sz]ed to) "
)
_CROSSOVER = re.compile(r"(?i)\bcross-?over\b|\bwithin-(?:subject|participant)|\brepeated[- ]measures design")


def size_choices(article: NumericArticle, names: Names) -> list[tuple[Sizes, float]]:
    """Pairs of sizes with how sure each is (0 to 1), at most three."""
    votes = _votes(article, names)
    found: dict[Sizes, float] = {}
    best = {arm: count.most_common(1)[0][0] if count else None for arm, count in votes.items()}
    first, second = best[FIRST], best[SECOND]
    totals, crossed = _totals(article.text), _is_crossover(article.text)
    if first and second:
        found[first, second] = TOLD
    for total in totals:
        if first and not second and total > first:
            found.setdefault((first, total - first), SPLIT)
        elif second and not first and total > second:
            found.setdefault((total - second, second), SPLIT)
        if crossed:
            found.setdefault((total, total), SHARED)
        elif total % 2 == 0:
            found.setdefault((total // 2, total // 2), SPLIT)
    return list(found.items())[:_MOST]


def _votes(article: NumericArticle, names: Names) -> Mapping[str, Counter[int]]:
    votes: dict[str, Counter[int]] = {FIRST: Counter(), SECOND: Counter()}
    for table in article.tables:
        for header in table.header:
            size, fit = read_size(header), arm_fit(header, names)
            if size and fit:
                votes[FIRST if fit > 0 else SECOND][size] += 2
    text = article.text[:_MOST_TEXT]
    for match in _SIZED.finditer(text):
        arm = _last_arm(text[max(0, match.start() - 90) : match.start()], names)
        if arm:
            votes[arm][int(match[1])] += 3 if match.start() < 3_000 else 2
    for match in _COUNTED.finditer(text):
        arm = _first_arm(text[match.end() : match.end() + 60], names)
        if arm:
            votes[arm][int(match[1])] += 1
    for size in _each(text):
        for arm in votes:
            votes[arm][size] += 2
    return votes


@lru_cache(maxsize=64)
def _each(text: str) -> tuple[int, ...]:
    counts = (parse_count(next(part for part in m.groups() if part)) for m in _EACH.finditer(text))
    return tuple(count for count in counts if count and count > 1)


@lru_cache(maxsize=64)
def _totals(text: str) -> tuple[int, ...]:
    """Numbers of people randomised or included, the most often told first."""
    counts: Counter[int] = Counter()
    for match in _TOTAL.finditer(text[:_MOST_TEXT]):
        count = parse_count(match[1])
        if count and count >= 4:
            counts[count] += 2 if match.start() < 3_000 else 1
    return tuple(count for count, _ in counts.most_common(2))


@lru_cache(maxsize=64)
def _is_crossover(text: str) -> bool:
    return len(_CROSSOVER.findall(text[:20_000])) > 1


def _last_arm(text: str, names: Names) -> str:
    tail = re.split(r"[.;]\s|\bn\s?=\s?\d+\)?,?", text)[-1]
    return _only(_arms_in(tail, names), -1)


def _first_arm(text: str, names: Names) -> str:
    return _only(_arms_in(re.split(r"[.;,]\s|\band\b", text)[0], names), 0)


def _arms_in(text: str, names: Names) -> Iterator[str]:
    return (t.role for t in mark_roles(text, names) if t.role in (FIRST, SECOND))


def _only(arms: Iterator[str], place: int) -> str:
    found = list(arms)
    return found[place] if found and len(set(found)) == 1 else ""
