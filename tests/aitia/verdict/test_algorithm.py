"""Algorithm 2, gate by gate: what a conclusion needs, asked on both sides of every gate."""

from __future__ import annotations

import pytest

from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations.models import Basis, GradedRelation, GroupEvidence, Votes
from aitia.model.evidence import BodyGrade, OutcomeRole, StudyGrade
from aitia.model.keys import NodeId, StudyId
from aitia.model.scales import Certainty, Conclusion, Direction, Likelihood, StudyDesign
from aitia.model.synthesis import EntryKind, FullPool, Synthesis, SynthesisEntry
from aitia.verdict.conclusion import conclude_effect

HIGH, MODERATE, LOW, VERY_LOW = Certainty.HIGH, Certainty.MODERATE, Certainty.LOW, Certainty.VERY_LOW
DOWN, UP, NONE = Direction.DECREASES, Direction.INCREASES, Direction.NO_DIFFERENCE


def synthesis(higher=0.0, lower=0.0, entries=2, excludes=False) -> Synthesis:
    return Synthesis(
        entries=tuple(
            SynthesisEntry(
                study_id=StudyId(f"s{n}"), label=f"s{n}", kind=EntryKind.DIRECTION, direction=DOWN, size=100
            )
            for n in range(entries)
        ),
        participants=200,
        more=higher,
        important_more=0.1,
        important_less=0.1,
        unimportant=0.8,
        excludes_importance=excludes,
        full_pool=FullPool(higher=higher, lower=lower, neither=1 - higher - lower),
    )


def relation(make, **given) -> GradedRelation:
    """A pooled, significant decrease of one trial of high grade in a body of high certainty, unless given."""
    studies = given.get("studies") or (
        make.study("s1", design=given.get("design", StudyDesign.RANDOMISED_TRIAL)),
    )
    grade = given.get("grade", HIGH)
    certainty = given.get("certainty", HIGH)
    body = GroupEvidence(
        group=DesignGroup.TRIALS,
        study_ids=tuple(study.study_id for study in studies),
        pooled=None,
        direction=given.get("direction", DOWN),
        significant=given.get("significant", True),
        excludes_importance=given.get("excludes", False),
        basis=given.get("basis", Basis.POOLED),
        votes=Votes(),
        participants=1000,
        events=100,
        grade=BodyGrade(certainty=certainty, start=HIGH, steps=()),
        synthesis=given.get("synthesis"),
    )
    return GradedRelation(
        relation_key="main",
        fingerprint="f",
        role=OutcomeRole.MAIN,
        cause_node=NodeId("c"),
        effect_node=NodeId("e"),
        cause="the drug",
        effect="the event",
        direction=body.direction,
        studies=studies,
        study_grades=tuple(StudyGrade(study_id=s.study_id, grade=grade, steps=()) for s in studies),
        groups=(body,),
        used_group=DesignGroup.TRIALS,
        used_reason="trials",
        method_version="1",
    )


OPEN, FIRM = Conclusion.UNCLEAR, Conclusion.ESTABLISHED_CAUSAL
NOTHING, NO_EFFECT = Conclusion.INSUFFICIENT_EVIDENCE, Conclusion.NO_CAUSAL_EFFECT
NULL = {"direction": NONE, "significant": False}


