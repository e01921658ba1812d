"""The published numbers of the decision, which stand as data in `rules.json`.

docs/models/comparison.md says how they were fitted; everything else follows from the synthesis and GRADE.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

RULES_FILE = Path(__file__).with_name("rules.json")


class ComparisonRules(BaseModel):
    """Six fitted numbers, and two that are set.

    Fitted: below `reported_from` of the papers read reporting the outcome, data are insufficient;
    `right_base` and `right_level` (0 or more, for each level of certainty) are the log-odds that a direction
    or no difference is the review's, where a pool would surely show it; `uncertain_right` is how often
    "uncertain effect" is the review's, `insufficient_right` how often "insufficient data" is with one paper
    read, and `insufficient_papers` (0 or more) what each e-fold of papers adds to its log-odds. Set:
    `minimal_outcome_score`, below which no study fits the outcome, and `opposed_from`, the weight in each of
    two significant opposite directions from which studies truly conflict.
    """

    model_config = ConfigDict(frozen=True)

    reported_from: float = 0.34
    right_base: float = 1.0
    right_level: float = 0.4
    uncertain_right: float = 0.62
    insufficient_right: float = 0.5
    insufficient_papers: float = 0.7
    minimal_outcome_score: float = 0.3
    opposed_from: float = 0.25


@cache
def shipped_rules() -> ComparisonRules:
    """The rules in `rules.json`."""
    return ComparisonRules.model_validate_json(RULES_FILE.read_text(encoding="utf-8"))


def right_probability(level: int, rules: ComparisonRules) -> float:
    """How likely a leading answer is the right one, by the level of certainty (1 to 4)."""
    return 1 / (1 + math.exp(-(rules.right_base + rules.right_level * (level - 1))))


def silence_probability(papers: int, rules: ComparisonRules) -> float:
    """How likely "insufficient data" is the right answer after so many papers were read, one or more."""
    base = math.log(rules.insufficient_right / (1 - rules.insufficient_right))
    return 1 / (1 + math.exp(-(base + rules.insufficient_papers * math.log(papers))))
