"""What is known of one outcome under a comparison, as named figures."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from aitia.evidence.grading.down import shares
from aitia.evidence.grading.groups import is_randomised
from aitia.evidence.relations import voting
from aitia.evidence.relations.models import GradedRelation
from aitia.evidence.relations.voting import Shares
from aitia.model.evidence import StudyEvidence
from aitia.model.scales import ComparisonAnswer, Direction

_ANSWERS = {
    Direction.INCREASES: ComparisonAnswer.HIGHER,
    Direction.DECREASES: ComparisonAnswer.LOWER,
    Direction.NO_DIFFERENCE: ComparisonAnswer.NO_DIFFERENCE,
}


class ComparisonFeatures(BaseModel):
    """What is known of one outcome under a comparison; shares and probabilities are 0 to 1.

    `papers_read` are those read for the question, None where that is not known; `reporting` is how many of
    them are expected to report the outcome. `pool_higher`, `pool_lower` and `pool_neither` say what a pool of
    everybody's numbers would show; `whole`: it is known, since every study prints an estimate. `opposed` is
    the smaller of the shares of the weight that find an increase and a reduction. `higher`, `lower` and
    `none` are the vote weighted by size, grade and fit to the outcome.
    """

    model_config = ConfigDict(frozen=True)

    studies: int = 0
    studies_with_direction: int = 0
    papers_read: int | None = None
    reporting: float = 0.0
    best_outcome_score: float = 0.0
    pool_higher: float = 0.0
    pool_lower: float = 0.0
    pool_neither: float = 1.0
    whole: bool = False
    excludes_importance: bool = False
    participants: int | None = None
    events: int | None = None
    certainty_level: int = 1
    opposed: float = 0.0
    randomised: bool = False
    numbers: int = 0
    higher: float = 0.0
    lower: float = 0.0
    none: float = 0.0

    @property
    def reported_share(self) -> float:
        """Share of the papers read that are expected to report the outcome; 1 where that is not known."""
        return 1.0 if not self.papers_read else min(1.0, self.reporting / self.papers_read)


def comparison_features(
    relation: GradedRelation | None, papers_read: int | None = None
) -> ComparisonFeatures:
    """The features of a graded relation among `papers_read` papers; of nothing when there is none."""
    body = relation.body if relation else None
    if relation is None or body is None:
        return ComparisonFeatures(papers_read=papers_read)
    inside = set(body.study_ids)
    rows = [study for study in relation.studies if study.study_id in inside]
    clear = [row for row in relation.studies if row.direction is not Direction.UNCLEAR]
    synthesis = body.synthesis
    return ComparisonFeatures(
        studies=len(rows),
        studies_with_direction=sum(row.direction is not Direction.UNCLEAR for row in rows),
        papers_read=papers_read,
        reporting=round(sum(row.outcome_score * len(row.paper_ids) for row in clear), 4),
        best_outcome_score=max((row.outcome_score for row in rows if row in clear), default=0.0),
        pool_higher=synthesis.full_pool.higher if synthesis else 0.0,
        pool_lower=synthesis.full_pool.lower if synthesis else 0.0,
        pool_neither=synthesis.full_pool.neither if synthesis else 1.0,
        whole=bool(synthesis and synthesis.equals_pool),
        excludes_importance=bool(body.excludes_importance),
        participants=body.participants,
        events=body.events,
        certainty_level=body.grade.certainty.level,
        opposed=_opposed(rows),
        randomised=is_randomised(body.group),
        numbers=body.pooled.k if body.pooled else 0,
        higher=body.votes.higher,
        lower=body.votes.lower,
        none=body.votes.none,
    )


def expected(features: ComparisonFeatures) -> Shares:
    """How probable higher, lower and no difference are, as `aitia.evidence.relations.voting` puts the pool
    and the vote together."""
    pool = features.pool_higher, features.pool_lower, features.pool_neither
    return voting.expected(pool, (features.higher, features.lower, features.none), features.whole)


def leading_answer(features: ComparisonFeatures) -> ComparisonAnswer:
    """The direction of the body of evidence as an answer (`aitia.evidence.relations.voting.leading`)."""
    return _ANSWERS[voting.leading(expected(features), features.whole)]


def leading_probability(features: ComparisonFeatures) -> float:
    """The probability of the leading answer, before anything else is in doubt."""
    return max(expected(features))


def is_printed(features: ComparisonFeatures) -> bool:
    """Whether higher or lower leads, and at least one study prints its effect."""
    return features.numbers > 0 and leading_answer(features) is not ComparisonAnswer.NO_DIFFERENCE


def _opposed(rows: Sequence[StudyEvidence]) -> float:
    """The smaller share of the weight of studies that find an effect, in opposite directions."""
    weight = shares(rows, None) if rows else {}
    up, down = (
        sum(weight[row.study_id] for row in rows if row.direction is way)
        for way in (Direction.INCREASES, Direction.DECREASES)
    )
    return round(min(up, down), 6)
