"""A hazard ratio for a time or a survival turns the other way than one of the event that ends it."""

from __future__ import annotations

import pytest

from aitia.evidence.relations.studies import study_evidence
from aitia.model.claim import Claim
from aitia.model.evidence import StandardEstimate, StudyEvidence
from aitia.model.scales import Direction, EffectMeasure, Polarity
from aitia.question import Question
from tests.aitia.conftest import Make
from tests.validators.accepted import context
from validators.direction import direction_agrees
from validators.findings import Outcome

HR, RR = EffectMeasure.HAZARD_RATIO, EffectMeasure.RISK_RATIO
UP, DOWN = Direction.INCREASES, Direction.DECREASES
GOOD, BAD = Polarity.BENEFICIAL, Polarity.HARMFUL


def row(
    make: Make,
    question: Question,
    effect: str,
    ratio: tuple[float, float, float],
    direction: Direction,
    polarity: Polarity,
    measure: EffectMeasure = HR,
) -> tuple[StudyEvidence, StandardEstimate]:
    claim = make.claim("adams", ratio, effect=effect, direction=direction, polarity=polarity, measure=measure)
    study = study_evidence(question, [claim])[0]
    assert study.estimate is not None
    return study, study.estimate


def test_fewer_deaths_is_more_survival(make: Make) -> None:
    asked = make.question(outcome="overall survival", outcome_polarity=GOOD)
    found, estimate = row(make, asked, "overall survival", (0.7, 0.6, 0.8), UP, GOOD)
    assert (found.direction, round(estimate.point, 3), found.significant) == (UP, 1.429, True)
    assert estimate.low == pytest.approx(1 / 0.8)
    assert "turned from the event that ends it to the outcome" in estimate.assumptions


def test_sooner_healing_is_less_time_to_it(make: Make) -> None:
    asked = make.question(outcome="time to healing", outcome_polarity=BAD)
    found, estimate = row(make, asked, "time to healing", (1.5, 1.2, 1.9), DOWN, BAD)
    assert (found.direction, round(estimate.point, 3)) == (DOWN, 0.667)


def test_asked_of_the_event_the_ratio_is_as_printed(make: Make) -> None:
    deaths = make.question(outcome="death", outcome_polarity=BAD)
    found, estimate = row(make, deaths, "overall survival", (0.7, 0.6, 0.8), UP, GOOD)
    assert (found.direction, estimate.point) == (DOWN, 0.7)
    healing = make.question(outcome="healing", outcome_polarity=GOOD)
    found, estimate = row(make, healing, "time to healing", (1.5, 1.2, 1.9), DOWN, BAD)
    assert (found.direction, estimate.point) == (UP, 1.5)


def test_a_risk_ratio_of_survival_is_one_of_surviving(make: Make) -> None:
    asked = make.question(outcome="survival", outcome_polarity=GOOD)
    found, estimate = row(make, asked, "survival", (1.2, 1.1, 1.3), UP, GOOD, RR)
    assert (found.direction, estimate.point) == (UP, 1.2)


@pytest.mark.parametrize(
    ("effect", "direction", "agrees"),
    [
        ("time to healing", DOWN, True),
        ("time to healing", UP, False),
        ("healing", UP, True),
        ("healing", DOWN, False),
    ],
)
def test_the_rule_of_direction_knows_what_the_ratio_is_of(
    make: Make, effect: str, direction: Direction, agrees: bool
) -> None:
    claim: Claim = make.claim("adams", (1.5, 1.2, 1.9), effect=effect, direction=direction, measure=HR).claim
    found = [finding.outcome for finding in direction_agrees(claim, context())]
    assert found == ([] if agrees else [Outcome.REVIEW])
