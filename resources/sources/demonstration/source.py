"""The demonstration corpus as a literature source."""

from __future__ import annotations

from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from resources.sources.demonstration.corpus import NAME, demonstration_records
from resources.sources.lexical import LexicalIndex

_WARNING = "the demonstration corpus holds synopses written for this project, not the papers' own abstracts"


class DemonstrationSource:
    """The bundled synopses, on and off topic: the gate, not the search, tells them apart.

    `search` returns the whole corpus when it is no larger than the request's limit, else the `limit`
    best synopses by BM25. It never fails and contacts nothing.
    """

    name = NAME

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        records = demonstration_records()
        total = len(records)
        if total > request.limit:
            index = LexicalIndex([f"{record.title}\n{record.abstract}" for record in records])
            words = " ".join(request.terms) or request.query
            records = tuple(records[position] for position in index.best(words, request.limit))
        return SearchOutcome(
            request=request,
            status=SearchStatus.COMPLETE,
            records=records,
            reported=total,
            warnings=(_WARNING,),
        )
