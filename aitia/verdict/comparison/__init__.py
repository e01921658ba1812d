"""The answer to "is the outcome higher, lower or the same?", decided from named features by stated rules.

Nothing here reads text.
"""

from aitia.verdict.comparison.decision import ComparisonDecision, ReasonKind, decide
from aitia.verdict.comparison.features import ComparisonFeatures, comparison_features
from aitia.verdict.comparison.rules import ComparisonRules, shipped_rules

__all__ = [
    "ComparisonDecision",
    "ComparisonFeatures",
    "ComparisonRules",
    "ReasonKind",
    "comparison_features",
    "decide",
    "shipped_rules",
]
