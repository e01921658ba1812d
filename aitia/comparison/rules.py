"""The named terms of the decision and their weights, which stand as data in `rules.json`.

Each term is a weakness (or, for `right`, a strength) of the evidence with a weight of zero or more, so that
weaker evidence never gives a surer answer. docs/models/comparison.md says how the weights were fitted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from aitia.comparison.features import ComparisonFeatures, leading_share

RULES_FILE = Path(__file__).with_name("rules.json")
FEW_EVENTS = 30


class ComparisonRules(BaseModel):
    """Weights of the named terms, in log-odds, and the probabilities from which an answer is given.

    `insufficient`, `uncertain` and `right` start from their "base"; their terms are those of `usable_terms`,
    `weakness_terms` and `strength_terms`. Every other weight is 0 or more.
    """

    model_config = ConfigDict(frozen=True)

    minimal_outcome_score: float = 0.30
    insufficient_from: float = 0.5
    uncertain_from: float = 0.5
    insufficient: Mapping[str, float] = {"base": -2.0}
    uncertain: Mapping[str, float] = {"base": -1.0}
    right: Mapping[str, float] = {"base": 0.0}


@cache
def shipped_rules() -> ComparisonRules:
    """The rules in `rules.json`."""
    return ComparisonRules.model_validate_json(RULES_FILE.read_text(encoding="utf-8"))


def usable_terms(features: ComparisonFeatures) -> dict[str, float]:
    """What speaks for data that cannot be used, each 0 or more."""
    return {
        "poor_fit": 1 - min(1.0, features.best_outcome_score),
        "not_pooled": float(features.pooled_sign is None),
        "disagreement": 1 - leading_share(features),
    }


def weakness_terms(features: ComparisonFeatures) -> dict[str, float]:
    """What speaks for an uncertain effect, each growing with the weakness it is named after.

    `few_participants` is 3 − log10(n), n kept within 5 and 100,000, and 1 (100 people) where n is unknown.
    """
    people = 100 if features.participants is None else min(100_000, max(5, features.participants))
    return {
        "few_participants": 3 - math.log10(people),
        "few_events": float(features.events is not None and features.events < FEW_EVENTS),
        "low_certainty": float(4 - features.certainty_level),
        "opposition": 2 * features.opposed,
        "high_risk": features.high_risk_share,
        "unknown_risk": features.unknown_risk_share,
        "wide_interval": float(features.spans_importance),
        "indirect": features.indirect_share,
        "no_trial": float(features.trials == 0),
        "not_pooled": float(features.pooled_sign is None),
    }


def strength_terms(features: ComparisonFeatures) -> dict[str, float]:
    """What speaks for a direction that was read rightly, each 0 or more."""
    return {
        "agreement": leading_share(features),
        "fit": min(1.0, features.best_outcome_score),
        "pooled": float(features.pooled_sign is not None),
        "certainty": (features.certainty_level - 1) / 3,
    }


def probability(terms: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The logistic of the base and the weighted terms."""
    total = weights.get("base", 0.0) + math.fsum(
        weights.get(name, 0.0) * value for name, value in terms.items()
    )
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
