"""The answer to "is the outcome higher, lower or the same?", decided from named features by stated rules.

Every limit stands in `ComparisonRules`, so that it can be fitted on labelled questions without touching
the code. Nothing here reads text.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from aitia.claim import RiskOfBias
from aitia.evidence import StudyEvidence
from aitia.grading.down import shares
from aitia.grading.thresholds import important_limits
from aitia.relations.models import GradedRelation, GroupEvidence
from aitia.vocabulary import ComparisonAnswer, Direction


class ComparisonFeatures(BaseModel):
    """What is known of one outcome under a comparison; shares are of the vote's weight, 0 to 1.

    `pooled_sign` is +1 (higher), -1 (lower) or 0 (not significant); None when the pool does not speak.
    """

    model_config = ConfigDict(frozen=True)

    studies: int = 0
    studies_with_direction: int = 0
    higher: float = 0.0
    lower: float = 0.0
    none: float = 0.0
    best_outcome_score: float = 0.0
    participants: int | None = None
    events: int | None = None
    certainty_level: int = 1
    high_risk_share: float = 0.0
    unknown_risk_share: float = 0.0
    pooled_sign: int | None = None
    excludes_importance: bool = False
    spans_importance: bool = False
    indirect_share: float = 0.0
    trials: int = 0

    @property
    def opposed(self) -> float:
        """The smaller of the two opposite shares: 0 without contradiction, 0.5 at most."""
        return min(self.higher, self.lower)


class ComparisonRules(BaseModel):
    """The limits and points of the decision. An effect is uncertain from `uncertain_from` points up."""

    model_config = ConfigDict(frozen=True)

    minimal_outcome_score: float = 0.30
    few_participants: int = 60
    some_participants: int = 120
    few_events: int = 20
    serious_opposition: float = 0.20
    uncertain_from: float = 2.25
    points_few_participants: float = 1.5
    points_some_participants: float = 0.75
    points_unknown_participants: float = 0.5
    points_few_events: float = 1.0
    points_high_risk: float = 1.0
    points_opposition: float = 1.5
    points_wide_interval: float = 1.0
    points_very_low: float = 0.75
    points_indirect: float = 0.5
    points_no_trial: float = 0.75
    points_single_null: float = 0.5


class ComparisonDecision(BaseModel):
    """The answer, how sure it is (0 to 1), and the reasons in words."""

    model_config = ConfigDict(frozen=True)

    answer: ComparisonAnswer
    confidence: float
    reasons: tuple[str, ...]
    features: ComparisonFeatures


def comparison_features(relation: GradedRelation | None) -> ComparisonFeatures:
    """The features of a graded relation; of nothing when there is none."""
    body = relation.body if relation else None
    if relation is None or body is None:
        return ComparisonFeatures()
    inside = set(body.study_ids)
    rows = [study for study in relation.studies if study.study_id in inside]
    weight = shares(rows, body.pooled)
    return ComparisonFeatures(
        studies=len(rows),
        studies_with_direction=sum(row.direction is not Direction.UNCLEAR for row in rows),
        higher=body.votes.higher,
        lower=body.votes.lower,
        none=body.votes.none,
        best_outcome_score=max(
            (row.outcome_score for row in rows if row.direction is not Direction.UNCLEAR), default=0.0
        ),
        participants=body.participants,
        events=body.events,
        certainty_level=body.grade.certainty.level,
        high_risk_share=_share(rows, weight, RiskOfBias.HIGH),
        unknown_risk_share=_share(rows, weight, RiskOfBias.UNKNOWN),
        pooled_sign=_pooled_sign(body),
        excludes_importance=bool(body.excludes_importance),
        spans_importance=_spans(body),
        indirect_share=sum(weight[row.study_id] for row in rows if row.indirectness),
        trials=len(rows) if body.group.tier == 4 else 0,
    )


def decide(features: ComparisonFeatures, rules: ComparisonRules | None = None) -> ComparisonDecision:
    """Decide: insufficient data, then uncertain effect, then the direction of the pool or of the vote."""
    rules = rules or ComparisonRules()
    if features.studies_with_direction == 0 or features.best_outcome_score < rules.minimal_outcome_score:
        reason = "no study reports the outcome in a usable form"
        # Not read and not reported look alike from here, so that this answer is never a confident one.
        sure = 0.35 if features.studies else 0.3
        return _decision(ComparisonAnswer.INSUFFICIENT_DATA, sure, (reason,), features)
    leading, share = _leading(features)
    points, reasons = weakness(features, rules)
    if leading is None:
        return _decision(
            ComparisonAnswer.UNCERTAIN_EFFECT, 0.4, ("no direction has a majority", *reasons), features
        )
    if points >= rules.uncertain_from:
        sure = min(0.8, 0.35 + 0.1 * (points - rules.uncertain_from) + 0.05)
        return _decision(ComparisonAnswer.UNCERTAIN_EFFECT, sure, reasons, features)
    return _decision(
        leading, _confidence(features, share, points, rules), (_because(features, leading),), features
    )


def weakness(features: ComparisonFeatures, rules: ComparisonRules) -> tuple[float, tuple[str, ...]]:
    """Points that speak for an uncertain effect, and what each one is for."""
    few = features.participants is not None and features.participants < rules.few_participants
    some = features.participants is not None and not few and features.participants < rules.some_participants
    nothing = features.pooled_sign == 0 or features.none > max(features.higher, features.lower)
    checks = (
        (few, rules.points_few_participants, f"only {features.participants} participants"),
        (some, rules.points_some_participants, f"only {features.participants} participants"),
        (
            features.participants is None,
            rules.points_unknown_participants,
            "the number of participants is not known",
        ),
        (
            features.events is not None and features.events < rules.few_events,
            rules.points_few_events,
            f"only {features.events} events",
        ),
        (
            features.high_risk_share >= 0.5,
            rules.points_high_risk,
            "most of the weight is at high risk of bias",
        ),
        (
            features.opposed >= rules.serious_opposition,
            rules.points_opposition,
            "studies point in opposite directions",
        ),
        (
            features.spans_importance,
            rules.points_wide_interval,
            "the interval holds important effects both ways",
        ),
        (features.certainty_level == 1, rules.points_very_low, "the certainty is very low"),
        (
            features.indirect_share >= 0.5,
            rules.points_indirect,
            "what was studied differs from what was asked",
        ),
        (features.trials == 0, rules.points_no_trial, "no randomised trial"),
        (nothing and features.studies == 1, rules.points_single_null, "one study that found no difference"),
    )
    held = [(points, reason) for holds, points, reason in checks if holds]
    return sum(points for points, _ in held), tuple(reason for _, reason in held)


def _leading(features: ComparisonFeatures) -> tuple[ComparisonAnswer | None, float]:
    total = features.higher + features.lower + features.none
    ranked: Sequence[tuple[ComparisonAnswer, float]] = (
        (ComparisonAnswer.HIGHER, features.higher),
        (ComparisonAnswer.LOWER, features.lower),
        (ComparisonAnswer.NO_DIFFERENCE, features.none),
    )
    if features.pooled_sign is not None:
        position = {1: 0, -1: 1, 0: 2}[features.pooled_sign]
        answer, share = ranked[position]
        return answer, max(share / total if total else 0.0, 0.5)
    best = max(share for _, share in ranked)
    winners = [answer for answer, share in ranked if share == best]
    if total == 0 or len(winners) > 1:
        return None, 0.0
    return winners[0], best / total


def _confidence(features: ComparisonFeatures, share: float, points: float, rules: ComparisonRules) -> float:
    """Grows with agreement, certainty, a pool and the fit of the outcome; falls with points of weakness."""
    agreement = 0.25 * share
    certainty = 0.08 * (features.certainty_level - 1)
    pooled = 0.08 if features.pooled_sign is not None else 0.0
    fit = 0.15 * min(1.0, features.best_outcome_score)
    weak = 0.15 * points / rules.uncertain_from
    return 0.25 + agreement + certainty + pooled + fit - weak


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


def _pooled_sign(body: GroupEvidence) -> int | None:
    if body.basis.value not in ("pooled", "single_estimate"):
        return None
    return {Direction.INCREASES: 1, Direction.DECREASES: -1}.get(body.direction, 0)


def _spans(body: GroupEvidence) -> bool:
    limits = important_limits(body.pooled.measure) if body.pooled else None
    return (
        limits is not None
        and body.pooled is not None
        and body.pooled.low < limits[0]
        and body.pooled.high > limits[1]
    )


def _share(rows: Sequence[StudyEvidence], weight: dict[str, float], risk: RiskOfBias) -> float:
    return sum(weight[row.study_id] for row in rows if row.risk_of_bias is risk)


__all__ = [
    "ComparisonDecision",
    "ComparisonFeatures",
    "ComparisonRules",
    "comparison_features",
    "decide",
    "weakness",
]
