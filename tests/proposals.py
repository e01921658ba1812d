"""A proposed claim to begin with: only what a test is about needs to be named."""

from __future__ import annotations

from typing import Any

from aitia.model.claim import Claim
from aitia.model.keys import ClaimId, PaperId
from aitia.model.passage import Quote
from aitia.model.scales import Direction, SentenceRole


def proposed(quote: Quote, **given: Any) -> Claim:
    """A result that an intervention lowers an outcome, told with this quote."""
    values: dict[str, Any] = {
        "claim_id": ClaimId("claim_1"),
        "paper_id": PaperId("paper_1"),
        "cause": "the drug",
        "cause_type": "Intervention",
        "effect": "the event",
        "effect_type": "Outcome",
        "relation": "decreases",
        "direction": Direction.DECREASES,
        "role": SentenceRole.RESULT,
        "confidence": 0.9,
    }
    return Claim(quote=quote, **{**values, **given})
