"""The causal graph: neighbourhoods that a change affects, and paths from cause to outcome."""

from aitia.graph.paths import Arc, Path, find_paths, neighbourhood, verbalise

__all__ = ["Arc", "Path", "find_paths", "neighbourhood", "verbalise"]