@pytest.mark.parametrize(
    ("given", "conclusion", "likelihood"),
    [
        ({}, FIRM, Likelihood.ESTABLISHED),
        ({"certainty": MODERATE}, FIRM, Likelihood.ESTABLISHED),
        ({"certainty": LOW}, FIRM, Likelihood.PROBABLE),
        ({"certainty": VERY_LOW}, NOTHING, Likelihood.INSUFFICIENT),
        ({"grade": MODERATE}, FIRM, Likelihood.ESTABLISHED),
        ({"grade": LOW}, OPEN, Likelihood.PROBABLE),
        ({"grade": LOW, "certainty": LOW}, NOTHING, Likelihood.INSUFFICIENT),
        ({"design": StudyDesign.COHORT}, OPEN, Likelihood.PROBABLE),
        ({"design": StudyDesign.COHORT, "certainty": LOW}, NOTHING, Likelihood.INSUFFICIENT),
        ({"significant": False}, OPEN, Likelihood.INSUFFICIENT),
        ({"significant": None}, OPEN, Likelihood.PROBABLE),
        ({**NULL, "excludes": True}, NO_EFFECT, Likelihood.DISPROVEN),
        ({**NULL, "excludes": True, "certainty": LOW}, NO_EFFECT, Likelihood.UNLIKELY),
        ({**NULL, "excludes": True, "certainty": VERY_LOW}, NOTHING, Likelihood.INSUFFICIENT),
        (NULL, OPEN, Likelihood.UNLIKELY),
        ({**NULL, "excludes": None}, OPEN, Likelihood.UNLIKELY),
    ],
)
def test_what_a_pool_concludes(make, given, conclusion, likelihood):
    found = conclude_effect(make.question(), relation(make, **given))
    assert (found.conclusion, found.likelihood) == (conclusion, likelihood)


@pytest.mark.parametrize(
    ("lower", "entries", "conclusion"), [(0.9, 2, FIRM), (0.89, 2, OPEN), (0.95, 1, OPEN), (0.5, 5, OPEN)]
)
def test_stated_directions_establish_where_a_pool_would_be_significant(make, lower, entries, conclusion):
    told = synthesis(lower=lower, entries=entries)
    found = conclude_effect(make.question(), relation(make, basis=Basis.COMBINED, synthesis=told))
    assert found.conclusion is conclusion


@pytest.mark.parametrize(
    ("direction", "excludes", "conclusion"),
    [(NONE, True, NO_EFFECT), (NONE, False, OPEN), (DOWN, True, OPEN)],
)
def test_stated_directions_rule_an_effect_out(make, direction, excludes, conclusion):
    given = {"direction": direction, "excludes": excludes, "significant": False}
    row = relation(make, basis=Basis.COMBINED, synthesis=synthesis(), **given)
    assert conclude_effect(make.question(), row).conclusion is conclusion


def test_directions_that_no_synthesis_holds_conclude_nothing(make):
    assert conclude_effect(make.question(), relation(make, basis=Basis.DIRECTIONS)).conclusion is OPEN


@pytest.mark.parametrize(
    ("basis", "significant", "conclusion"),
    [
        (Basis.DIRECTIONS, (True, True), OPEN),
        (Basis.DIRECTIONS, (True, False), FIRM),
        (Basis.POOLED, (True, True), FIRM),
    ],
)
def test_significant_effects_in_both_directions_leave_it_open_unless_they_are_pooled(
    make, basis, significant, conclusion
):
    studies = (
        make.study("s0", significant=significant[0], estimate=None),
        make.study("s1", direction=UP, significant=significant[1], estimate=None),
    )
    row = relation(make, studies=studies, basis=basis, synthesis=synthesis(lower=0.95))
    found = conclude_effect(make.question(), row)
    assert found.conclusion is conclusion
    if basis is Basis.DIRECTIONS and conclusion is OPEN:
        assert "opposite directions" in found.rule


@pytest.mark.parametrize(
    ("expected", "found", "likelihood"),
    [
        (DOWN, DOWN, Likelihood.ESTABLISHED),
        (DOWN, UP, Likelihood.DISPROVEN),
        (UP, DOWN, Likelihood.DISPROVEN),
        (None, UP, Likelihood.ESTABLISHED),
    ],
)
def test_the_likelihood_is_of_the_effect_that_was_asked_about(make, expected, found, likelihood):
    concluded = conclude_effect(make.question(expected_direction=expected), relation(make, direction=found))
    assert concluded.likelihood is likelihood


def test_a_probable_effect_the_other_way_is_unlikely(make):
    row = relation(make, direction=UP, certainty=LOW)
    assert conclude_effect(make.question(), row).likelihood is Likelihood.UNLIKELY


def test_without_any_study_nothing_is_concluded(make):
    assert conclude_effect(make.question(), None).conclusion is NOTHING
