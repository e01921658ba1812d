"""Page after page into one outcome that is complete, or says why it is not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from aitia.model.errors import SourceError, SourceMalformed
from aitia.model.paper import PaperRecord
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus

MOST_PAGES = 200
_SLACK = 0.9
"""Share of an estimated total that must arrive (Semantic Scholar's totals are estimates)."""


@dataclass(frozen=True)
class Page:
    """One page: its records, how many entries it held, the service's total, and whether it is the last."""

    records: tuple[PaperRecord, ...]
    entries: int
    reported: int | None = None
    last: bool = False
    warnings: tuple[str, ...] = ()


async def collect(
    request: SearchRequest,
    pages: AsyncIterator[Page],
    *,
    page_limit: int = MOST_PAGES,
    estimated: bool = False,
) -> SearchOutcome:
    """Take pages until the limit or the end. Whatever goes wrong makes the outcome incomplete.

    Incomplete: a failed request, an entry that could not be read, a page seen before, fewer papers
    than the service reported, more pages than `page_limit`.
    """
    found: dict[str, PaperRecord] = {}
    warnings: list[str] = []
    problems: list[str] = []
    reported: int | None = None
    number = unread = 0
    name = request.source
    try:
        async for page in pages:
            number += 1
            reported = page.reported if page.reported is not None else reported
            warnings += page.warnings
            unread += page.entries - len(page.records)
            before = len(found)
            for record in page.records:
                if len(found) < request.limit:
                    found.setdefault(record.record_id, record)
            if len(found) >= request.limit or page.last or page.entries == 0:
                break
            if page.records and len(found) == before:
                problems.append(f"{name}: page {number} repeats earlier ones; stopped")
                break
            if number >= page_limit:
                problems.append(f"{name}: stopped after {page_limit} pages; narrow the query")
                break
    except SourceError as error:
        problems.append(str(error))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problems.append(
            f"{name}: the answer does not have the documented form ({type(error).__name__}: {error})"
        )
    if unread:
        problems.append(f"{name}: {unread} entries do not have the documented form and were left out")
    return _outcome(request, tuple(found.values()), reported, estimated, problems, warnings)


def _outcome(
    request: SearchRequest,
    records: tuple[PaperRecord, ...],
    reported: int | None,
    estimated: bool,
    problems: list[str],
    warnings: list[str],
) -> SearchOutcome:
    """What came, held against what the service reported."""
    count = len(records)
    expected = min(request.limit, reported) if reported is not None else None
    if not problems and expected is not None and count < expected * (_SLACK if estimated else 1):
        problems = [f"{request.source}: reported {reported} papers and sent {count}; run the search again"]
    if reported is not None and reported > request.limit and not problems:
        warnings = [*warnings, f"the first {count} of {reported} papers were taken (limit {request.limit})"]
    return SearchOutcome(
        request=request,
        status=SearchStatus.INCOMPLETE if problems else SearchStatus.COMPLETE,
        records=records,
        reported=reported,
        error="; ".join(problems) or None,
        warnings=tuple(dict.fromkeys(warnings)),
    )


def refuse(request: SearchRequest, reason: str) -> SearchOutcome:
    """An outcome without any request sent."""
    return SearchOutcome(request=request, status=SearchStatus.INCOMPLETE, error=f"{request.source}: {reason}")


def check_request(request: SearchRequest, filters: frozenset[str]) -> str | None:
    """Why a request cannot be sent: no query, or a filter that the service does not have."""
    if not request.query.strip():
        return "the query is empty"
    if len(request.query) > 20_000:
        return f"the query has {len(request.query)} characters, more than any service takes"
    if request.limit < 1:
        return f"the limit is {request.limit}; ask for at least one paper"
    unknown = sorted(set(request.filters) - filters)
    if unknown:
        return f"unknown filter {', '.join(unknown)}; known: {', '.join(sorted(filters)) or 'none'}"
    return None


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """`value` as an object, or SourceMalformed naming what was expected."""
    if not isinstance(value, Mapping):
        raise SourceMalformed(f"{what} is missing or not an object; the service may have changed")
    return value


def listing(value: Any, what: str) -> list[Any]:
    """`value` as a list, or SourceMalformed naming what was expected."""
    if not isinstance(value, list):
        raise SourceMalformed(f"{what} is missing or not a list; the service may have changed")
    return value


def count(value: Any, what: str) -> int:
    """`value` as a count, or SourceMalformed naming what was expected."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise SourceMalformed(f"{what} is missing or not a number; the service may have changed")
    return value
