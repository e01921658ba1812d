"""Which way a printed interval points."""

from __future__ import annotations

from aitia.domains.timed import counts_what_ends_it
from aitia.evidence.effects import Unusable, standardise
from aitia.model.claim import EffectEstimate
from aitia.model.scales import Direction


def points_to(estimate: EffectEstimate, outcome: str) -> Direction | None:
    """The direction that an interval says, in the order of its own arms; None without an interval."""
    result = standardise(estimate)
    if isinstance(result, Unusable):
        return None
    if result.low <= result.measure.null_value <= result.high:
        return Direction.NO_DIFFERENCE
    more = (result.effect > 0) is not counts_what_ends_it(outcome, estimate.measure)
    return Direction.INCREASES if more else Direction.DECREASES
