"""No part of a verdict says what another denies, whatever the body of evidence."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.claim import RiskOfBias
from aitia.explanation import explain
from aitia.relations import grade_relations
from aitia.verdict import conclude
from aitia.verdict.consistency import agrees, contradictions
from aitia.vocabulary import Direction, Likelihood, QuestionKind, StudyDesign

UP, DOWN, SAME = Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE
studies = st.fixed_dictionaries(
    {
        "direction": st.sampled_from([UP, DOWN, SAME]),
        "significant": st.sampled_from([True, False, None]),
        "size": st.sampled_from([None, 20, 90, 400, 5000]),
        "centre": st.sampled_from([None, 0.4, 0.8, 1.0, 1.3]),
        "width": st.sampled_from([1.05, 1.3, 3.0]),
        "design": st.sampled_from([StudyDesign.RANDOMISED_TRIAL, StudyDesign.COHORT]),
        "risk": st.sampled_from(list(RiskOfBias)),
    }
)


def claim(make, number, study):
    centre, width = study["centre"], study["width"]
    return make.claim(
        f"s{number}",
        None if centre is None else (centre, centre / width, centre * width),
        direction=study["direction"],
        significant=study["significant"],
        n=study["size"],
        design=study["design"],
        risk=study["risk"],
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(studies, max_size=4), st.sampled_from([None, 1, 12]))
def test_every_generated_body_gives_a_verdict_without_contradiction(make, body, read):
    question = make.question(kind=QuestionKind.EFFECT)
    claims = [claim(make, number, study) for number, study in enumerate(body)]
    verdict = conclude(question, grade_relations(question, claims), [], papers_read=read)
    assert contradictions(verdict) == ()
    if verdict.likelihood is Likelihood.INSUFFICIENT:
        assert "For the person this is" not in explain(verdict)


def test_a_pool_that_excludes_none_does_not_stand_beside_no_difference(make):
    assert agrees(make.pooled(point=0.8, low=0.7, high=0.9), DOWN)
    assert not agrees(make.pooled(point=0.8, low=0.7, high=0.9), SAME)
    assert not agrees(make.pooled(point=0.8, low=0.5, high=1.2), UP)


def test_one_trial_with_an_interval_does_not_speak_for_five_without(make):
    rows = [make.claim("ames", (0.63, 0.09, 4.21), n=61)]
    rows += [make.claim(f"s{i}", direction=SAME, significant=False, n=400) for i in range(5)]
    question = make.question()
    verdict = conclude(question, grade_relations(question, rows), [])
    (group,) = verdict.groups
    assert group.participants == 61 + 5 * 400
    assert "pool of the 1 of 6 that print one" in explain(verdict)
    assert "6, 2,061 participants" in explain(verdict)
