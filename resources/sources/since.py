"""Queries narrowed to what a service took up or changed since a day: new papers, and retractions since."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date


def _europe_pmc(query: str, day: date) -> str:
    span = f"[{day.isoformat()} TO 3000-01-01]"
    return f"({query}) AND (CREATION_DATE:{span} OR UPDATE_DATE:{span})"


def _pubmed(query: str, day: date) -> str:
    start = day.strftime("%Y/%m/%d")
    return f'({query}) AND ("{start}"[edat] : "3000"[edat] OR "{start}"[lr] : "3000"[lr])'


_NARROWED: dict[str, Callable[[str, date], str]] = {"europe_pmc": _europe_pmc, "pubmed": _pubmed}


def can_narrow(source: str) -> bool:
    """Whether a service tells when it took up or changed a record; the others are searched whole."""
    return source in _NARROWED


def narrowed(source: str, query: str, day: date) -> str:
    """The query in the service's own syntax, for records taken up or changed on that day (UTC) or later."""
    return _NARROWED[source](query, day)
