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
    """Four fitted numbers, and five that are set.

    Fitted: below `reported_from` of the papers read reporting the outcome, data are insufficient; in the
    log-odds that a direction or no difference is the review's, `right_level` (0 or more) counts for each
    level of certainty above very low and `right_printed` (0 or more) for a direction with a printed effect;
    `insufficient_papers` (0 or more) is what each e-fold of papers read adds to the log-odds of "insufficient
    data". Set: `right_base`, those log-odds at very low certainty; `uncertain_right` and
    `insufficient_right`, how often "uncertain effect" is the review's, and "insufficient data" with one paper
    read; `minimal_outcome_score`, below which no study fits the outcome, and `opposed_from`, the weight in
    each of two significant opposite directions from which studies truly conflict.

    What is set has no part in the fit: an average that is fitted without a review takes that review's own
    right answers away, and turns the order of answers around.
    """

    model_config = ConfigDict(frozen=True)

    reported_from: float = 0.34
    right_base: float = 0.6
    right_level: float = 0.4
    right_printed: float = 0.5
    uncertain_right: float = 0.62
    insufficient_right: float = 0.4
    insufficient_papers: float = 0.7
    minimal_outcome_score: float = 0.3
    opposed_from: float = 0.25


@cache
def shipped_rules() -> ComparisonRules:
    """The rules in `rules.json`."""
    return ComparisonRules.model_validate_json(RULES_FILE.read_text(encoding="utf-8"))


def right_probability(level: int, printed: bool, rules: ComparisonRules) -> float:
    """How likely a leading answer is right, by certainty (1 to 4) and whether its direction has a number."""
    logit = rules.right_base + rules.right_level * (level - 1) + rules.right_printed * printed
    return 1 / (1 + math.exp(-logit))


def silence_probability(papers: int, rules: ComparisonRules) -> float:
    """How likely "insufficient data" is the right answer after so many papers were read, one or more."""
    base = math.log(rules.insufficient_right / (1 - rules.insufficient_right))
    return 1 / (1 + math.exp(-(base + rules.insufficient_papers * math.log(papers))))
