"""What is known of one outcome under a comparison, as named figures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from aitia.claim import RiskOfBias
from aitia.evidence import StudyEvidence
from aitia.grading.down import shares
from aitia.grading.thresholds import important_limits
from aitia.relations.models import GradedRelation, GroupEvidence
from aitia.vocabulary import ComparisonAnswer, Direction

_DIRECTED = (ComparisonAnswer.HIGHER, ComparisonAnswer.LOWER, ComparisonAnswer.NO_DIFFERENCE)


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
        high_risk_share=_risk_share(rows, weight, RiskOfBias.HIGH),
        unknown_risk_share=_risk_share(rows, weight, RiskOfBias.UNKNOWN),
        pooled_sign=_pooled_sign(body),
        excludes_importance=bool(body.excludes_importance),
        spans_importance=_spans(body),
        indirect_share=sum(weight[row.study_id] for row in rows if row.indirectness),
        trials=len(rows) if body.group.tier == 4 else 0,
    )


def leading_answer(features: ComparisonFeatures) -> ComparisonAnswer | None:
    """What the pool says or, without one, the vote; None where no direction leads."""
    if features.pooled_sign is not None:
        return _DIRECTED[{1: 0, -1: 1, 0: 2}[features.pooled_sign]]
    votes = (features.higher, features.lower, features.none)
    best = max(votes)
    winners = [answer for answer, share in zip(_DIRECTED, votes, strict=True) if share == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def leading_share(features: ComparisonFeatures) -> float:
    """The share of the leading direction among those that are clear, at least a half where a pool speaks."""
    votes = dict(zip(_DIRECTED, (features.higher, features.lower, features.none), strict=True))
    total, leading = math.fsum(votes.values()), leading_answer(features)
    if leading is None or total == 0:
        return 0.5 if features.pooled_sign is not None else 0.0
    share = votes[leading] / total
    return min(1.0, max(share, 0.5) if features.pooled_sign is not None else share)


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


def _risk_share(rows: Sequence[StudyEvidence], weight: dict[str, float], risk: RiskOfBias) -> float:
    return sum(weight[row.study_id] for row in rows if row.risk_of_bias is risk)
