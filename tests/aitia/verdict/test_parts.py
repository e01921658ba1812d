"""The parts beside the conclusion: how numbers are printed, what is the baseline, which effects are shown."""

from __future__ import annotations

import math
from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.evidence.relations.models import GradedRelation
from aitia.model.claim import ArmCounts
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction, EffectMeasure, Polarity
from aitia.verdict.parts import (
    absolute_of,
    comparator_risk,
    describe_finding,
    harms_of,
    number,
    outcomes_of,
    p_words,
    polarity_of,
)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0.0, "0"),
        (0.8, "0.80"),
        (0.1, "0.10"),
        (0.0999, "0.0999"),
        (0.01234, "0.0123"),
        (-0.05, "-0.05"),
        (12.345, "12.35"),
        (math.inf, "inf"),
    ],
)
def test_a_number_has_two_decimals_or_three_digits(value: float, printed: str) -> None:
    assert number(value) == printed


@pytest.mark.parametrize(
    ("p", "printed"), [(0.0009, "< 0.001"), (0.001, "= 0.001"), (0.0344, "= 0.034"), (0.5, "= 0.5")]
)
def test_a_p_value_is_printed_as_papers_do(p: float, printed: str) -> None:
    assert p_words(p) == printed


def counted(make: Any, name: str, counts: tuple[int, int, int, int] | None) -> Any:
    estimate = make.estimate()
    if counts is None:
        return make.study(name, estimate=estimate)
    keys = ("events_intervention", "total_intervention", "events_comparator", "total_comparator")
    arms = ArmCounts(**dict(zip(keys, counts, strict=True)))
    return make.study(name, estimate=estimate.model_copy(update={"counts": arms}))


@pytest.mark.parametrize(
    ("counts", "risk"),
    [
        ([(1, 100, 10, 100)], 0.1),
        ([(1, 100, 10, 100), (90, 300, 30, 300)], 0.1),
        ([(1, 100, 10, 100), None], 0.1),
        ([None], None),
        ([(0, 50, 0, 50)], None),
        ([(9, 50, 50, 50)], None),
    ],
)
def test_the_risk_at_baseline_is_that_of_the_comparator_arms(
    make: Any, counts: list[tuple[int, int, int, int] | None], risk: float | None
) -> None:
    found = comparator_risk([counted(make, str(i), item) for i, item in enumerate(counts)])
    assert found == (None if risk is None else pytest.approx(risk))


def main_of(make: Any, *claims: Any, **question: Any) -> GradedRelation:
    return grade_relations(make.question(**question), claims)[0]


def test_an_absolute_effect_needs_a_risk_and_a_pool_of_that_direction(make: Any) -> None:
    stated = make.claim("ames", (0.5, 0.4, 0.7), counts=(50, 1000, 100, 1000))
    shown = absolute_of(main_of(make, stated))
    assert shown is not None
    assert shown.difference < 0
    assert absolute_of(main_of(make, make.claim("ames", (0.5, 0.4, 0.7)))) is None
    assert absolute_of(None) is None
    relation = main_of(make, stated)
    assert relation.body is not None
    mean = make.pooled(measure=EffectMeasure.MEAN_DIFFERENCE, point=-2.0, low=-3.0, high=-1.0)
    of_means = relation.body.model_copy(update={"pooled": mean})
    assert absolute_of(relation.model_copy(update={"groups": (of_means,)})) is None
    other_way = relation.body.model_copy(update={"direction": Direction.INCREASES})
    assert absolute_of(relation.model_copy(update={"groups": (other_way,)})) is None


@pytest.mark.parametrize(
    ("direction", "k", "studies", "words"),
    [
        (Direction.DECREASES, 2, 2, "a reduction in stroke, RR 0.80 (95% CI 0.70 to 0.90)"),
        (
            Direction.DECREASES,
            2,
            5,
            "a reduction in stroke, RR 0.80 (95% CI 0.70 to 0.90) (pool of the 2 of 5 that print one)",
        ),
        (
            Direction.INCREASES,
            2,
            5,
            "RR 0.80 (95% CI 0.70 to 0.90) in the 2 of 5 that print one; "
            "all studies together, an increase in stroke",
        ),
        (
            Direction.NO_DIFFERENCE,
            2,
            2,
            "RR 0.80 (95% CI 0.70 to 0.90) in those that print one; "
            "all studies together, no significant difference in stroke",
        ),
    ],
)
def test_a_pool_is_told_apart_where_all_studies_say_otherwise(
    make: Any, direction: Direction, k: int, studies: int, words: str
) -> None:
    assert describe_finding(direction, "stroke", make.pooled(k=k), studies) == words


def test_harms_that_were_shown_come_first_and_only_studied_ones_count(make: Any) -> None:
    main = make.claim("ames", (0.5, 0.4, 0.7))
    bleeding = make.claim("bell", (1.6, 1.3, 2.0), role=OutcomeRole.HARM, effect="bleeding",
                          direction=Direction.INCREASES)  # fmt: skip
    nausea = make.claim("cole", (1.0, 0.9, 1.1), role=OutcomeRole.HARM, effect="nausea",
                        direction=Direction.NO_DIFFERENCE)  # fmt: skip
    relations = grade_relations(make.question(), [main, nausea, bleeding])
    assert [harm.outcome for harm in harms_of(relations)] == ["bleeding", "nausea"]
    assert outcomes_of(relations) == ()


def test_surrogates_and_other_outcomes_are_listed_and_told_apart(make: Any) -> None:
    main = make.claim("ames", (0.5, 0.4, 0.7))
    other = make.claim("bell", (0.6, 0.5, 0.8), role=OutcomeRole.OTHER, effect="days in bed")
    surrogate = make.claim("cole", (0.6, 0.5, 0.8), role=OutcomeRole.SURROGATE, effect="a marker")
    found = outcomes_of(grade_relations(make.question(), [main, other, surrogate]))
    assert {row.outcome: row.surrogate for row in found} == {"days in bed": False, "a marker": True}


@pytest.mark.parametrize(
    ("polarities", "expected"),
    [
        ([Polarity.HARMFUL, Polarity.UNKNOWN], Polarity.HARMFUL),
        ([Polarity.HARMFUL, Polarity.BENEFICIAL], Polarity.UNKNOWN),
        ([Polarity.UNKNOWN], Polarity.UNKNOWN),
        ([Polarity.BENEFICIAL], Polarity.BENEFICIAL),
    ],
)
def test_the_polarity_is_known_where_studies_do_not_disagree(
    make: Any, polarities: list[Polarity], expected: Polarity
) -> None:
    studies = tuple(make.study(str(i), outcome_polarity=p) for i, p in enumerate(polarities))
    relation = main_of(make, make.claim("ames")).model_copy(update={"studies": studies})
    assert polarity_of(relation) is expected
    assert polarity_of(None) is Polarity.UNKNOWN
