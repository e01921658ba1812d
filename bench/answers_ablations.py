"""What the answer would have been with a part of the engine left out, from the same stored verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from aitia.comparison import ComparisonFeatures, decide
from aitia.relations.voting import count_votes
from aitia.verdict import Verdict
from aitia.vocabulary import Certainty, ComparisonAnswer, Direction

_SAID = {
    Direction.INCREASES: ComparisonAnswer.HIGHER,
    Direction.DECREASES: ComparisonAnswer.LOWER,
    Direction.NO_DIFFERENCE: ComparisonAnswer.NO_DIFFERENCE,
}
_MIDDLE = Certainty.LOW


def without_grading(verdict: Verdict) -> ComparisonAnswer:
    """No study grades in the vote, one certainty for all bodies, nothing known of bias and directness."""
    body = next((group for group in verdict.groups if group.group is verdict.used_group), None)
    features = verdict.comparison.features
    if body is None:
        return decide(features).answer
    inside = [study for study in verdict.studies if study.study_id in set(body.study_ids)]
    alike = {grade.study_id: grade.model_copy(update={"grade": _MIDDLE}) for grade in verdict.study_grades}
    votes = count_votes(inside, alike)
    ungraded = {
        "higher": votes.higher,
        "lower": votes.lower,
        "none": votes.none,
        "certainty_level": _MIDDLE.level,
        "high_risk_share": 0.0,
        "unknown_risk_share": 0.0,
        "indirect_share": 0.0,
    }
    return decide(features.model_copy(update=ungraded)).answer


def without_pooling(verdict: Verdict) -> ComparisonAnswer:
    """The vote of the studies decides, even where an interval was pooled."""
    return decide(_unpooled(verdict.comparison.features)).answer


def study_majority(verdict: Verdict) -> ComparisonAnswer:
    """One study, one vote; a tie is an uncertain effect, no study with a direction insufficient data."""
    said = Counter(_SAID[study.direction] for study in verdict.studies if study.direction in _SAID)
    if not said:
        return ComparisonAnswer.INSUFFICIENT_DATA
    best = max(said.values())
    winners = [answer for answer, count in said.items() if count == best]
    return winners[0] if len(winners) == 1 else ComparisonAnswer.UNCERTAIN_EFFECT


def _unpooled(features: ComparisonFeatures) -> ComparisonFeatures:
    gone = {"pooled_sign": None, "spans_importance": False, "excludes_importance": False}
    return features.model_copy(update=gone)


ABLATIONS: Mapping[str, Callable[[Verdict], ComparisonAnswer]] = {
    "without grading": without_grading,
    "without pooling": without_pooling,
    "majority vote over studies": study_majority,
}
"""Name and rule of every ablation that needs no second run."""
