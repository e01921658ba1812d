"""A hazard ratio for a time or a survival is one of the event that ends it."""

from __future__ import annotations

import pytest

from aitia.domains.timed import counts_what_ends_it
from aitia.model.scales import EffectMeasure

HR, RR = EffectMeasure.HAZARD_RATIO, EffectMeasure.RISK_RATIO


@pytest.mark.parametrize(
    "outcome",
    [
        "overall survival", "relapse-free survival", "graft survival at 3 years", "time to union",
        "median time to discharge", "wound closure time", "time from surgery to first walk", "length of stay",
        "length of intensive care stay", "duration of cough", "days to negative culture",
        "symptom\u2010free interval", "life expectancy", "days in hospital",
    ],
)  # fmt: skip
def test_times_and_survivals_are_ended_by_an_event(outcome: str) -> None:
    assert counts_what_ends_it(outcome, HR)
    assert counts_what_ends_it(outcome, EffectMeasure.RATE_RATIO)
    assert not counts_what_ends_it(outcome, RR), "a risk ratio of survival is one of surviving"


@pytest.mark.parametrize(
    "outcome",
    [
        "fracture", "death", "death at any time", "stroke within 12 months of surgery", "discharge", "union",
        "relapse for the first time", "rate of discharge", "risk of a longer hospital stay",
        "death over survival time", "mortality during the study period", "pain",
    ],
)  # fmt: skip
def test_events_are_what_their_hazard_ratio_counts(outcome: str) -> None:
    assert not counts_what_ends_it(outcome, HR)
