"""From features to an answer: are the data usable, is the effect too uncertain, which way does it point?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from aitia.comparison.features import ComparisonFeatures, leading_answer
from aitia.comparison.rules import (
    ComparisonRules,
    probability,
    shipped_rules,
    strength_terms,
    usable_terms,
    weakness_terms,
)
from aitia.vocabulary import ComparisonAnswer

NOTHING_READ = 0.3
"""Confidence that data are insufficient where no study was read: not read and not reported look alike."""
_TELLING = 0.15
_TIED = 0.3


class ComparisonDecision(BaseModel):
    """The answer, how sure it is (0 to 1), and the reasons in words."""

    model_config = ConfigDict(frozen=True)

    answer: ComparisonAnswer
    confidence: float
    reasons: tuple[str, ...]
    features: ComparisonFeatures


def decide(features: ComparisonFeatures, rules: ComparisonRules | None = None) -> ComparisonDecision:
    """Decide: insufficient data, then uncertain effect, then the direction of the pool or of the vote."""
    rules = rules or shipped_rules()
    if features.studies_with_direction == 0 or features.best_outcome_score < rules.minimal_outcome_score:
        reason = "no study reports the outcome in a usable form"
        return _decision(ComparisonAnswer.INSUFFICIENT_DATA, NOTHING_READ, (reason,), features)
    unusable = probability(usable_terms(features), rules.insufficient)
    if unusable >= rules.insufficient_from:
        reasons = telling(usable_terms(features), rules.insufficient, features)
        return _decision(ComparisonAnswer.INSUFFICIENT_DATA, unusable, reasons, features)
    terms = weakness_terms(features)
    weak = probability(terms, rules.uncertain)
    leading = leading_answer(features)
    if leading is None or weak >= rules.uncertain_from:
        tied = () if leading else ("no direction has a majority",)
        reasons = (*tied, *telling(terms, rules.uncertain, features))
        return _decision(
            ComparisonAnswer.UNCERTAIN_EFFECT, (1 - unusable) * max(weak, _TIED), reasons, features
        )
    sure = (1 - unusable) * (1 - weak) * probability(strength_terms(features), rules.right)
    return _decision(leading, sure, (_because(features, leading),), features)


def telling(
    terms: Mapping[str, float], weights: Mapping[str, float], features: ComparisonFeatures
) -> tuple[str, ...]:
    """The terms that weigh, in words, the heaviest first; all of them together where none does by itself."""
    weighed = {name: weights.get(name, 0.0) * value for name, value in terms.items()}
    ranked = sorted(weighed, key=lambda name: (-weighed[name], name))
    named = [name for name in ranked if weighed[name] >= _TELLING] or ranked[:1]
    return tuple(_in_words(name, features) for name in named)


def _in_words(name: str, features: ComparisonFeatures) -> str:
    people = "the number of participants is not known"
    if features.participants is not None:
        people = f"only {features.participants} participants"
    certainty = {1: "very low", 2: "low", 3: "moderate", 4: "high"}[features.certainty_level]
    return {
        "poor_fit": "what was measured fits the outcome asked for poorly",
        "disagreement": "the studies disagree",
        "few_participants": people,
        "few_events": f"only {features.events} events",
        "low_certainty": f"the certainty is {certainty}",
        "opposition": "studies point in opposite directions",
        "high_risk": "weight at high risk of bias",
        "unknown_risk": "weight at an unknown risk of bias",
        "wide_interval": "the interval holds important effects both ways",
        "indirect": "what was studied differs from what was asked",
        "no_trial": "no randomised trial",
        "not_pooled": "no interval to go by",
    }[name]


def _because(features: ComparisonFeatures, answer: ComparisonAnswer) -> str:
    if features.pooled_sign is not None:
        kind = "does not exclude no effect" if features.pooled_sign == 0 else "excludes no effect"
        return f"the interval {kind}"
    share = {
        ComparisonAnswer.HIGHER: features.higher,
        ComparisonAnswer.LOWER: features.lower,
        ComparisonAnswer.NO_DIFFERENCE: features.none,
    }.get(answer, 0.0)
    return (
        f"{share:.0%} of the weight of {features.studies} studies says so (no common effect could be pooled)"
    )


def _decision(
    answer: ComparisonAnswer, confidence: float, reasons: Sequence[str], features: ComparisonFeatures
) -> ComparisonDecision:
    kept = round(min(0.95, max(0.05, confidence)), 4)
    return ComparisonDecision(answer=answer, confidence=kept, reasons=tuple(reasons), features=features)
