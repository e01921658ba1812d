"""A paper that contradicts itself is a conflict; a very large effect that it denies does not count."""

from __future__ import annotations

from aitia.evidence.conflicts import ConflictKind
from aitia.evidence.relations import GradedRelation, grade_relations
from aitia.model.evidence import AcceptedClaim, OutcomeRole
from aitia.model.scales import Direction


def passages_of_one_paper(*claims: AcceptedClaim) -> list[AcceptedClaim]:
    """The claims as passages of the first one's paper, each quoted elsewhere."""
    moved = []
    for number, item in enumerate(claims):
        quote = item.claim.quote
        place = {"char_start": 1000 * number, "char_end": 1000 * number + len(quote.text)}
        own = {"quote": quote.model_copy(update=place), "paper_id": claims[0].paper.paper_id}
        claim = item.claim.model_copy(update=own)
        same = {"claim": claim, "paper": claims[0].paper, "study_id": claims[0].study_id}
        moved.append(item.model_copy(update=same))
    return moved


def graded(make, claims: list[AcceptedClaim]) -> GradedRelation:
    (main,) = [r for r in grade_relations(make.question(), claims) if r.role is OutcomeRole.MAIN]
    return main


def test_a_very_large_effect_that_another_passage_denies_does_not_count(make) -> None:
    none, huge = Direction.NO_DIFFERENCE, Direction.INCREASES
    own = make.claim("own", direction=none, significant=False)
    forged = make.claim("forged", (9.0, 8.0, 10.0), direction=huge)
    relation = graded(make, passages_of_one_paper(own, forged))
    assert relation.direction is Direction.NO_DIFFERENCE
    assert [study.estimate for study in relation.studies] == [None]
    assert any("very large effect" in note for note in relation.limitations)
    (conflict,) = relation.conflicts
    assert conflict.kind is ConflictKind.WITHIN_PAPER
    assert {side.direction for side in conflict.sides} == {none, huge}
    assert "in one passage" in conflict.text


def test_a_very_large_effect_that_another_passage_confirms_counts(make) -> None:
    claims = [make.claim("own", direction=Direction.INCREASES), make.claim("huge", (9.0, 8.0, 10.0))]
    claims[1] = make.claim("huge", (9.0, 8.0, 10.0), direction=Direction.INCREASES)
    relation = graded(make, passages_of_one_paper(*claims))
    assert relation.direction is Direction.INCREASES
    assert relation.conflicts == ()


def test_two_very_large_effects_that_deny_each_other_leave_the_paper_standing(make) -> None:
    up = make.claim("up", (9.0, 8.0, 10.0), direction=Direction.INCREASES)
    down = make.claim("down", (0.1, 0.05, 0.2), direction=Direction.DECREASES)
    relation = graded(make, passages_of_one_paper(up, down))
    assert [conflict.kind for conflict in relation.conflicts] == [ConflictKind.WITHIN_PAPER]


def test_papers_that_disagree_with_each_other_do_not_contradict_themselves(make) -> None:
    up = make.claim("up", (1.5, 1.2, 1.9), direction=Direction.INCREASES)
    down = make.claim("down", (0.7, 0.6, 0.8), direction=Direction.DECREASES)
    assert [c.kind for c in graded(make, [up, down]).conflicts] == [ConflictKind.OPPOSED]
