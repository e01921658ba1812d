"""How long a service asks to wait, in whichever of its ways it says so."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\d{1,8}(?:\.\d{1,6})?")
_DELAY = re.compile(r"retryDelay\W{1,8}(\d{1,6}(?:\.\d{1,9})?)s")
_MOST = 20_000


def retry_after(header: str | None, body: str = "") -> float | None:
    """Seconds from a Retry-After header (a number or a date), else from an error's own `retryDelay`."""
    value = (header or "").strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    try:
        moment = parsedate_to_datetime(value) if value else None
    except (ValueError, TypeError, OverflowError):
        moment = None
    if moment is not None:
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
    delay = _DELAY.search(body[:_MOST])
    return float(delay.group(1)) if delay else None
