"""Rules about an estimate's numbers: possible, coherent, and printed where the estimate says.

A failing estimate is dropped and the drop recorded; the claim may still stand on its words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from aitia.evidence.effects import (
    Unusable,
    normal_quantile,
    p_from_z,
    standard_error_from_interval,
    standardise,
)
from aitia.model.claim import ArmCounts, Claim, EffectEstimate
from aitia.model.errors import StatisticsError
from aitia.model.scales import EffectMeasure
from validators.findings import ClaimContext, Finding, Outcome
from validators.quote import settled_quote

SYMMETRY_TOLERANCE = 0.35
P_FACTOR = 5.0
_NUMBER = re.compile(r"[-+]?(?:\d{1,12}(?:[.,]\d{1,9}){0,4}|\.\d{1,9})")
_PERCENTAGE = re.compile(
    _NUMBER.pattern
    + r"(?![\d.,]{0,20}\d)(?=(?:\s?(?:versus|vs?\.?|and|or|to|,|-|/|compared with)\s?"
    + r"[-+]?\d{1,12}(?:\.\d{1,9})?){0,3}\s?(?:%|percent|per cent)"
    + r"(?!\s?(?:CI\b|C\.I\.|confidence|credible|prediction)))",
    re.IGNORECASE,
)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"))
_POINTS = str.maketrans({"·": ".", "∙": ".", "⋅": "."})
_THIN = re.compile(r"(?<=\d)[\u2009\u202f\u00a0](?=\d{3}(?!\d))")
_WORDS = {"zero": 0, "no": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WORDS |= {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}


def finite_numbers(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """Every number is finite; a level and a p value lie within 0 and 1."""
    for i, e in enumerate(claim.estimates):
        values = (e.point, e.low, e.high, e.p_value, e.level)
        if any(v is not None and not math.isfinite(v) for v in values):
            yield _drop("finite_numbers", "a number is not finite", i)
        elif not 0.5 <= e.level < 1:
            yield _drop("finite_numbers", f"confidence level {e.level:g} is no fraction from 0.5 to 1", i)
        elif e.p_value is not None and not 0 <= e.p_value <= 1:
            yield _drop("finite_numbers", f"p = {e.p_value:g} is outside 0 to 1", i)


def ratio_positive(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A ratio and its limits are above 0; a correlation lies within -1 and 1."""
    for i, e in enumerate(claim.estimates):
        values = [v for v in (e.point, e.low, e.high) if v is not None]
        if e.measure.is_ratio and any(v <= 0 for v in values):
            yield _drop("ratio_positive", f"{e.measure.value} of {min(values):g}; a ratio is above 0", i)
        if e.measure is EffectMeasure.CORRELATION and any(abs(v) > 1 for v in values):
            yield _drop("ratio_positive", "a correlation outside -1 to 1", i)


