"""What a literature source is."""

from __future__ import annotations

from typing import Protocol

from aitia.model.search import SearchOutcome, SearchRequest


class LiteratureSource(Protocol):
    """One place where papers are found.

    `search` never raises for what the outside does: a failure is an outcome with status
    `incomplete`, the records received so far and an `error` that names cause and next step.
    """

    name: str

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        ...
