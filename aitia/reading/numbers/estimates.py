"""Effect estimates as papers print them: measure, point, interval, level and p value, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.found import FoundEstimate, Span
from aitia.reading.numbers.p_values import FoundP, read_p_values
from aitia.reading.numbers.patterns import (
    ADJUSTED,
    BARE_INTERVAL,
    CHANGE,
    CRUDE,
    DIFFERENCE,
    INTERVAL,
    LISTED_INTERVAL,
    MAX_SENTENCE,
    MAY_HOLD_ESTIMATE,
    MAY_HOLD_INTERVAL,
    MEASURE,
    P_VALUE,
    POINT_AFTER,
    POINT_BEFORE,
    PRINTED,
    STATISTIC,
)
from aitia.reading.numbers.written import parse_number

_REACH = 170
_ANOTHER = re.compile(r"(?i)β|\bbeta\b|coefficient|difference|\bmeans?\b|\bneed|calculat|number|\b[bd] ?=")
"""What tells that a number behind an estimate is of another measure than that."""


def read_estimates(text: str) -> tuple[FoundEstimate, ...]:
    """Every effect estimate of a sentence, in order; numbers are as printed, faults are flagged."""
    text = text[:MAX_SENTENCE]
    if not (PRINTED.search(text) and MAY_HOLD_ESTIMATE.search(text)):
        return ()
    measures = [(EffectMeasure[str(m.lastgroup)], m.start(), m.end()) for m in MEASURE.finditer(text)]
    p_values = read_p_values(text)
    found: list[FoundEstimate] = []
    taken: list[Span] = []
    for match in INTERVAL.finditer(text) if MAY_HOLD_INTERVAL.search(text) else ():
        point = _point_before(text, match, taken, measures)
        estimate = _with_interval(text, match, point, measures, taken)
        if estimate is not None and _shares_measure(text, estimate, taken):
            estimate = replace(estimate, start=estimate.spans["point"][0])
        if estimate is not None and not _overlaps(taken, estimate.start, estimate.end):
            found.append(estimate)
            taken.append((estimate.start, match.end()))
    for match in BARE_INTERVAL.finditer(text):
        if _overlaps(taken, *match.span()) or any(p.start <= match.start() < p.end for p in p_values):
            continue
        estimate = _bare(text, match, measures)
        if estimate is not None:
            found.append(estimate)
            taken.append(match.span())
    found.extend(_points_only(text, measures, taken))
    found.sort(key=lambda e: e.start)
    return tuple(
        _with_p(e, found[i + 1].start if i + 1 < len(found) else len(text), p_values)
        for i, e in enumerate(found)
    )


def _shares_measure(text: str, estimate: FoundEstimate, taken: Sequence[Span]) -> bool:
    """Whether the measure before an estimate is an earlier one's too: "HRs were 0.7 (…) and 1.2 (…)"."""
    before = [end for start, end in taken if estimate.start <= start and end <= estimate.spans["point"][0]]
    if not before or (estimate.measure.is_ratio and min(estimate.low or 1.0, estimate.point or 1.0) <= 0):
        return False
    return _ANOTHER.search(text, max(before), estimate.spans["point"][0]) is None


def _overlaps(taken: list[Span], start: int, end: int) -> bool:
    return any(a < end and start < b for a, b in taken)


def _point_before(
    text: str, match: re.Match[str], taken: list[Span], measures: list[tuple[EffectMeasure, int, int]]
) -> tuple[float, Span, str] | None:
    """The point just before "95% CI"; a p value may stand between the two."""
    begin = max([0, match.start() - 60, *(b for _, b in taken if b <= match.start())])
    named = [m[2] for m in measures if begin < m[2] < match.start()]
    if named and any(char.isdigit() for char in text[named[-1] : match.start()]):
        begin = named[-1]
    head = text[begin : match.start()]
    for cut in reversed(list(P_VALUE.finditer(head))):
        if any(char.isalnum() for char in head[cut.end() :]):
            break
        head = head[: cut.start()]
    found = POINT_BEFORE.search(head)
    if found is None:
        return None
    value = parse_number(found.group("point"))
    span = (begin + found.start("point"), begin + found.end("point"))
    return None if value is None else (value, span, (found.group("u") or "").strip())


def _measure_before(
    measures: list[tuple[EffectMeasure, int, int]], position: int
) -> tuple[EffectMeasure, int, int] | None:
    before = [m for m in measures if m[1] < position and position - m[2] < _REACH]
    return before[-1] if before else None


def _with_interval(
    text: str,
    match: re.Match[str],
    point: tuple[float, Span, str] | None,
    measures: list[tuple[EffectMeasure, int, int]],
    taken: Sequence[Span],
) -> FoundEstimate | None:
    low, high = parse_number(match.group("low")), parse_number(match.group("high"))
    if point is None or low is None or high is None:
        return None
    named = _measure_before(measures, match.start())
    percent = point[2].startswith("%") or bool(match.group("u"))
    if named is None or not _plausible(named[0], percent):
        named = None
        measure = _unnamed(text[max(0, point[1][0] - 110) : match.start()], percent)
    else:
        measure = named[0]
    if measure is None:
        return None
    if named is None and measure is EffectMeasure.PERCENT_CHANGE:
        begin = max([0, point[1][0] - _REACH, *(b for _, b in taken if b <= point[1][0])])
        said = [m for m in CHANGE.finditer(text, begin, match.start()) if m.end() <= match.start()]
        named = (measure, *said[-1].span()) if said and said[-1].start() < point[1][0] else None
    level = parse_number(match.group("level") or match.group("level2") or "95") or 95.0
    return _build(
        text, measure, named, point[0], point[1], (low, match.span("low")), (high, match.span("high")), level
    )


