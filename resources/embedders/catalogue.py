"""Embedders by name."""

from __future__ import annotations

from pathlib import Path

from aitia.model.errors import SettingsError
from resources.embedders.base import Embedder
from resources.embedders.gemini import GeminiEmbedder
from resources.embedders.minilm import MiniLmEmbedder
from resources.settings import Settings

LOCAL = MiniLmEmbedder.name
GEMINI = GeminiEmbedder.name
_ALIASES = {"local": LOCAL, "minilm": LOCAL, "gemini": GEMINI}


def make_embedder(settings: Settings) -> Embedder:
    """The embedder of the settings; raises as `embedder_named` does."""
    key = settings.gemini_api_key
    return embedder_named(
        settings.embedder,
        settings.cache_home / "models",
        gemini_key=None if key is None else key.get_secret_value(),
        gemini_url=settings.source_urls.get("gemini"),
    )


def embedder_named(
    name: str,
    cache: Path,
    gemini_key: str | None = None,
    gemini_url: str | None = None,
    threads: int = 2,
) -> Embedder:
    """The embedder called `name` (or "local", "gemini"); nothing is loaded before its first use.

    Raises SettingsError for an unknown name, EngineUnavailable when its key is missing.
    """
    full = _ALIASES.get(name.strip().lower(), name.strip())
    if full == LOCAL:
        return MiniLmEmbedder(cache, threads=threads)
    if full == GEMINI:
        return GeminiEmbedder(gemini_key or "", base_url=gemini_url)
    raise SettingsError(f'unknown embedder "{name}": choose {LOCAL} or {GEMINI}')
