"""Designs, directions, significance and which finding decides, on both sides of each limit."""

from __future__ import annotations

import pytest

from aitia.model.scales import Decision, Direction, StudyDesign
from tests.validators.marigold import (
    REJECT,
    REVIEW,
    claim,
    context,
    outcomes,
    passage,
    ratio,
)
from validators.decide import decide
from validators.design import causal_word_allowed, has_results
from validators.direction import direction_agrees, significance_agrees
from validators.findings import Outcome

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