def interval_ordered(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """The lower limit comes first."""
    for i, e in enumerate(claim.estimates):
        if e.low is not None and e.high is not None and e.low > e.high:
            yield _drop("interval_ordered", f"interval {e.low:g} to {e.high:g} is reversed", i)


def interval_contains_point(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """The point lies within its interval."""
    for i, e in enumerate(claim.estimates):
        if e.point is None or e.low is None or e.high is None or e.low > e.high:
            continue
        if not e.low <= e.point <= e.high:
            reason = f"{e.measure.value} {e.point:g} lies outside {e.low:g} to {e.high:g}"
            yield _drop("interval_contains_point", reason, i)


def ratio_interval_symmetric(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A ratio's interval is roughly symmetric on the log scale, as far as its rounding lets one see."""
    for i, e in enumerate(claim.estimates):
        if not _complete_ratio(e) or e.point is None or e.low is None or e.high is None:
            continue
        low, middle, high = math.log(e.low), math.log(e.point), math.log(e.high)
        half = (high - low) / 2
        slack = _rounding(e.point) / e.point + (_rounding(e.low) / e.low + _rounding(e.high) / e.high) / 2
        if half > 0 and abs((low + high) / 2 - middle) > SYMMETRY_TOLERANCE * half + slack:
            shown = f"{e.measure.value} {e.point:g}"
            reason = f"{shown} is not near the middle of {e.low:g} to {e.high:g} on the log scale"
            yield _drop("ratio_interval_symmetric", reason, i)


def p_agrees_with_interval(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """The p value and the interval say the same of the null, and are of the same order."""
    for i, e in enumerate(claim.estimates):
        reason = _p_conflict(e)
        if reason:
            yield _drop("p_agrees_with_interval", reason, i)


def arms_possible(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """Events lie between 0 and the total of each arm; SDs are not negative; totals are not 0."""
    for i, e in enumerate(claim.estimates):
        if e.counts is None and e.means is None:
            continue
        bare = EffectEstimate(measure=e.measure, counts=e.counts, means=e.means)
        result = standardise(bare)
        if isinstance(result, Unusable) and not _merely_uninformative(e.counts):
            yield _drop("arms_possible", result.reason, i)


def point_agrees_with_arms(claim: Claim, _context: ClaimContext) -> Iterator[Finding]:
    """A point that is said to be computed from the arms is what the arms give."""
    for i, e in enumerate(claim.estimates):
        if e.point is None or e.derived is None or (e.counts is None and e.means is None):
            continue
        result = standardise(EffectEstimate(measure=e.measure, counts=e.counts, means=e.means))
        if isinstance(result, Unusable) or result.measure is not e.measure:
            continue
        if abs(result.point - e.point) > 0.02 * max(abs(result.point), 0.05) + _rounding(e.point):
            reason = f"{e.measure.value} {e.point:g} is called computed, but the arms give {result.point:.3g}"
            yield _drop("point_agrees_with_arms", reason, i)


def numbers_in_quote(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Every printed number stands in the quote or the estimate's own quote.

    Of a computed point (`derived`) the numbers it was computed from must stand there; totals of the arms may
    stand elsewhere in the passage, events may be printed as a percentage of the total.
    """
    for i, e in enumerate(claim.estimates):
        texts = [claim.quote.text]
        if e.quote is not None:
            own = settled_quote(e.quote, context)
            if own is None:
                yield _drop("numbers_in_quote", "the estimate's own quote is not in the passage it names", i)
                continue
            texts.append(own.text)
        where = "\n".join(texts)
        missing = _missing(e, where, _passages_of(claim, e, context))
        if missing:
            reason = f"not printed in the quote: {', '.join(missing[:6])}"
            yield _drop("numbers_in_quote", reason, i)


def _missing(e: EffectEstimate, where: str, around: str) -> list[str]:
    missing = []
    if e.derived is None:
        named = (("point", e.point), ("lower limit", e.low), ("upper limit", e.high))
        missing += [f"{n} {v:g}" for n, v in named if v is not None and not stands(v, where)]
    elif e.counts is None and e.means is None and e.point is not None and not _follows(e, where):
        missing.append(f"anything that {e.measure.value} {e.point:g} follows from")
    if e.p_value is not None and not stands(e.p_value, where):
        missing.append(f"p {e.p_value:g}")
    if e.counts is not None:
        missing += _missing_counts(e.counts, where, around)
    if e.means is not None:
        m = e.means
        means = (m.mean_intervention, m.sd_intervention, m.mean_comparator, m.sd_comparator)
        missing += [f"{v:g}" for v in means if not stands(v, where)]
        missing += [f"n {v}" for v in (m.n_intervention, m.n_comparator) if not stands(v, around)]
    return missing


def _missing_counts(c: ArmCounts, where: str, around: str) -> list[str]:
    missing = []
    for events, total in (
        (c.events_intervention, c.total_intervention),
        (c.events_comparator, c.total_comparator),
    ):
        share = 100 * events / total if total > 0 else math.nan
        if not (stands(events, where) or _percent_stands(share, total, where)):
            missing.append(f"events {events}")
        if not stands(total, around):
            missing.append(f"total {total}")
    return missing


def _follows(e: EffectEstimate, where: str) -> bool:
    """A computed point follows from one printed number: a percentage change, or the reciprocal ratio."""
    assert e.point is not None
    candidates = [e.point, -e.point]
    if e.measure.is_ratio and e.point > 0:
        candidates += [100 * (1 - e.point), 100 * (e.point - 1), 1 / e.point]
    printed = {abs(v) for v in printed_numbers(where)}
    return any(abs(abs(c) - v) <= 0.01 * max(abs(c), 0.5) for c in candidates for v in printed)


def stands(value: float, text: str) -> bool:
    """Whether a number is printed in a text: value and sign; percent for a fraction does not count."""
    for printed in printed_numbers(text):
        if math.isclose(printed, value, rel_tol=1e-9, abs_tol=1e-12):
            return True
    # "0.62-0.93": the dash is no sign where the value is positive.
    return value >= 0 and any(math.isclose(-p, value, rel_tol=1e-9) for p in printed_numbers(text) if p < 0)


@lru_cache(maxsize=512)
def printed_numbers(text: str) -> tuple[float, ...]:
    """Every number printed in a text; "1,525" and "0,62" are given in both readings."""
    plain = _THIN.sub(",", text[:100_000]).translate(_DASHES).translate(_POINTS)
    found: list[float] = []
    for match in _NUMBER.finditer(plain):
        found += _readings(match.group())
    words = re.findall(r"[a-z]+", plain.casefold())
    found += [float(_WORDS[w]) for w in words if w in _WORDS]
    return tuple(found)


def printed_percentages(text: str) -> tuple[float, ...]:
    """Every number printed as a percentage, also in "5 v 9%"; the level of an interval is none."""
    plain = _THIN.sub(",", text[:100_000]).translate(_DASHES).translate(_POINTS)
    return tuple(v for match in _PERCENTAGE.finditer(plain) for v in _readings(match.group()))


def _readings(token: str) -> list[float]:
    options = {token.replace(",", ""), token.replace(",", ".")}
    values = [float(option) for option in sorted(options) if option.count(".") <= 1]
    if token.count(",") + token.count(".") > 1:
        values += [float(part) for part in re.split(r"[.,]", token) if part.strip("+-")]
    return values


def _percent_stands(share: float, total: int, where: str) -> bool:
    if not math.isfinite(share):
        return False
    slack = 0.5 if total < 1000 else 0.06
    return any(abs(abs(v) - share) <= slack for v in printed_percentages(where))


def _passages_of(claim: Claim, e: EffectEstimate, context: ClaimContext) -> str:
    ids = {claim.quote.passage_id} | ({e.quote.passage_id} if e.quote is not None else set())
    held = [context.own_passages[i].text for i in sorted(ids) if i in context.own_passages]
    return "\n".join([*held, context.own_paper.abstract])


def _p_conflict(e: EffectEstimate) -> str | None:
    if e.p_value is None or e.point is None or e.low is None or e.high is None or not e.low < e.high:
        return None
    if e.measure.is_ratio and not _complete_ratio(e):
        return None
    scale = math.log if e.measure.is_ratio else float
    try:
        error = standard_error_from_interval(scale(e.low), scale(e.high), e.level)
        z = scale(e.point) / error
        implied = p_from_z(z)
    except (StatisticsError, ValueError):
        return None
    # Rounding of the limits moves z; only a gross conflict is one.
    null = e.measure.null_value
    touches = min(abs(e.low - null), abs(e.high - null)) <= 2 * _rounding(e.low)
    excludes = not e.low <= null <= e.high
    operator = e.p_operator or "="
    alpha = 1 - e.level
    if touches or abs(abs(z) - normal_quantile(e.level)) < 0.35:
        return None
    if operator in ("<", "=", "≤") and e.p_value < alpha / 1.5 and not excludes:
        return f"p {operator} {e.p_value:g}, but {e.low:g} to {e.high:g} includes no effect"
    if operator in (">", "=", "≥") and e.p_value >= alpha * 1.5 and excludes:
        return f"p {operator} {e.p_value:g}, but {e.low:g} to {e.high:g} excludes no effect"
    if operator == "=" and e.p_value > 0.001 and implied > 0.001:
        ratio = e.p_value / implied
        if not 1 / P_FACTOR <= ratio <= P_FACTOR:
            return f"p = {e.p_value:g}, but {e.low:g} to {e.high:g} implies about {implied:.2g}"
    return None


def _complete_ratio(e: EffectEstimate) -> bool:
    values = (e.point, e.low, e.high)
    if not e.measure.is_ratio or any(v is None or not v > 0 or not math.isfinite(v) for v in values):
        return False
    return e.low is not None and e.high is not None and e.low < e.high


def _rounding(value: float) -> float:
    """Half a unit of the last decimal that the value shows (at least one, as trailing zeros are lost)."""
    text = f"{value:.10f}".rstrip("0")
    decimals = len(text.split(".")[1]) if "." in text else 0
    return 0.5 * 10.0 ** -min(max(decimals, 1), 6)


def _merely_uninformative(c: ArmCounts | None) -> bool:
    """A possible table that forms no ratio (no event, or only events, in both arms)."""
    if c is None or min(c.total_intervention, c.total_comparator) <= 0:
        return False
    inside = (
        0 <= c.events_intervention <= c.total_intervention and 0 <= c.events_comparator <= c.total_comparator
    )
    none = c.events_intervention == 0 and c.events_comparator == 0
    everybody = c.events_intervention == c.total_intervention and c.events_comparator == c.total_comparator
    return inside and (none or everybody)


def _drop(rule: str, reason: str, index: int) -> Finding:
    return Finding(rule, Outcome.DROP_ESTIMATE, reason, index)
