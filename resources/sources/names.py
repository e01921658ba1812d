"""The names of sources, apart from their clients, which take longer to import."""

from __future__ import annotations

from aitia.model.errors import SettingsError

SOURCE_NAMES = (
    "demonstration",
    "documents",
    "europe_pmc",
    "pubmed",
    "semantic_scholar",
    "openalex",
    "arxiv",
    "crossref",
)


def source_name(name: str) -> str:
    """The name as the catalogue spells it ("EuropePMC" is `europe_pmc`). Raises SettingsError."""
    spelling = {known.replace("_", ""): known for known in SOURCE_NAMES}
    plain = name.strip().lower().replace("_", "").replace("-", "").replace(" ", "")
    if plain not in spelling:
        raise SettingsError(f"unknown source {name[:60]!r}; known: {', '.join(SOURCE_NAMES)}")
    return spelling[plain]
