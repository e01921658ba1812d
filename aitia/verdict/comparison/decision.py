"""From features to an answer: is the outcome reported, is its effect too uncertain, where does it point?"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.scales import ComparisonAnswer
from aitia.verdict.comparison.features import (
    ComparisonFeatures,
    is_printed,
    leading_answer,
    leading_probability,
)
from aitia.verdict.comparison.rules import (
    ComparisonRules,
    right_probability,
    shipped_rules,
    silence_probability,
)

NOTHING_READ = 0.3
"""Confidence that data are insufficient where no paper was read: not found and not reported look alike."""
TINY = 30
"""With fewer participants a difference that is not significant says nothing, whatever its interval."""


class ReasonKind(StrEnum):
    """Why an answer was given."""

    NOT_REPORTED = "not_reported"
    RARELY_REPORTED = "rarely_reported"
    POOR_FIT = "poor_fit"
    CONFLICT = "conflict"
    NOT_RANDOMISED = "not_randomised"
    IMPRECISE = "imprecise"
    POOL_DIFFERS = "pool_differs"
    POOL_DOES_NOT = "pool_does_not"
    DIRECTIONS_DIFFER = "directions_differ"
    DIRECTIONS_DO_NOT = "directions_do_not"


class ComparisonDecision(BaseModel):
    """The answer, how sure it is (0 to 1), why (`kinds` and, in words, `reasons`)."""

    model_config = ConfigDict(frozen=True)

    answer: ComparisonAnswer
    confidence: float
    kinds: tuple[ReasonKind, ...] = ()
    reasons: tuple[str, ...]
    features: ComparisonFeatures


def decide(features: ComparisonFeatures, rules: ComparisonRules | None = None) -> ComparisonDecision:
    """Insufficient data, then uncertain effect, then what the studies together most probably show."""
    rules = rules or shipped_rules()
    missing = _missing(features, rules)
    if missing is not None:
        sure = silence_probability(features.papers_read, rules) if features.papers_read else NOTHING_READ
        return _decision(ComparisonAnswer.INSUFFICIENT_DATA, sure, (missing,), features)
    doubts = _doubts(features, rules)
    if doubts:
        return _decision(ComparisonAnswer.UNCERTAIN_EFFECT, rules.uncertain_right, doubts, features)
    leading = leading_answer(features)
    right = right_probability(features.certainty_level, is_printed(features), rules)
    sure = leading_probability(features) * right
    return _decision(leading, sure, (_because(features, leading),), features)


def _missing(features: ComparisonFeatures, rules: ComparisonRules) -> ReasonKind | None:
    if features.studies_with_direction == 0:
        return ReasonKind.NOT_REPORTED
    if features.best_outcome_score < rules.minimal_outcome_score:
        return ReasonKind.POOR_FIT
    if features.reported_share < rules.reported_from and features.studies_with_direction < 2:
        return ReasonKind.RARELY_REPORTED
    return None


def _doubts(features: ComparisonFeatures, rules: ComparisonRules) -> tuple[ReasonKind, ...]:
    """Why the effect is uncertain: true conflict, or a certainty so low that what leads cannot stand.

    A significant effect in randomised trials stands at any certainty; no difference does with an interval
    that excludes an important one, or with more than a handful of people.
    """
    if features.opposed >= rules.opposed_from:
        return (ReasonKind.CONFLICT,)
    if features.certainty_level > 1:
        return ()
    if not features.randomised:
        return (ReasonKind.NOT_RANDOMISED,)
    people = features.participants or 0
    precise = features.excludes_importance or people >= TINY
    if leading_answer(features) is ComparisonAnswer.NO_DIFFERENCE and not precise:
        return (ReasonKind.IMPRECISE,)
    return ()


def _because(features: ComparisonFeatures, leading: ComparisonAnswer) -> ReasonKind:
    same = leading is ComparisonAnswer.NO_DIFFERENCE
    if features.numbers == features.studies:
        return ReasonKind.POOL_DOES_NOT if same else ReasonKind.POOL_DIFFERS
    return ReasonKind.DIRECTIONS_DO_NOT if same else ReasonKind.DIRECTIONS_DIFFER


def in_words(kind: ReasonKind, features: ComparisonFeatures) -> str:
    """The reason as a reader is told it."""
    people = "an unknown number of" if features.participants is None else f"{features.participants:,}"
    read = features.papers_read
    share = f"{features.studies_with_direction} of the {read} papers read" if read else "few papers"
    foreseen = f"{leading_probability(features):.0%}"
    return {
        ReasonKind.NOT_REPORTED: "no study reports the outcome in a usable form",
        ReasonKind.RARELY_REPORTED: f"only {share} report the outcome",
        ReasonKind.POOR_FIT: "what was measured fits the outcome asked for poorly",
        ReasonKind.CONFLICT: "studies find effects in opposite directions",
        ReasonKind.NOT_RANDOMISED: "the certainty is very low, and no randomised trial shows the effect",
        ReasonKind.IMPRECISE: (
            f"the certainty is very low: {people} participants do not exclude an important difference"
        ),
        ReasonKind.POOL_DIFFERS: "the interval excludes no effect",
        ReasonKind.POOL_DOES_NOT: "the interval does not exclude no effect",
        ReasonKind.DIRECTIONS_DIFFER: (
            f"the studies together show it with a probability of {foreseen} "
            f"({features.numbers} of {features.studies} studies print an effect)"
        ),
        ReasonKind.DIRECTIONS_DO_NOT: (
            f"the studies together show no difference with a probability of {foreseen} "
            f"({features.numbers} of {features.studies} studies print an effect)"
        ),
    }[kind]


def _decision(
    answer: ComparisonAnswer, confidence: float, kinds: tuple[ReasonKind, ...], features: ComparisonFeatures
) -> ComparisonDecision:
    return ComparisonDecision(
        answer=answer,
        confidence=round(min(0.95, max(0.05, confidence)), 4),
        kinds=kinds,
        reasons=tuple(in_words(kind, features) for kind in kinds),
        features=features,
    )
