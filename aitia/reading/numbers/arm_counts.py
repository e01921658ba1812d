"""Events, totals, percentages, means and standard deviations of the arms, as sentences print them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.passage import Quote
from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.written import COUNT, NUMBER, SIGNED, WRITTEN, parse_count, parse_number
from aitia.reading.paper.document import ReadSentence

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundCount:
    """Events of a total in one arm; a percentage printed beside them is checked when they are read."""

    events: int
    total: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FoundMean:
    """Mean and standard deviation of one arm; `n` where it is printed beside them."""

    mean: float
    sd: float
    n: int | None
    start: int
    end: int


_SHARE = rf"(?:\s?[(\[]\s?(?P<share>{NUMBER})\s?%?\s?[)\]])?"
_FRACTION = re.compile(rf"(?<![\w/.,])(?P<events>{COUNT})\s?/\s?(?P<total>{COUNT})(?![\w/]|[.,]\d){_SHARE}")
_OF = re.compile(
    rf"(?<![\w/.,])(?P<events>{COUNT}|{WRITTEN})\s(?:[(\[]\s?(?P<share>{NUMBER})\s?%\s?[)\]]\s)?(?:out\s)?of\s(?:the\s)?(?P<total>{COUNT}|{WRITTEN})"
    rf"(?![\w/%]|[.,]\d|\s?%)(?:\s(?:[a-z-]{{1,20}}\s){{0,3}}?[(\[]\s?(?P<share2>{NUMBER})\s?%)?",
    re.I,
)
_PRESSURE = re.compile(r"(?i)\s?mm\s?hg")
_MEAN = re.compile(
    rf"(?<![\w.,/])(?P<mean>{SIGNED})\s?(?:[a-zA-Z%/²]{{1,8}}\s?)?(?:(?:±|\+/-|\+-|"
    rf"\+/−)\s?(?P<sd>{NUMBER})|[(\[]\s?(?:SD\s?=?\s?|±\s?)(?P<sd2>{NUMBER})\s?[)\]])"
)
_JOIN = re.compile(
    r"(?i)^[^.;]{0,90}?(?:\b(?:versus|vs?\.?|compared (?:with|to)|than|and|against|relative to|whereas|"
    r"while|but)\b|,)[^.;]{0,60}$"
)


def read_counts(text: str) -> tuple[FoundCount, ...]:
    """Every "12/117", "12 of 117 (10%)", "twelve of 117"; a percentage that contradicts them refuses them.

    Where one of "10/8 … 4/10" can be no part of a whole they are the numbers of two arms, and none is read.
    """
    found: list[FoundCount] = []
    for pattern in (_OF,) if _are_of_two_arms(text) else (_FRACTION, _OF):
        for match in pattern.finditer(text):
            events, total = parse_count(match.group("events")), parse_count(match.group("total"))
            if events is None or total is None or not 0 <= events <= total or total < 2:
                continue
            shares = [match.group(name) for name in ("share", "share2") if name in match.re.groupindex]
            share = next((parse_number(s) for s in shares if s), None)
            if share is not None and abs(100 * events / total - share) > 1.6:
                continue
            if not any(f.start < match.end() and match.start() < f.end for f in found):
                found.append(FoundCount(events, total, *match.span()))
    return tuple(sorted(found, key=lambda f: f.start))


def _are_of_two_arms(text: str) -> bool:
    for match in _FRACTION.finditer(text):
        first, second = parse_count(match["events"]), parse_count(match["total"])
        if first and second and first > second and not _PRESSURE.match(text, match.end()):
            return True
    return False


def read_means(text: str) -> tuple[FoundMean, ...]:
    """Every "22.0 ± 6.3" and "22.0 (SD 6.3)"."""
    found = []
    for match in _MEAN.finditer(text):
        mean = parse_number(match.group("mean"))
        sd = parse_number(match.group("sd") or match.group("sd2"))
        if mean is not None and sd is not None and sd > 0:
            found.append(FoundMean(mean, sd, _n_near(text, match.end()), *match.span()))
    return tuple(found)


def _n_near(text: str, end: int) -> int | None:
    near = re.match(rf"[^;.\d]{{0,30}}\bn\s?=\s?({COUNT})", text[end : end + 60], re.I)
    return parse_count(near.group(1)) if near else None


def read_arm_data(sentence: ReadSentence, window: Span, turned: bool) -> tuple[EffectEstimate, ...]:
    """Counts or means of exactly two arms in a window, first arm first unless turned; else nothing."""
    text = sentence.text[window[0] : window[1]]
    counts = read_counts(text)
    if len(counts) == 2 and _joined(text, counts[0].end, counts[1].start):
        first, second = (counts[1], counts[0]) if turned else counts
        span = (window[0] + counts[0].start, window[0] + counts[1].end)
        arms = ArmCounts(
            events_intervention=first.events,
            total_intervention=first.total,
            events_comparator=second.events,
            total_comparator=second.total,
        )
        return (of_arms(arms, sentence.quote(*span)),)
    means = read_means(text)
    if len(means) == 2 and _joined(text, means[0].end, means[1].start):
        left, right = (means[1], means[0]) if turned else means
        if left.n and right.n:
            data = ArmMeans(
                mean_intervention=left.mean,
                sd_intervention=left.sd,
                n_intervention=left.n,
                mean_comparator=right.mean,
                sd_comparator=right.sd,
                n_comparator=right.n,
            )
            return (of_arms(data, sentence.quote(window[0] + means[0].start, window[0] + means[1].end)),)
    return ()


def of_arms(arms: ArmCounts | ArmMeans, quote: Quote) -> EffectEstimate:
    """The estimate that follows from both arms' own numbers, with the quote that prints them."""
    if isinstance(arms, ArmCounts):
        return EffectEstimate(
            measure=EffectMeasure.RISK_RATIO, counts=arms, derived="arm counts", quote=quote
        )
    return EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, means=arms, derived="arm means", quote=quote)


def _joined(text: str, end: int, start: int) -> bool:
    return 0 <= start - end <= 150 and _JOIN.match(text[end:start]) is not None
