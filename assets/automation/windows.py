"""The windows of time in which questions are searched again, each once, whatever the clock does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DAILY = 24
_ANCHOR = datetime(1970, 1, 1, 5, tzinfo=UTC)
"""Windows are counted from here, so that the daily ones begin at 05:00 UTC. UTC knows no summer time."""


def window_of(moment: datetime, hours: int) -> datetime:
    """The beginning of the window of so many hours that the moment lies in."""
    length = timedelta(hours=hours)
    return _ANCHOR + (moment.astimezone(UTC) - _ANCHOR) // length * length
