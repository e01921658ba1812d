"""The comparison answer from named features."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.scales import ComparisonAnswer
from aitia.verdict.comparison import ComparisonFeatures, ComparisonRules, ReasonKind, decide
from aitia.verdict.comparison.features import expected, leading_answer

GOOD = ComparisonFeatures(
    studies=3,
    studies_with_direction=3,
    papers_read=3,
    reporting=2.7,
    best_outcome_score=0.9,
    pool_lower=0.95,
    pool_neither=0.05,
    participants=2000,
    events=400,
    certainty_level=4,
    randomised=True,
    numbers=3,
    whole=True,
)


def change(**given) -> ComparisonFeatures:
    return GOOD.model_copy(update=given)


def same(**given) -> ComparisonFeatures:
    return change(pool_lower=0.05, pool_neither=0.95, **given)


def test_good_trials_that_agree_give_their_direction():
    assert decide(GOOD).answer is ComparisonAnswer.LOWER
    assert decide(change(pool_lower=0.0, pool_higher=0.9)).answer is ComparisonAnswer.HIGHER
    assert decide(same()).answer is ComparisonAnswer.NO_DIFFERENCE


def test_where_some_studies_print_no_effect_the_reason_says_how_many_do():
    decision = decide(change(numbers=1))
    assert decision.kinds == (ReasonKind.DIRECTIONS_DIFFER,)
    assert "1 of 3 studies print an effect" in decision.reasons[0]


def test_where_not_every_study_prints_an_effect_the_vote_has_its_half():
    close = {"pool_lower": 0.4, "pool_neither": 0.6}
    sure, unsure = {"lower": 0.72, "none": 0.18}, {"lower": 0.5, "none": 0.4}
    told = decide(change(**close, **sure, numbers=1, whole=False))
    assert told.answer is ComparisonAnswer.LOWER
    assert "with a probability of 60%" in told.reasons[0]
    assert decide(change(**close, **unsure, numbers=1, whole=False)).answer is ComparisonAnswer.NO_DIFFERENCE
    assert decide(change(**close, **sure)).answer is ComparisonAnswer.NO_DIFFERENCE
    assert decide(change(**close, numbers=1, whole=False)).answer is ComparisonAnswer.NO_DIFFERENCE


@pytest.mark.parametrize("given", [{"studies_with_direction": 0}, {"best_outcome_score": 0.1}])
def test_an_outcome_that_nobody_reports_in_a_usable_form_is_insufficient_data(given):
    assert decide(change(**given)).answer is ComparisonAnswer.INSUFFICIENT_DATA


def test_one_small_report_among_many_papers_that_do_not_report_is_insufficient_data():
    rare = change(papers_read=6, reporting=0.95, studies=1, studies_with_direction=1)
    decision = decide(rare)
    assert decision.answer is ComparisonAnswer.INSUFFICIENT_DATA
    assert decision.reasons == ("only 1 of the 6 papers read report the outcome",)
    assert decide(rare.model_copy(update={"studies_with_direction": 2})).answer is ComparisonAnswer.LOWER
    assert decide(rare.model_copy(update={"papers_read": None})).answer is ComparisonAnswer.LOWER


def test_few_people_without_significance_are_uncertain_and_many_are_no_difference():
    assert decide(same(certainty_level=1, participants=20)).answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert decide(same(certainty_level=1, participants=400)).answer is ComparisonAnswer.NO_DIFFERENCE
    precise = same(certainty_level=1, participants=20, excludes_importance=True)
    assert decide(precise).answer is ComparisonAnswer.NO_DIFFERENCE


def test_very_low_certainty_without_randomised_trials_is_uncertain():
    decision = decide(change(certainty_level=1, randomised=False))
    assert decision.answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert decision.kinds == (ReasonKind.NOT_RANDOMISED,)
    assert decide(change(certainty_level=2, randomised=False)).answer is ComparisonAnswer.LOWER


def test_significant_effects_in_both_directions_are_uncertain():
    decision = decide(change(opposed=0.3))
    assert decision.answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert decision.kinds == (ReasonKind.CONFLICT,)
    assert decide(change(opposed=0.1)).answer is ComparisonAnswer.LOWER


def test_a_rule_can_be_moved_without_touching_code():
    assert decide(change(opposed=0.1), ComparisonRules(opposed_from=0.1)).kinds == (ReasonKind.CONFLICT,)


def test_a_direction_that_a_study_prints_a_number_for_is_surer_than_one_that_is_only_stated():
    assert decide(GOOD).confidence > decide(change(numbers=0)).confidence
    assert decide(same()).confidence == decide(same(numbers=0)).confidence


def test_nothing_read_is_less_sure_than_nothing_reported():
    nothing = ComparisonFeatures(papers_read=0)
    assert decide(nothing).confidence < decide(nothing.model_copy(update={"papers_read": 4})).confidence


features = st.builds(
    ComparisonFeatures,
    studies=st.integers(0, 5),
    studies_with_direction=st.integers(0, 5),
    papers_read=st.one_of(st.none(), st.integers(0, 30)),
    reporting=st.floats(0, 30),
    best_outcome_score=st.floats(0, 1),
    pool_higher=st.floats(0, 1),
    pool_lower=st.floats(0, 1),
    pool_neither=st.floats(0, 1),
    excludes_importance=st.booleans(),
    participants=st.one_of(st.none(), st.integers(0, 10**6)),
    certainty_level=st.integers(1, 4),
    opposed=st.floats(0, 0.5),
    randomised=st.booleans(),
    numbers=st.integers(0, 5),
    whole=st.booleans(),
    higher=st.floats(0, 1),
    lower=st.floats(0, 1),
    none=st.floats(0, 1),
)
MIRROR = {ComparisonAnswer.HIGHER: ComparisonAnswer.LOWER, ComparisonAnswer.LOWER: ComparisonAnswer.HIGHER}


@given(features)
def test_swapping_the_arms_mirrors_the_answer(found):
    mirrored = {
        "pool_higher": found.pool_lower,
        "pool_lower": found.pool_higher,
        "higher": found.lower,
        "lower": found.higher,
    }
    turned = found.model_copy(update=mirrored)
    if leading_answer(found) is leading_answer(turned) is not ComparisonAnswer.NO_DIFFERENCE:
        assert expected(found)[0] == pytest.approx(expected(found)[1])
        return
    one, other = decide(found), decide(turned)
    assert other.answer is MIRROR.get(one.answer, one.answer)
    assert other.confidence == pytest.approx(one.confidence)
    assert 0 <= one.confidence <= 1


@given(features)
def test_fewer_people_never_turn_an_uncertain_effect_into_a_sure_one(found):
    if found.participants is None or decide(found).answer is not ComparisonAnswer.UNCERTAIN_EFFECT:
        return
    fewer = found.model_copy(update={"participants": found.participants // 3})
    assert decide(fewer).answer is ComparisonAnswer.UNCERTAIN_EFFECT


@given(features)
def test_a_lower_grade_never_makes_an_answer_surer(found):
    if found.certainty_level == 1:
        return
    lower = found.model_copy(update={"certainty_level": found.certainty_level - 1})
    one, other = decide(found), decide(lower)
    if one.answer is other.answer and one.answer is not ComparisonAnswer.UNCERTAIN_EFFECT:
        assert other.confidence <= one.confidence
    if one.answer is ComparisonAnswer.UNCERTAIN_EFFECT:
        assert other.answer is ComparisonAnswer.UNCERTAIN_EFFECT


def test_the_more_papers_say_nothing_the_surer_it_is_that_nobody_reports():
    silent = ComparisonFeatures(papers_read=1)
    sure = [decide(silent.model_copy(update={"papers_read": n})).confidence for n in (1, 2, 4, 12)]
    assert sure == sorted(set(sure))
    assert sure[0] < 0.6 < sure[-1] <= 0.95
