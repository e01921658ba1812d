"""The adapters by name: every module of this package that has an `ADAPTER`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from aitia.domains.adapter import DomainAdapter
from aitia.model.errors import QuestionError
from aitia.model.scales import Domain


@lru_cache(maxsize=1)
def adapters() -> Mapping[Domain, DomainAdapter]:
    """Every domain's adapter, in the order of the modules' names."""
    package = importlib.import_module(__name__.rpartition(".")[0])
    found: dict[Domain, DomainAdapter] = {}
    for module in pkgutil.iter_modules(package.__path__):
        candidate = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "ADAPTER", None)
        if isinstance(candidate, DomainAdapter):
            found[candidate.name] = candidate
    return MappingProxyType(found)


def adapter_for(domain: Domain) -> DomainAdapter:
    """The adapter of a domain. Raises QuestionError for a name that no module of this package goes by."""
    found = adapters().get(domain)
    if found is None:
        known = ", ".join(adapters())
        raise QuestionError(
            f"no domain is named '{domain}'; known: {known}. docs/domains.md tells how to add one"
        )
    return found
