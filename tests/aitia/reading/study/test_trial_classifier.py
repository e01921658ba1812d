"""Reports of randomised trials are told from other papers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.reading.study.trial_classifier import trial_probability


def test_a_trial_report_is_probably_a_trial() -> None:
    abstract = (
        "METHODS: We randomly assigned 212 patients to lesurad or placebo, double-blind, for 12 weeks. "
        "RESULTS: Flares fell more with lesurad than with placebo (P = 0.01)."
    )
    assert trial_probability("Lesurad in gout: a randomised, placebo-controlled trial", abstract) > 0.9


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        (
            "Coffee and gout: a retrospective cohort study",
            "We followed 9,000 nurses and counted new cases of gout.",
        ),
        ("A case of gout in a wolf", "We report a wolf with a swollen joint."),
        ("Treatments for gout: a systematic review", "We searched MEDLINE for randomised controlled trials."),
        ("", ""),
    ],
)
def test_other_papers_probably_are_not(title: str, abstract: str) -> None:
    assert trial_probability(title, abstract) < 0.5


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_gets_a_probability_and_always_the_same(title: str, abstract: str) -> None:
    probability = trial_probability(title, abstract)
    assert 0.0 <= probability <= 1.0
    assert trial_probability(title, abstract) == probability


def test_a_very_long_text_is_cut() -> None:
    start = "randomly assigned " * 2_000
    assert trial_probability("", start + "x" * 200_000) == trial_probability("", start)
