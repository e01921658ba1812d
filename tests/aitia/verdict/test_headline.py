"""The headline agrees with how many things act and how many studies tell."""

from __future__ import annotations

import re

import pytest

from aitia.evidence.effects.convert import AbsoluteEffect
from aitia.evidence.relations import grade_relations
from aitia.model.evidence import AcceptedClaim
from aitia.model.scales import Conclusion, Direction, Likelihood, StudyDesign
from aitia.verdict import conclude
from aitia.verdict.headline import describe_absolute
from tests.aitia.conftest import Make


def _headline(make: Make, intervention: str, claims: list[AcceptedClaim]) -> str:
    question = make.question(intervention=intervention)
    return conclude(question, grade_relations(question, claims), []).headline


@pytest.mark.parametrize(
    ("intervention", "verb"),
    [
        ("statins", "reduce "),
        ("SSRIs", "reduce "),
        ("vitamin D and calcium", "reduce "),
        ("therapies for sleep", "reduce "),
        ("aspirin", "reduces "),
        ("use of statins", "reduces "),
        ("mindfulness", "reduces "),
        ("diabetes", "reduces "),
    ],
)
def test_the_verb_agrees_with_what_acts(make: Make, intervention: str, verb: str) -> None:
    small = [make.claim("lone", n=30, significant=True)]
    assert f"{intervention} {verb}" in _headline(make, intervention, small)


def test_one_study_is_not_called_studies(make: Make) -> None:
    lone = _headline(make, "the drug", [make.claim("lone", n=30, significant=True)])
    assert "The one study that counts points to a reduction" in lone
    none = make.claim("lone", n=30, direction=Direction.NO_DIFFERENCE, relation="has_no_effect_on")
    assert "The one study that counts found no significant difference" in _headline(make, "the drug", [none])
    two = [make.claim(name, n=30, significant=True) for name in ("first", "second")]
    assert "The studies point to a reduction" in _headline(make, "the drug", two)


def test_studies_that_do_not_agree_are_not_said_to_have_found_no_difference(make: Make) -> None:
    same = [
        make.claim(f"n{k}", n=400, direction=Direction.NO_DIFFERENCE, relation="has_no_effect_on")
        for k in range(4)
    ]
    less = make.claim("less", n=60)
    told = _headline(make, "the drug", [*same, less])
    assert (
        "The studies together show no significant difference in the event; 4 of 5 found no significant "
        "difference, 1 of 5 found a reduction ("
    ) in told, told
    assert "The studies found no significant difference in the event" in _headline(make, "the drug", same)


def test_what_each_found_stands_behind_the_pool_and_one_review_speaks_for_all(make: Make) -> None:
    trials = [
        make.claim("wide", (1.05, 0.85, 1.30), n=2_000),
        make.claim("less", (0.70, 0.50, 0.98), n=600),
        make.claim("more", (1.20, 0.80, 1.80), n=600),
    ]
    told = _headline(make, "the drug", trials)
    assert re.search(r"in the event: RR 0\.\d\d \(95% CI [\d. to]+\); .* of 3 found ", told), told
    reviews = [
        make.claim("large", (0.95, 0.60, 1.60), n=9_000, design=StudyDesign.META_ANALYSIS),
        make.claim("small", (0.70, 0.50, 0.90), n=900, design=StudyDesign.META_ANALYSIS),
    ]
    assert "The review that speaks for all found no significant difference in the event: RR 0.95" in (
        _headline(make, "the drug", reviews)
    )


def test_what_the_studies_point_to_without_settling_it_is_called_probable(make: Make) -> None:
    trials = [make.claim(name, n=300, significant=True) for name in ("first", "second")]
    question = make.question(intervention="the drug")
    verdict = conclude(question, grade_relations(question, trials), [])
    assert (verdict.conclusion, verdict.likelihood) == (Conclusion.UNCLEAR, Likelihood.PROBABLE)
    told = verdict.headline
    assert told.startswith("It is probable, but not established, that the drug reduces "), told
    against = [
        make.claim(name, n=300, significant=True, direction=Direction.INCREASES, relation="increases")
        for name in ("first", "second")
    ]
    other = conclude(question, grade_relations(question, against), []).headline
    assert "It is unclear whether the drug reduces " in other


def test_events_per_thousand_are_whole_ones_from_ten_on_and_not_below() -> None:
    told = describe_absolute(AbsoluteEffect(72.07, -33.24, -60.02, 53.04))
    assert told == "33 fewer per 1,000 (from 60 fewer to 53 more), at 72 per 1,000 without it"
    few = describe_absolute(AbsoluteEffect(9.3, 1.234, 0.02, 9.7))
    assert few == "1.23 more per 1,000 (from 0.02 more to 10 more), at 9.30 per 1,000 without it"


def test_a_part_of_the_studies_leads_only_with_a_ratio_that_shows_what_is_said(make: Make) -> None:
    told = [make.claim(name, n=600, significant=True) for name in ("first", "second", "third", "fourth")]
    for low, high, leads in ((0.40, 1.05, False), (0.40, 0.95, True)):
        printed = make.claim("fifth", (0.65, low, high), n=200)
        headline = _headline(make, "the drug", [*told, printed])
        assert headline.startswith("The drug "), headline
        assert (f"RR 0.65 (95% CI {low:.2f} to {high:.2f}) in the 1 of 5 that print it" in headline) is leads
