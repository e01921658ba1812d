"""Fields of research. Adding a domain is adding one module with an `ADAPTER` (and its name to `Domain`)."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter, PolarityWords, SearchTemplate, listed
from aitia.domains.polarity import outcome_polarity
from aitia.domains.registry import adapter_for, adapters

__all__ = [
    "DomainAdapter",
    "PolarityWords",
    "SearchTemplate",
    "adapter_for",
    "adapters",
    "listed",
    "outcome_polarity",
]
