"""Fields of research. Adding a domain is adding one module with an `ADAPTER`."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter, PolarityWords, SearchTemplate, listed
from aitia.domains.polarity import outcome_polarity
from aitia.domains.registry import adapter_for, adapters
from aitia.domains.wording import in_words_of

__all__ = [
    "DomainAdapter",
    "PolarityWords",
    "SearchTemplate",
    "adapter_for",
    "adapters",
    "in_words_of",
    "listed",
    "outcome_polarity",
]
