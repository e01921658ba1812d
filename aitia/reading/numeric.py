"""Events and totals, or means with SD and n, of two arms for an outcome, from an article's text and tables.

Every reading is scored by how well its place answers for the outcome and the arms; what scores low, or does
not agree with the other figures printed beside it, is not answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aitia.claim import ArmCounts, ArmMeans
from aitia.reading.arms import group_labels, make_names
from aitia.reading.numeric_cells import (
    Moments,
    Share,
    bare_number,
    events_of,
    read_moments,
    read_share,
    sd_from_interval,
)
from aitia.reading.numeric_match import place_score, text_score
from aitia.reading.numeric_places import NumericArticle, Place, arm_sizes, prepare_numeric, table_places
from aitia.reading.numeric_text import TextPlace, text_places

__all__ = ["NumericArticle", "NumericReading", "prepare_numeric", "read_counts", "read_means"]

BINARY_THRESHOLD = 0.5
CONTINUOUS_THRESHOLD = 0.5

_INTERVAL = re.compile(r"\bCI\b|confidence|interval", re.I)
_PERCENT = re.compile(r"%|percent|proportion", re.I)


@dataclass(frozen=True, slots=True)
class NumericReading:
    """What was read, where it begins in the text, and a score from 0 to 1; `counts` or `means` is set."""

    score: float
    offset: int
    counts: ArmCounts | None = None
    means: ArmMeans | None = None


def read_counts(
    article: NumericArticle, intervention: str, comparator: str, outcome: str
) -> NumericReading | None:
    """Events and totals of both arms, or None where no place answers well enough."""
    best = _best(article, intervention, comparator, outcome, binary=True)
    return best if best is not None and best.score >= BINARY_THRESHOLD else None


def read_means(
    article: NumericArticle, intervention: str, comparator: str, outcome: str
) -> NumericReading | None:
    """Means, SDs and sizes of both arms, or None where no place answers well enough."""
    best = _best(article, intervention, comparator, outcome, binary=False)
    return best if best is not None and best.score >= CONTINUOUS_THRESHOLD else None


def _best(
    article: NumericArticle, intervention: str, comparator: str, outcome: str, binary: bool
) -> NumericReading | None:
    names = group_labels(article.text, make_names(intervention, comparator, outcome, article.abbreviations))
    sizes = arm_sizes(article, names)
    best: NumericReading | None = None
    for place in table_places(article, names):
        score = place_score(place, outcome, names) * (0.6 + 0.4 * place.arms)
        if best is not None and score <= best.score:
            continue
        reading = _counts(place, sizes) if binary else _means(place, sizes)
        if reading is not None:
            best = replace(reading, score=score)
    for told in text_places(article.sentences, names):
        score = text_score(told, outcome, names, article.abbreviations)
        if best is not None and score <= best.score:
            continue
        reading = _told_counts(told, sizes) if binary else _told_means(told, sizes)
        if reading is not None:
            best = replace(reading, score=score)
    return best


def _told_counts(told: TextPlace, sizes: tuple[int | None, int | None]) -> NumericReading | None:
    if isinstance(told.first, Moments) or isinstance(told.second, Moments):
        return None
    shares = (told.first, told.second)
    found = [
        _settle(s, (s.total, n or other.total))
        for s, other, n in zip(shares, shares[::-1], sizes, strict=True)
    ]
    if found[0] is None or found[1] is None:
        return None
    bare = all(s.percent is None and s.total is None for s in shares)
    if bare and any(events == total for events, total in (found[0], found[1])):
        return None
    return NumericReading(0.0, told.offset, counts=_arm_counts(found[0], found[1]))


def _told_means(told: TextPlace, sizes: tuple[int | None, int | None]) -> NumericReading | None:
    if isinstance(told.first, Share) or isinstance(told.second, Share) or None in sizes:
        return None
    first, second = (n or 0 for n in sizes)
    means = ArmMeans(
        mean_intervention=told.first.mean,
        sd_intervention=told.first.sd or 0.0,
        n_intervention=first,
        mean_comparator=told.second.mean,
        sd_comparator=told.second.sd or 0.0,
        n_comparator=second,
    )
    return NumericReading(0.0, told.offset, means=means)


def _arm_counts(first: tuple[int, int], second: tuple[int, int]) -> ArmCounts:
    return ArmCounts(
        events_intervention=first[0],
        total_intervention=first[1],
        events_comparator=second[0],
        total_comparator=second[1],
    )


def _counts(place: Place, sizes: tuple[int | None, int | None]) -> NumericReading | None:
    words = f"{place.label} {place.remainder} {place.caption}"
    if "±" in place.first:
        return None
    percent_first = bool(_PERCENT.search(place.label)) and not re.search(r"\bn\b|number|no\.", words, re.I)
    shares = [read_share(c, percent_first) for c in (place.first, place.second)]
    if shares[0] is None or shares[1] is None:
        return None
    events, totals = [], []
    for share, near, far in zip(shares, (place.size_first, place.size_second), sizes, strict=True):
        found = _settle(share, (share.total, near, far)) if share is not None else None
        if found is None:
            return None
        events.append(found[0])
        totals.append(found[1])
    counts = _arm_counts((events[0], totals[0]), (events[1], totals[1]))
    return NumericReading(0.0, place.offset, counts=counts)


def _settle(share: Share, totals: Sequence[int | None]) -> tuple[int, int] | None:
    """Events and total where all printed figures agree; a total may follow from events and percentage."""
    for total in totals:
        if total:
            events = events_of(share, total)
            if events is not None:
                return events, total
    if share.events and share.percent and share.events >= 8 and share.percent < 100:
        total = round(100 * share.events / share.percent)
        step = 100 * share.events / total
        others = [t for t in (total - 1, total + 1) if abs(100 * share.events / t - share.percent) < 0.051]
        if abs(step - share.percent) < 0.051 and not others:
            return share.events, total
    return None


def _means(place: Place, sizes: tuple[int | None, int | None]) -> NumericReading | None:
    totals = [place.size_first or sizes[0], place.size_second or sizes[1]]
    interval = bool(_INTERVAL.search(f"{place.label} {place.remainder} {place.caption} {place.first}"))
    moments = [read_moments(c, interval) for c in (place.first, place.second)]
    if re.search(r"\bmedian\b|\bIQR\b|n \(%\)", f"{place.label} {place.remainder}", re.I):
        return None
    values: list[float] = []
    for found, total, cell, below in zip(
        moments, totals, (place.first, place.second), (place.next_first, place.next_second), strict=True
    ):
        if found is None and re.match(r"\s*(?:SD|standard dev)", place.next_label, re.I):
            mean, sd = bare_number(cell), bare_number(below)
            found = Moments(mean, sd) if mean is not None and sd is not None else None
        if found is None or not total:
            return None
        values += [
            found.mean,
            found.sd if found.sd is not None else sd_from_interval(found.half_width or 0, total),
        ]
    first, second = (t or 0 for t in totals)
    means = ArmMeans(
        mean_intervention=values[0],
        sd_intervention=values[1],
        n_intervention=first,
        mean_comparator=values[2],
        sd_comparator=values[3],
        n_comparator=second,
    )
    return NumericReading(0.0, place.offset, means=means)
