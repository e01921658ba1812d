"""What one cell or one printed figure says: events and percentages, means and standard deviations, sizes."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_N = r"[-−–]?\d{1,3}(?:[, ]\d{3}){1,2}(?![\d.])|[-−–]?\d{0,7}(?:[.·]\d{1,5})|[-−–]?\d{1,7}"
_NUMBER = re.compile(_N)
_EVENTS = re.compile(
    rf"({_N})\s?(?:\(|\[|,|/ ?(\d{{1,6}})\s?[(\[]?|\bof (\d{{1,6}})\s?\(?)\s?%?\s?({_N})?\s?%?\s?[)\]]?"
)
_MEAN = re.compile(
    rf"({_N})\s?%?\s?(?:±|\+/-|\(\s?±?|/|\[)\s?({_N})\s?%?\s?[)\]]?(?!\s?(?:to|,|;|–|-|−)\s?\d)"
)
_RANGE = re.compile(
    rf"({_N})\s?%?\s?[(\[]\s?(?:95% CI:?\s?)?({_N})\s?%?"
    rf"(?:\s?(?:to|,|;|--)\s?|\s?[–−-]\s?)({_N})\s?%?\s?[)\]]"
)
_SIZE = re.compile(r"\b[Nn]\s?=\s?(\d{1,3}(?:[, ]\d{3})+|\d{1,6})\b")


@dataclass(frozen=True, slots=True)
class Share:
    """Events of an arm; `total` where the figure itself prints it, `percent` where it is printed."""

    events: int | None
    total: int | None
    percent: float | None


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and standard deviation; `from_interval` is the half width of a 95% interval instead."""

    mean: float
    sd: float | None
    half_width: float | None = None


def number(text: str) -> float:
    """A printed number: minus and dash variants, thousands separators, decimal mid-dots."""
    plain = text.replace("−", "-").replace("–", "-").replace("·", ".").replace(",", "").replace(" ", "")
    return float(plain)


def read_size(text: str) -> int | None:
    """The first "n = 38" of a text."""
    match = _SIZE.search(text)
    return int(number(match[1])) if match else None


def read_share(cell: str, percent_first: bool) -> Share | None:
    """Events with percentage ("12 (31.6)", "12/38", "31.6%", "12"); `percent_first`: a bare figure is %."""
    cell = cell.strip()
    match = _EVENTS.match(cell)
    if match:
        first = number(match[1])
        total = int(match[2] or match[3]) if match[2] or match[3] else None
        other = number(match[4]) if match[4] else None
        if first < 0 or (other is not None and other < 0):
            return None
        if first == int(first) and "%" not in cell[: match.end(1) + 1]:
            return Share(int(first), total, other)
        if other is not None and other == int(other):
            return Share(int(other), total, first)
        return None
    match = _NUMBER.match(cell)
    if match is None:
        return None
    value = number(match[0])
    if value < 0:
        return None
    if "%" in cell[: match.end() + 2] or percent_first or value != int(value):
        return Share(None, None, value) if value <= 100 else None
    return Share(int(value), None, None)


def read_moments(cell: str, interval: bool) -> Moments | None:
    """Mean with SD ("64 ± 8", "64 (8)", "64/8") or, where `interval`, a 95% one ("55.9 (54.6, 57.2)")."""
    cell = cell.strip()
    match = _RANGE.match(cell)
    if match:
        mean, low, high = (number(match[i]) for i in (1, 2, 3))
        if interval and low < mean < high and abs((high - mean) - (mean - low)) <= 0.2 * (high - low):
            return Moments(mean, None, (high - low) / 2)
        return None
    match = _MEAN.match(cell)
    if match is None:
        return None
    mean, sd = number(match[1]), number(match[2])
    return Moments(mean, sd) if sd >= 0 else None


def events_of(share: Share, total: int) -> int | None:
    """Whole events of a known total that agree with every printed figure; None where they do not."""
    if share.total is not None and share.total != total:
        return None
    if share.events is not None:
        if share.events > total:
            return None
        if share.percent is not None and abs(100 * share.events / total - share.percent) > (
            2.51 if share.total else 1.01
        ):
            return None
        return share.events
    if share.percent is None:
        return None
    events = round(share.percent * total / 100)
    step = 50 / total
    return events if abs(100 * events / total - share.percent) <= min(step, 0.51) else None


def sd_from_interval(half_width: float, n: int) -> float:
    """SD = √n × (upper − lower) / 3.92 (Cochrane Handbook 6.5.2.2), to two decimals."""
    return round(math.sqrt(n) * 2 * half_width / 3.92, 2)
