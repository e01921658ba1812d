"""What the answer would have been with a part of the engine left out, from the same stored verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from aitia.model.keys import PaperId
from aitia.model.scales import Certainty, ComparisonAnswer, Direction
from aitia.verdict import Verdict
from aitia.verdict.comparison import decide

_SAID = {
    Direction.INCREASES: ComparisonAnswer.HIGHER,
    Direction.DECREASES: ComparisonAnswer.LOWER,
    Direction.NO_DIFFERENCE: ComparisonAnswer.NO_DIFFERENCE,
}
_MIDDLE = Certainty.LOW


def without_grading(verdict: Verdict) -> ComparisonAnswer:
    """One certainty for all bodies: nothing is too uncertain, whatever its size and design."""
    features = verdict.comparison.features
    return decide(features.model_copy(update={"certainty_level": _MIDDLE.level})).answer


def without_synthesis(verdict: Verdict) -> ComparisonAnswer:
    """The vote of the studies, weighted by size and grade, in place of the synthesis."""
    features = verdict.comparison.features
    votes = {"pool_higher": features.higher, "pool_lower": features.lower, "pool_neither": features.none}
    return decide(features.model_copy(update=votes)).answer


def without_vote(verdict: Verdict) -> ComparisonAnswer:
    """The synthesis alone."""
    features = verdict.comparison.features
    return decide(features.model_copy(update={"higher": 0.0, "lower": 0.0, "none": 0.0})).answer


def study_majority(verdict: Verdict) -> ComparisonAnswer:
    """One study, one vote; a tie is an uncertain effect, no study with a direction insufficient data."""
    said = Counter(_SAID[study.direction] for study in verdict.studies if study.direction in _SAID)
    if not said:
        return ComparisonAnswer.INSUFFICIENT_DATA
    best = max(said.values())
    winners = [answer for answer, count in said.items() if count == best]
    return winners[0] if len(winners) == 1 else ComparisonAnswer.UNCERTAIN_EFFECT


def reader_alone(verdict: Verdict) -> ComparisonAnswer:
    """What the one study says that answers the question best: nobody else is asked."""
    told = [study for study in verdict.studies if study.direction in _SAID]
    if not told:
        return ComparisonAnswer.INSUFFICIENT_DATA
    return _SAID[max(told, key=lambda study: (study.outcome_score, study.study_id)).direction]


def search_and_reader(verdict: Verdict, ranked: Sequence[PaperId]) -> ComparisonAnswer:
    """What the paper says that search puts first, of those that say something of the outcome."""
    edges = _main_edges(verdict)
    told = {s.paper_id: s for s in verdict.sources if s.direction in _SAID and s.edge_id in edges}
    first = next((paper for paper in ranked if paper in told), None)
    return ComparisonAnswer.INSUFFICIENT_DATA if first is None else _SAID[told[first].direction]


def static_graph(verdict: Verdict) -> ComparisonAnswer:
    """The most frequent direction of all accepted edges on the outcome, whoever said them and how often."""
    said = Counter(
        _SAID[source.direction]
        for source in (*verdict.sources, *verdict.excluded)
        if source.direction in _SAID and source.edge_id in _main_edges(verdict)
    )
    return (
        max(said, key=lambda answer: (said[answer], answer)) if said else ComparisonAnswer.INSUFFICIENT_DATA
    )


def _main_edges(verdict: Verdict) -> frozenset[str]:
    used = {edge for study in verdict.studies for edge in study.edge_ids}
    return frozenset(used | {source.edge_id for source in verdict.excluded})


ABLATIONS: Mapping[str, Callable[[Verdict], ComparisonAnswer]] = {
    "without grading": without_grading,
    "without synthesis": without_synthesis,
    "without the vote": without_vote,
    "majority vote over studies": study_majority,
    "reader alone": reader_alone,
    "static graph": static_graph,
}
"""Name and rule of every ablation that needs no second run."""
