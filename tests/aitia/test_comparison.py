"""The comparison answer from named features."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.comparison import ComparisonFeatures, ComparisonRules, decide, shipped_rules
from aitia.comparison.rules import strength_terms, usable_terms, weakness_terms
from aitia.vocabulary import ComparisonAnswer

GOOD = ComparisonFeatures(
    studies=3,
    studies_with_direction=3,
    lower=1.0,
    best_outcome_score=0.9,
    participants=2000,
    events=400,
    certainty_level=4,
    pooled_sign=-1,
    trials=3,
)


def change(**given) -> ComparisonFeatures:
    return GOOD.model_copy(update=given)


def test_good_trials_that_agree_give_their_direction():
    assert decide(GOOD).answer is ComparisonAnswer.LOWER
    assert decide(change(pooled_sign=1, lower=0.0, higher=1.0)).answer is ComparisonAnswer.HIGHER
    assert decide(change(pooled_sign=0, lower=0.0, none=1.0)).answer is ComparisonAnswer.NO_DIFFERENCE


def test_directions_decide_where_nothing_could_be_pooled():
    decision = decide(change(pooled_sign=None, lower=0.7, none=0.3))
    assert decision.answer is ComparisonAnswer.LOWER
    assert "no common effect" in decision.reasons[0]


@pytest.mark.parametrize("given", [{"studies_with_direction": 0}, {"best_outcome_score": 0.1}])
def test_an_outcome_that_nobody_reports_in_a_usable_form_is_insufficient_data(given):
    assert decide(change(**given)).answer is ComparisonAnswer.INSUFFICIENT_DATA


@pytest.mark.parametrize(
    "given",
    [
        {"participants": 20, "events": 5, "certainty_level": 1},
        {"participants": 50, "certainty_level": 1, "high_risk_share": 1.0},
        {"lower": 0.5, "higher": 0.5, "pooled_sign": None},
        {"lower": 0.6, "higher": 0.4, "pooled_sign": None, "certainty_level": 1, "participants": 100},
    ],
)
def test_few_people_few_events_bias_and_conflict_make_an_effect_uncertain(given):
    decision = decide(change(**given))
    assert decision.answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert decision.reasons


def test_a_rule_can_be_moved_without_touching_code():
    tiny = change(participants=20, certainty_level=1, events=None)
    strict = shipped_rules().model_copy(update={"uncertain_from": 0.01})
    assert decide(tiny, strict).answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert decide(tiny, ComparisonRules(uncertain_from=0.99)).answer is ComparisonAnswer.LOWER


def test_every_shipped_weight_belongs_to_a_named_term_and_is_not_negative():
    rules = shipped_rules()
    for weights, terms in (
        (rules.insufficient, usable_terms(GOOD)),
        (rules.uncertain, weakness_terms(GOOD)),
        (rules.right, strength_terms(GOOD)),
    ):
        assert set(weights) == {"base", *terms}
        assert all(weight >= 0 for name, weight in weights.items() if name != "base")


def test_confidence_falls_with_weakness():
    assert decide(change(certainty_level=2)).confidence < decide(GOOD).confidence
    assert decide(change(high_risk_share=1.0)).confidence < decide(GOOD).confidence


features = st.builds(
    ComparisonFeatures,
    studies=st.integers(0, 5),
    studies_with_direction=st.integers(0, 5),
    higher=st.floats(0, 1),
    lower=st.floats(0, 1),
    none=st.floats(0, 1),
    best_outcome_score=st.floats(0, 1),
    participants=st.one_of(st.none(), st.integers(0, 10**6)),
    events=st.one_of(st.none(), st.integers(0, 10**5)),
    certainty_level=st.integers(1, 4),
    high_risk_share=st.floats(0, 1),
    pooled_sign=st.sampled_from([None, -1, 0, 1]),
    trials=st.integers(0, 5),
)
MIRROR = {ComparisonAnswer.HIGHER: ComparisonAnswer.LOWER, ComparisonAnswer.LOWER: ComparisonAnswer.HIGHER}


@given(features)
def test_swapping_the_arms_mirrors_the_answer(found):
    sign = None if found.pooled_sign is None else -found.pooled_sign
    turned = found.model_copy(update={"higher": found.lower, "lower": found.higher, "pooled_sign": sign})
    one, other = decide(found), decide(turned)
    assert other.answer is MIRROR.get(one.answer, one.answer)
    assert other.confidence == one.confidence
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
