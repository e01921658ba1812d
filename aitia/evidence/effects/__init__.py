"""Effects: from printed numbers, tables and means to one oriented estimate with its variance."""

from aitia.evidence.effects.convert import (
    AbsoluteEffect,
    absolute_effect,
    baseline_risk,
    convert,
    favours_intervention,
    turn_event,
    turn_outcome,
)
from aitia.evidence.effects.intervals import (
    normal_quantile,
    p_from_z,
    standard_error_from_interval,
    standard_error_from_p,
)
from aitia.evidence.effects.standard import Unusable, from_counts, from_means, standardise, swap_arms

__all__ = [
    "AbsoluteEffect",
    "Unusable",
    "absolute_effect",
    "baseline_risk",
    "convert",
    "favours_intervention",
    "from_counts",
    "from_means",
    "normal_quantile",
    "p_from_z",
    "standard_error_from_interval",
    "standard_error_from_p",
    "standardise",
    "swap_arms",
    "turn_event",
    "turn_outcome",
]
