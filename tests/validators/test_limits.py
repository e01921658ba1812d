"""The limits of the rules, asked on both sides, and the gates that no good claim touches."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.model.claim import ArmCounts, EffectEstimate
from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Quote
from aitia.model.scales import SentenceRole
from tests.validators.marigold import (
    CORRELATION,
    DROP,
    PAPER,
    RATIO,
    REJECT,
    REVIEW,
    claim,
    context,
    outcomes,
    passage,
    ratio,
)
from validators.findings import Outcome
from validators.identity import ends_named, no_self_reference, right_paper
from validators.numbers import (
    finite_numbers,
    interval_contains_point,
    interval_ordered,
    numbers_in_quote,
    p_agrees_with_interval,
    point_agrees_with_arms,
    ratio_interval_symmetric,
    ratio_positive,
    stands,
)
from validators.quote import quote_length, quote_role
from validators.vocabulary import confidence_low, confidence_range, known_types

P = {"point": 0.5, "low": 0.3, "high": 0.82}


@pytest.mark.parametrize(
    ("rule", "estimate", "expected"),
    [
        (finite_numbers, ratio(0.5, level=0.5), []),
        (finite_numbers, ratio(0.5, level=0.49), DROP),
        (finite_numbers, ratio(0.5, level=1.0), DROP),
        (finite_numbers, ratio(0.5, p_value=1.0), []),
        (finite_numbers, ratio(0.5, p_value=1.01), DROP),
        (finite_numbers, ratio(0.5, p_value=-0.01), DROP),
        (finite_numbers, ratio(float("inf")), DROP),
        (ratio_positive, ratio(0.01), []),
        (ratio_positive, ratio(0.0), DROP),
        (ratio_positive, ratio(0.5, 0.0, 0.9), DROP),
        (ratio_positive, ratio(1.0, measure=CORRELATION), []),
        (ratio_positive, ratio(-1.01, measure=CORRELATION), DROP),
        (interval_ordered, ratio(None, 0.5, 0.5), []),
        (interval_ordered, ratio(None, 0.6, 0.5), DROP),
        (interval_contains_point, ratio(0.5, 0.5, 0.8), []),
        (interval_contains_point, ratio(0.8, 0.5, 0.8), []),
        (interval_contains_point, ratio(0.49, 0.5, 0.8), DROP),
        (interval_contains_point, ratio(0.81, 0.5, 0.8), DROP),
        (ratio_interval_symmetric, ratio(1.0, 0.5, 2.0), []),
        (ratio_interval_symmetric, ratio(1.25, 0.5, 2.0), []),
        (ratio_interval_symmetric, ratio(1.6, 0.5, 2.0), DROP),
        (ratio_interval_symmetric, ratio(0.62, 0.5, 2.0), DROP),
        (p_agrees_with_interval, ratio(**P, p_value=0.006, p_operator="="), []),
        (p_agrees_with_interval, ratio(**P, p_value=0.02, p_operator="="), []),
        (p_agrees_with_interval, ratio(**P, p_value=0.06, p_operator="="), DROP),
        (p_agrees_with_interval, ratio(**P, p_value=0.2, p_operator=">"), DROP),
        (p_agrees_with_interval, ratio(**P, p_value=0.05, p_operator=">"), []),
        (p_agrees_with_interval, ratio(0.9, 0.6, 1.35, p_value=0.01, p_operator="<"), DROP),
        (p_agrees_with_interval, ratio(0.9, 0.6, 1.35, p_value=0.6, p_operator="="), []),
        (p_agrees_with_interval, ratio(0.9, 0.6, 1.35, p_value=0.05, p_operator="<"), []),
    ],
)
def test_an_estimate_s_numbers(rule: Any, estimate: EffectEstimate, expected: list[Outcome]) -> None:
    assert outcomes(rule, claim(estimate)) == expected


ARMS = ArmCounts(events_intervention=20, total_intervention=200, events_comparator=40, total_comparator=200)


@pytest.mark.parametrize(("point", "expected"), [(0.5, []), (0.51, []), (0.52, DROP), (0.48, DROP)])
def test_a_computed_point_is_what_the_arms_give(point: float, expected: list[Outcome]) -> None:
    estimate = ratio(point, counts=ARMS, derived="from the arms")
    assert outcomes(point_agrees_with_arms, claim(estimate)) == expected


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        (ratio(0.5, 0.3, 0.82, p_value=0.006, counts=ARMS), []),
        (ratio(0.5, 0.3, 0.82, p_value=0.007), DROP),
        (ratio(0.51), DROP),
        (ratio(0.5, 0.31, 0.82), DROP),
        (ratio(0.5, 0.3, 0.83), DROP),
        (ratio(counts=ARMS.model_copy(update={"events_comparator": 45})), DROP),
        (ratio(counts=ARMS.model_copy(update={"total_comparator": 199, "events_comparator": 40})), DROP),
        (ratio(0.5, derived="the reciprocal", measure=RATIO), []),
        (ratio(0.37, derived="from somewhere", measure=RATIO), DROP),
    ],
)
def test_every_number_is_printed(estimate: EffectEstimate, expected: list[Outcome]) -> None:
    assert outcomes(numbers_in_quote, claim(estimate)) == expected


def test_an_estimate_s_own_quote_stands_in_its_passage() -> None:
    own = Quote(passage_id=PassageId("passage_1"), char_start=0, char_end=9, text="RR 0.51 !")
    assert outcomes(numbers_in_quote, claim(ratio(0.5, quote=own))) == DROP


@pytest.mark.parametrize(
    ("value", "text", "there"),
    [(0.5, "0.2-0.5", True), (-0.5, "0.2 and 0.5", False), (-0.5, "0.2 to -0.5", True), (0.5, "50%", False)],
)
def test_a_sign_is_printed_too(value: float, text: str, there: bool) -> None:
    assert stands(value, text) is there


@pytest.mark.parametrize(("length", "expected"), [(0, REJECT), (1, []), (300, []), (301, REJECT)])
def test_a_quote_has_1_to_300_characters(length: int, expected: list[Outcome]) -> None:
    assert outcomes(quote_length, claim(text="x" * length, start=0)) == expected


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        (SentenceRole.RESULT, []),
        (SentenceRole.CONCLUSION, []),
        *(
            (role, REJECT)
            for role in SentenceRole
            if role not in (SentenceRole.RESULT, SentenceRole.CONCLUSION)
        ),
    ],
)
def test_only_results_and_conclusions_are_evidence(role: SentenceRole, expected: list[Outcome]) -> None:
    assert outcomes(quote_role, claim(role=role)) == expected


@pytest.mark.parametrize(
    ("section", "expected"),
    [("Introduction", REJECT), ("references", REJECT), ("related-work", REJECT), ("results", [])],
)
def test_no_quote_stands_in_an_introduction(section: str, expected: list[Outcome]) -> None:
    assert outcomes(quote_role, claim(), context(passage(section=section))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RESULTS: Smith et al. found that marigold tea reduced fever [12].", REJECT),
        ("BACKGROUND: Marigold tea is said to reduce fever.", REVIEW),
        ("METHODS: Marigold tea was given daily to reduce fever.", REVIEW),
        ("RESULTS: Marigold tea reduced fever.", []),
    ],
)
def test_the_quoted_sentence_is_read_anew(text: str, expected: list[Outcome]) -> None:
    words = text.split(": ", 1)[1]
    proposal = claim(text=words, start=text.index(words))
    assert outcomes(quote_role, proposal, context(passage(text))) == expected


def test_a_quote_and_a_claim_are_of_the_paper_that_is_read() -> None:
    assert outcomes(right_paper, claim()) == []
    assert outcomes(right_paper, claim(), context(passage(paper="paper_2"))) == REJECT
    assert outcomes(right_paper, claim(paper_id=PaperId("paper_2"))) == REJECT
    other = claim(paper_id=PaperId("paper_2"))
    assert outcomes(right_paper, other, context(passage(paper="paper_2"))) == REJECT


@pytest.mark.parametrize(
    ("cause", "effect", "expected"),
    [
        ("marigold tea", "Tea (marigold)", REJECT),
        ("marigold tea", "MARIGOLD-TEA", REJECT),
        ("", "fever", REJECT),
        ("fever", " ", REJECT),
        ("marigold tea", "tea", []),
    ],
)
def test_nothing_acts_on_itself(cause: str, effect: str, expected: list[Outcome]) -> None:
    assert outcomes(no_self_reference, claim(cause=cause, effect=effect)) == expected


def test_what_nothing_names_waits() -> None:
    assert outcomes(ends_named, claim()) == []
    assert outcomes(ends_named, claim(cause="chamomile lozenges")) == REVIEW
    assert outcomes(ends_named, claim(effect="broken hips")) == REVIEW


@pytest.mark.parametrize(
    ("said", "answers", "expected"),
    [
        ("There was no significant difference between the two groups.", 0.9, []),
        ("There was no significant difference between the two groups.", None, REVIEW),
        ("There was no significant difference in cough between the two groups, but in sleep.", 0.9, REVIEW),
        ("Cough was rarer with tea.", 0.9, REVIEW),
    ],
)
def test_an_answer_that_speaks_of_groups_alone_leaves_its_outcome_to_the_abstract(
    said: str, answers: float | None, expected: list[Outcome]
) -> None:
    text = (
        f"Broken hips were counted in 400 adults given marigold tea. They were old. Most were women. {said}"
    )
    known = context(passage(text), paper=PAPER.model_copy(update={"abstract": text}))
    told = claim(text=said, start=text.index(said), effect="broken hips", answers_question=answers)
    assert outcomes(ends_named, told, known) == expected


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (("Intervention", "Outcome"), []),
        (("Herb", "Outcome"), REJECT),
        (("Intervention", "Feeling"), REJECT),
        (("Herb", "Feeling"), [*REJECT, *REJECT]),
    ],
)
def test_both_ends_have_a_type_of_the_domain(kinds: tuple[str, str], expected: list[Outcome]) -> None:
    assert outcomes(known_types, claim(cause_type=kinds[0], effect_type=kinds[1])) == expected


@pytest.mark.parametrize(
    ("confidence", "in_range", "sure"),
    [
        (0.0, [], REVIEW),
        (0.599, [], REVIEW),
        (0.6, [], []),
        (1.0, [], []),
        (1.01, REJECT, []),
        (-0.1, REJECT, []),
    ],
)
def test_confidence(confidence: float, in_range: list[Outcome], sure: list[Outcome]) -> None:
    proposal = claim(confidence=confidence)
    assert outcomes(confidence_range, proposal) == in_range
    assert outcomes(confidence_low, proposal) == sure
