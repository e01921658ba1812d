"""The limits of the rules, asked on both sides, and the gates that no good claim touches."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.domains import adapter_for
from aitia.model.claim import ArmCounts, Claim, EffectEstimate, StudyFacts
from aitia.model.keys import ClaimId, PaperId, PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Decision, Direction, Domain, EffectMeasure, SentenceRole, StudyDesign
from validators.decide import decide
from validators.design import causal_word_allowed, has_results
from validators.direction import direction_agrees, significance_agrees
from validators.findings import ClaimContext, Outcome
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

RATIO, CORRELATION = EffectMeasure.RISK_RATIO, EffectMeasure.CORRELATION
TEXT = (
    "RESULTS: Fever occurred in 20 of 200 adults given marigold tea and in 40 of 200 given water "
    "(RR 0.50, 95% CI 0.30 to 0.82; p = 0.006)."
)
PAPER = Paper(
    source="test",
    record_id="1",
    title="Marigold tea for fever: a randomised trial",
    abstract=TEXT,
    paper_id=PaperId("paper_1"),
)


def passage(text: str = TEXT, section: str = "abstract", paper: str = "paper_1") -> Passage:
    return Passage(
        passage_id=PassageId("passage_1"),
        paper_id=PaperId(paper),
        section_id=section,
        part_index=0,
        text=text,
    )


def context(where: Passage | None = None, design: StudyDesign = StudyDesign.RANDOMISED_TRIAL) -> ClaimContext:
    facts = StudyFacts(design=design)
    return ClaimContext.of(PAPER, (where or passage(),), facts, adapter_for(Domain.BIOMEDICAL))


def claim(*estimates: EffectEstimate, text: str = TEXT[9:], **changes: Any) -> Claim:
    start = changes.pop("start", TEXT.find(text))
    base = Claim(
        claim_id=ClaimId("claim_1"),
        paper_id=PAPER.paper_id,
        cause="marigold tea",
        cause_type="Intervention",
        effect="fever",
        effect_type="Outcome",
        relation="decreases",
        direction=Direction.DECREASES,
        quote=Quote(
            passage_id=PassageId("passage_1"), char_start=start, char_end=start + len(text), text=text
        ),
        role=SentenceRole.RESULT,
        significant=None,
        estimates=estimates,
        confidence=0.9,
    )
    return base.model_copy(update=changes)


def ratio(point: Any = None, low: Any = None, high: Any = None, **more: Any) -> EffectEstimate:
    return EffectEstimate.model_construct(
        **{**EffectEstimate(measure=RATIO).model_dump(), "point": point, "low": low, "high": high, **more}
    )


def outcomes(rule: Any, proposal: Claim, where: ClaimContext | None = None) -> list[Outcome]:
    return [finding.outcome for finding in rule(proposal, where or context())]


DROP, REVIEW, REJECT = [Outcome.DROP_ESTIMATE], [Outcome.REVIEW], [Outcome.REJECT]
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


WITHOUT_RESULTS = {StudyDesign.PROTOCOL, StudyDesign.NARRATIVE_REVIEW}
MAY_SAY_CAUSES = {
    StudyDesign.RANDOMISED_TRIAL,
    StudyDesign.META_ANALYSIS,
    StudyDesign.SYSTEMATIC_REVIEW,
    StudyDesign.MENDELIAN_RANDOMISATION,
}


@pytest.mark.parametrize("design", StudyDesign)
def test_a_design_without_results_is_no_evidence(design: StudyDesign) -> None:
    expected = REJECT if design in WITHOUT_RESULTS else []
    assert outcomes(has_results, claim(), context(design=design)) == expected


@pytest.mark.parametrize(
    "design",
    [
        StudyDesign.COHORT,
        StudyDesign.CASE_CONTROL,
        StudyDesign.CROSS_SECTIONAL,
        StudyDesign.CASE_SERIES,
        StudyDesign.CASE_REPORT,
        StudyDesign.MODELLING,
        StudyDesign.UNKNOWN,
    ],
)
def test_a_design_without_intervention_says_associated_at_most(design: StudyDesign) -> None:
    assert outcomes(causal_word_allowed, claim(), context(design=design)) == REVIEW
    weaker = claim(relation="associated_with")
    assert outcomes(causal_word_allowed, weaker, context(design=design)) == []


@pytest.mark.parametrize("design", sorted(MAY_SAY_CAUSES))
def test_a_design_with_intervention_may_say_decreases(design: StudyDesign) -> None:
    assert outcomes(causal_word_allowed, claim(), context(design=design)) == []


BARE = "Fever and marigold tea: RR 2.00 (1.50 to 2.67)."


@pytest.mark.parametrize(
    ("direction", "numbers", "expected"),
    [
        (Direction.DECREASES, (2.0, 1.5, 2.67), REVIEW),
        (Direction.INCREASES, (0.5, 0.37, 0.67), REVIEW),
        (Direction.NO_DIFFERENCE, (2.0, 1.5, 2.67), REVIEW),
        (Direction.NO_DIFFERENCE, (1.1, 0.8, 1.5), []),
        (Direction.DECREASES, (1.1, 0.8, 1.5), []),
        (Direction.INCREASES, (2.0, 1.5, 2.67), []),
        (Direction.DECREASES, (0.5, 0.37, 0.67), []),
    ],
)
def test_a_clear_interval_points_the_way_the_claim_says(
    direction: Direction, numbers: tuple[float, float, float], expected: list[Outcome]
) -> None:
    proposal = claim(ratio(*numbers), text=BARE, start=0, direction=direction)
    assert outcomes(direction_agrees, proposal, context(passage(BARE))) == expected


@pytest.mark.parametrize(
    ("significant", "intervals", "expected"),
    [
        (True, [(0.9, 0.6, 1.35)], REVIEW),
        (False, [(0.5, 0.3, 0.82)], REVIEW),
        (True, [(0.9, 0.6, 1.35), (0.5, 0.3, 0.82)], []),
        (None, [(0.9, 0.6, 1.35)], []),
        (True, [], []),
    ],
)
def test_a_claim_of_significance_has_an_interval_for_it(
    significant: bool | None, intervals: list[tuple[float, float, float]], expected: list[Outcome]
) -> None:
    proposal = claim(*(ratio(*numbers) for numbers in intervals), significant=significant)
    assert outcomes(significance_agrees, proposal) == expected


def test_a_refusal_outranks_a_flag_that_came_before_it() -> None:
    background = "BACKGROUND: Marigold tea is said to reduce fever."
    words = background.split(": ", 1)[1]
    proposal = claim(text=words, start=12, confidence=0.9, relation="cures")
    decision = decide(proposal, context(passage(background)))
    rules = [finding.rule for finding in decision.findings]
    assert rules.index("quote_role") < rules.index("known_relation")
    assert (decision.decision, decision.rule) == (Decision.REJECTED, "known_relation")


def test_what_a_rule_drops_is_not_in_the_claim_as_admitted() -> None:
    decision = decide(claim(ratio(0.5, 0.3, 0.82), ratio(0.51)), context())
    assert [estimate.point for estimate in decision.claim.estimates] == [0.5]
