"""The causal graph: concepts, neighbourhoods that a change affects, paths, and what they add."""

from aitia.graph.concepts import concepts, is_generic
from aitia.graph.insights import RULES, Insight, Kind, find_insights, orphans
from aitia.graph.paths import Arc, Path, backward, between, find_paths, forward, neighbourhood, verbalise

__all__ = [
    "RULES",
    "Arc",
    "Insight",
    "Kind",
    "Path",
    "backward",
    "between",
    "concepts",
    "find_insights",
    "find_paths",
    "forward",
    "is_generic",
    "neighbourhood",
    "orphans",
    "verbalise",
]
