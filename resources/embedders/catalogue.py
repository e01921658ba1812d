"""Embedders by name."""

from __future__ import annotations

from pathlib import Path

from aitia.errors import SettingsError
from resources.embedders.base import Embedder
from resources.embedders.gemini import GeminiEmbedder
from resources.embedders.minilm import MiniLmEmbedder

LOCAL = MiniLmEmbedder.name
GEMINI = GeminiEmbedder.name
_ALIASES = {"local": LOCAL, "minilm": LOCAL, "gemini": GEMINI}


def make_embedder(
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
