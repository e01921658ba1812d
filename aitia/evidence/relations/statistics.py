"""The one place where grading calls the statistics of `effects` and `pooling`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aitia.domains.timed import counts_what_ends_it
from aitia.evidence.effects import Unusable, standardise, turn_event, turn_outcome
from aitia.evidence.pooling.body import Body, pool_rows
from aitia.model.evidence import AcceptedClaim, StandardEstimate, StudyEvidence


def standard_estimates(
    item: AcceptedClaim, opposite_outcome: bool = False
) -> tuple[tuple[StandardEstimate, ...], tuple[str, ...]]:
    """A claim's usable estimates, oriented to the question, and why the others are not usable.

    `opposite_outcome` turns effects on the opposite of the question's outcome (survival for mortality). A
    hazard ratio for a time or a survival is of what ends it: turned for that outcome, kept for its opposite.
    """
    printed = [standardise(estimate, item.match.swapped) for estimate in item.claim.estimates]
    results = [
        found if isinstance(found, Unusable) else _of_outcome(found, item.claim.effect, opposite_outcome)
        for found in printed
    ]
    usable = tuple(result for result in results if not isinstance(result, Unusable))
    return usable, tuple(result.reason for result in results if isinstance(result, Unusable))


def _of_outcome(estimate: StandardEstimate, outcome: str, opposite: bool) -> StandardEstimate | Unusable:
    if counts_what_ends_it(outcome, estimate.measure):
        return estimate if opposite else turn_event(estimate)
    return turn_outcome(estimate) if opposite else estimate


def pool_studies(studies: Sequence[StudyEvidence]) -> Body:
    """The pooled effect of studies of one design group, the rows in it, and what was left out or assumed.

    One study keeps its printed interval: an interval recomputed from its variance differs by rounding,
    and a reader must find the number in the quote.
    """
    body = pool_rows(studies)
    effect = body.effect
    if effect is not None and effect.k == 1 and len(body.used) == 1 and body.used[0].estimate is not None:
        e = body.used[0].estimate
        effect = effect.model_copy(update={"point": e.point, "low": e.low, "high": e.high, "level": e.level})
    return replace(body, effect=effect)
