"""No part of a verdict says what another denies, whatever the body of evidence."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.evidence.relations import grade_relations
from aitia.model.claim import RiskOfBias
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import ComparisonAnswer, Direction, Likelihood, QuestionKind, StudyDesign
from aitia.report.explanation import explain
from aitia.verdict import conclude
from aitia.verdict.consistency import agrees, contradictions

UP, DOWN, SAME = Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE
studies = st.fixed_dictionaries(
    {
        "direction": st.sampled_from([UP, DOWN, SAME]),
        "significant": st.sampled_from([True, False, None]),
        "size": st.sampled_from([None, 20, 90, 400, 5000, 1_000_000]),
        "centre": st.sampled_from([None, 0.4, 0.8, 1.0, 1.3]),
        "width": st.sampled_from([1.05, 1.3, 3.0]),
        "design": st.sampled_from(
            [StudyDesign.RANDOMISED_TRIAL, StudyDesign.COHORT, StudyDesign.META_ANALYSIS]
        ),
        "risk": st.sampled_from(list(RiskOfBias)),
        "role": st.sampled_from([OutcomeRole.MAIN, OutcomeRole.MAIN, OutcomeRole.HARM, OutcomeRole.OTHER]),
        "people": st.sampled_from(["", "women", "men"]),
    }
)
_TOLD = re.compile(
    r"(no significant difference in|no important effect on|an increase in|a reduction in|increases|reduces)"
    r" [^,;:(.]*(?:,| ?:| \() ?(?:RR|OR|HR) ([\d.]+) \(95% CI ([\d.]+) to ([\d.]+)\)"
)


def told_twice(text):
    """Lines in which words and the interval right beside them say different things."""
    for match in _TOLD.finditer(text):
        words, (point, low, high) = match.group(1), map(float, match.groups()[1:])
        if words.startswith("no"):
            wrong = low > 1 or high < 1
        else:
            wrong = point < 0.995 if words in ("an increase in", "increases") else point > 1.005
        if wrong:
            yield match.group()


OPEN = (ComparisonAnswer.UNCERTAIN_EFFECT, ComparisonAnswer.INSUFFICIENT_DATA)


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
        role=study["role"],
        effect="the event" if study["role"] is OutcomeRole.MAIN else f"another {study['role'].value}",
        population=study["people"] or None,
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(studies, max_size=4), st.sampled_from([None, 1, 12]))
def test_every_generated_body_gives_a_verdict_without_contradiction(make, body, read):
    question = make.question(kind=QuestionKind.EFFECT)
    claims = [claim(make, number, study) for number, study in enumerate(body)]
    verdict = conclude(question, grade_relations(question, claims), [], papers_read=read)
    assert contradictions(verdict) == ()
    text = explain(verdict)
    assert list(told_twice(text)) == []
    if verdict.likelihood is Likelihood.INSUFFICIENT or verdict.answer in OPEN:
        assert "For the person this is" not in text


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


def test_the_check_of_lines_sees_what_stood_on_screen():
    line = "no significant difference in the event, RR 0.74 (95% CI 0.61 to 0.89) (pool of the 2 of 4)"
    assert list(told_twice(line))
    assert list(told_twice("a reduction in the event, RR 1.40 (95% CI 1.10 to 1.80)"))


def test_a_pool_that_all_studies_together_do_not_carry_is_told_apart(make):
    rows = [make.claim("p", (0.74, 0.56, 0.98), n=400)]
    rows += [make.claim(f"s{i}", direction=SAME, significant=False, n=40_000) for i in range(5)]
    verdict = conclude(make.question(), grade_relations(make.question(), rows), [])
    assert verdict.direction is SAME
    assert verdict.absolute is None
    text = explain(verdict)
    assert (
        "RR 0.74 (95% CI 0.56 to 0.98) in the 1 of 6 that print one; all studies together, no signif" in text
    )
    assert "all studies together: no significant difference" in text


def test_words_never_weigh_more_than_the_most_precise_number(make):
    """A million people, of whom it is only said that rates did not differ, beside two intervals."""
    rows = [
        make.claim("cook", (0.72, 0.55, 0.95), n=18_496, design=StudyDesign.COHORT),
        make.claim("manson", (0.75, 0.58, 0.99), n=87_678, design=StudyDesign.COHORT),
        make.claim("hammond", direction=SAME, significant=False, n=1_000_000, design=StudyDesign.COHORT),
    ]
    (group,) = grade_relations(make.question(), rows)[0].groups
    assert group.synthesis is not None
    assert group.synthesis.point is not None
    assert 0.74 < group.synthesis.point < 0.95
    assert group.direction is DOWN
