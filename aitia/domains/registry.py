"""The adapters by name: every module of this package that has an `ADAPTER`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from aitia.domains.adapter import DomainAdapter
from aitia.vocabulary import Domain


@lru_cache(maxsize=1)
def adapters() -> Mapping[Domain, DomainAdapter]:
    """Every domain's adapter, in the order of `Domain`."""
    package = __name__.rpartition(".")[0]
    found: dict[Domain, DomainAdapter] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        candidate = getattr(importlib.import_module(f"{package}.{module.name}"), "ADAPTER", None)
        if isinstance(candidate, DomainAdapter):
            found[candidate.name] = candidate
    return MappingProxyType({name: found[name] for name in Domain if name in found})


def adapter_for(domain: Domain) -> DomainAdapter:
    """The adapter of a domain."""
    return adapters()[domain]
