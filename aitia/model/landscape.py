"""The views of a field that a landscape question may ask for, beside one relation to one method."""

from __future__ import annotations

from enum import StrEnum


class View(StrEnum):
    """What is asked of the papers on a method; stands where else the relation of a question stands."""

    FOUNDATIONS = "foundations"
    CURRENT = "current_work"
    DATA_SETS = "data_sets"
    GAPS = "gaps"
    BUILDS_ON = "builds_on"
    CLUSTERS = "concept_clusters"


VIEWS = frozenset(View)
_LINKS = frozenset({"extends", "uses"})
_STEPS = frozenset({"improves_on", "extends"})


def belongs(view: View, relation: str, effect_type: str, is_asked: bool) -> bool:
    """Whether a claim counts: its relation, the type of its target, whether that is what is asked about."""
    method = effect_type in ("Method", "Concept")
    wanted = {
        View.FOUNDATIONS: relation in _LINKS and effect_type == "Method" and not is_asked,
        View.CURRENT: is_asked,
        View.DATA_SETS: effect_type == "Dataset",
        View.GAPS: effect_type == "Dataset" or (relation == "improves_on" and is_asked),
        View.BUILDS_ON: relation in _STEPS and effect_type == "Method",
        View.CLUSTERS: relation in _LINKS and method and not is_asked,
    }
    return wanted[view]