def _plausible(measure: EffectMeasure, percent: bool) -> bool:
    return not (percent and measure.is_ratio)


def _unnamed(before: str, percent: bool) -> EffectMeasure | None:
    """The measure of an estimate that names none: a difference or a percentage change, or no effect."""
    if DIFFERENCE.search(before[-90:]):
        return EffectMeasure.RISK_DIFFERENCE if percent else EffectMeasure.MEAN_DIFFERENCE
    if (
        percent
        and CHANGE.search(before[-80:])
        and not re.search(r"(?i)sensitivity|specificity|prevalence|proportion", before)
    ):
        return EffectMeasure.PERCENT_CHANGE
    return None


def _bare(
    text: str, match: re.Match[str], measures: list[tuple[EffectMeasure, int, int]]
) -> FoundEstimate | None:
    """ "0.56 (0.45-0.70)" after a named measure; without the name it might be a range or a median."""
    named = _measure_before(measures, match.start())
    if named is None or re.search(
        r"(?i)\bmedian|\brange|\bIQR|interquartile|\bSD\b", text[named[2] : match.start()]
    ):
        return None
    point, low, high = (parse_number(match.group(name)) for name in ("point", "low", "high"))
    if point is None or low is None or high is None or not min(low, high) <= point <= max(low, high):
        return None
    if not _plausible(named[0], match.group("u") is not None):
        return None
    if named[0].is_ratio and low <= 0:
        return None
    return _build(
        text,
        named[0],
        named,
        point,
        match.span("point"),
        (low, match.span("low")),
        (high, match.span("high")),
        95.0,
    )


def _build(
    text: str,
    measure: EffectMeasure,
    named: tuple[EffectMeasure, int, int] | None,
    point: float,
    place: Span,
    low: tuple[float, Span],
    high: tuple[float, Span],
    level: float,
) -> FoundEstimate:
    if measure.is_ratio and point < 0 < min(low[0], high[0]) and named and place[0] - named[2] <= 1:
        point = -point  # "OR-4.64": the dash stands between name and number
    flags = []
    if low[0] > high[0]:
        flags.append("reversed interval")
    if not min(low[0], high[0]) <= point <= max(low[0], high[0]):
        flags.append("point outside interval")
    start = named[1] if named and place[0] - named[1] < _REACH else place[0]
    spans = {"point": place, "low": low[1], "high": high[1]}
    if named:
        spans["measure"] = (named[1], named[2])
    return FoundEstimate(
        measure=measure,
        point=point,
        low=low[0],
        high=high[0],
        level=level / 100 if 50 <= level < 100 else 0.95,
        p_value=None,
        p_operator=None,
        adjusted=_adjustment(text, start, place[0]),
        start=min(start, place[0]),
        end=high[1][1],
        spans=spans,
        flags=tuple(flags),
    )


def _adjustment(text: str, start: int, point: int) -> bool | None:
    around = text[max(0, start - 70) : point]
    crude = max((m.start() for m in CRUDE.finditer(around)), default=-1)
    adjusted = max((m.start() for m in ADJUSTED.finditer(around)), default=-1)
    if crude > adjusted:
        return False
    return True if adjusted >= 0 or ADJUSTED.search(text[point : point + 90]) else None


def _points_only(
    text: str, measures: list[tuple[EffectMeasure, int, int]], taken: list[Span]
) -> list[FoundEstimate]:
    """ "OR = 2.3" without an interval, where no interval claims the measure."""
    found = []
    for index, (measure, start, end) in enumerate(measures):
        limit = measures[index + 1][1] if index + 1 < len(measures) else len(text)
        listed = LISTED_INTERVAL.match(text, end, min(limit, end + 60))
        estimate = _bare(text, listed, measures) if listed and not _overlaps(taken, *listed.span()) else None
        if estimate is not None and measure.is_ratio:
            found.append(estimate)
            continue
        match = POINT_AFTER.match(text, end, min(limit, end + 90))
        if match is None or _overlaps(taken, start, match.end("point")):
            continue
        if STATISTIC.search(text, end, match.start("point")):
            continue
        point = parse_number(match.group("point"))
        if point is None or not _sensible(
            measure, point, match.group("point"), text[match.end("point") :][:8]
        ):
            continue
        spans = {"measure": (start, end), "point": match.span("point")}
        adjusted = _adjustment(text, start, match.start("point"))
        found.append(
            FoundEstimate(
                measure, point, None, None, 0.95, None, None, adjusted, start, match.end("point"), spans
            )
        )
    return found


def _sensible(measure: EffectMeasure, point: float, printed: str, after: str) -> bool:
    """A lone number after a measure's name is its point only when it looks like one."""
    if measure.is_ratio:
        return (
            0 < point < 100 and any(mark in printed for mark in ".·,") and not after.lstrip().startswith("%")
        )
    if measure is EffectMeasure.CORRELATION:
        return -1 <= point <= 1
    if measure is EffectMeasure.PERCENT_CHANGE:
        return after.lstrip().startswith(("%", "per"))
    return any(mark in printed for mark in ".·,") or after.lstrip().startswith("%")


def _with_p(estimate: FoundEstimate, limit: int, p_values: tuple[FoundP, ...]) -> FoundEstimate:
    """Add the p value that follows an estimate, or stands between its point and interval."""
    for p in p_values:
        if estimate.spans["point"][1] <= p.start < min(limit, estimate.end + 60) and p.value is not None:
            return FoundEstimate(
                estimate.measure,
                estimate.point,
                estimate.low,
                estimate.high,
                estimate.level,
                p.value,
                p.operator,
                estimate.adjusted,
                estimate.start,
                max(estimate.end, p.end),
                {**estimate.spans, "p": (p.start, p.end)},
                estimate.flags,
            )
    return estimate
