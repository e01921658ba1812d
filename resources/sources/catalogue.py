"""Sources by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from aitia.model.errors import SettingsError
from resources.http import HttpOptions, Service
from resources.sources.arxiv import ArxivSource
from resources.sources.base import LiteratureSource
from resources.sources.crossref import CrossrefSource
from resources.sources.europe_pmc import EuropePmcSource
from resources.sources.names import SOURCE_NAMES, source_name
from resources.sources.openalex import OpenAlexSource
from resources.sources.pubmed import PubMedSource
from resources.sources.semantic_scholar import SemanticScholarSource

_SERVICES = {
    "europe_pmc": EuropePmcSource,
    "pubmed": PubMedSource,
    "semantic_scholar": SemanticScholarSource,
    "openalex": OpenAlexSource,
    "arxiv": ArxivSource,
    "crossref": CrossrefSource,
}
__all__ = ["SOURCE_NAMES", "ServiceState", "make_source", "service_states", "source_name"]
_KEYED = frozenset({"pubmed", "semantic_scholar", "openalex"})


def make_source(
    name: str,
    *,
    documents: Sequence[Path | str] = (),
    urls: Mapping[str, str] | None = None,
    keys: Mapping[str, str | None] | None = None,
    options: HttpOptions | None = None,
    home: Path | None = None,
) -> LiteratureSource:
    """The source of that name.

    `documents` are the paths of the source of that name, and `home` is the data home, where it keeps large
    files. `urls` and `keys` map names of services to a base URL (for mirrors and tests) and an API key
    (pubmed, semantic_scholar, openalex). Raises SettingsError for an unknown name, and for documents without
    a path.
    """
    known = source_name(name)
    if known == "documents":
        if not documents:
            raise SettingsError("the source `documents` needs a path: name a file or folder of papers")
        from resources.sources.documents import DocumentsSource

        return DocumentsSource(documents, home)
    if known == "demonstration":
        module = import_module("resources.sources.demonstration")
        return cast("LiteratureSource", module.DemonstrationSource())
    arguments: dict[str, object] = {"options": options or HttpOptions()}
    if url := _named(urls or {}, known):
        arguments["base_url"] = url
    if known in _KEYED and (key := _named(keys or {}, known)):
        arguments["api_key"] = key
    return cast("LiteratureSource", _SERVICES[known](**arguments))


@dataclass(frozen=True)
class ServiceState:
    """How a service would be asked: `key` is "set", "not set" or "no key", `pace` seconds between two."""

    address: str
    key: str
    pace: float


def service_states(
    urls: Mapping[str, str], keys: Mapping[str, str | None], options: HttpOptions
) -> dict[str, ServiceState]:
    """Every live service by its name. Asks nothing of any, and shows no key."""
    found = {}
    for name, kind in _SERVICES.items():
        made = make_source(name, urls=urls, keys=keys, options=options)
        assert isinstance(made, kind)
        service: Service = made._http.service  # type: ignore[attr-defined]
        key = ("set" if _named(keys, name) else "not set") if name in _KEYED else "no key"
        found[name] = ServiceState(service.base_url, key, service.pace)
    return found


def _named(values: Mapping[str, str | None], wanted: str) -> str | None:
    """The value under any spelling of a name."""
    return next((value for name, value in values.items() if source_name(name) == wanted), None)
