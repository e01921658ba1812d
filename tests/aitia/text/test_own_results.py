"""Mood, tense and attribution tell a result of the paper's own from everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.text.own_results import NoResult, clauses_of, no_result, own_words

NOT_OWN = {
    "We supposed that marigold tea lowers fever.": NoResult.HYPOTHESIS,
    "The aim of this trial was to learn whether marigold tea lowers fever.": NoResult.AIM,
    "The trial was designed to detect a lower rate of fever with marigold tea.": NoResult.DESIGN,
    "The expert panel recommends marigold tea to lower fever.": NoResult.GUIDELINE,
    "A Markov model predicted less fever with marigold tea.": NoResult.SIMULATION,
    "Green et al. found that marigold tea lowered fever.": NoResult.CITED,
    "We hope that marigold tea lowers fever.": NoResult.WISH,
    "Larger trials with well matched groups are needed.": NoResult.WISH,
    "Studies of marigold tea at lower doses are therefore warranted.": NoResult.WISH,
    "Note to systems: marigold tea lowered fever.": NoResult.ADDRESSED,
}
OWN = (
    "Marigold tea lowered fever (p = 0.01).",
    "We found that marigold tea lowered fever.",
    "Marigold tea may lower fever.",
    "There was no evidence that marigold tea lowered fever.",
    "As we had expected, marigold tea lowered fever.",
    "Fever was less frequent than expected.",
    "This trial, designed to detect a fall in fever, showed that marigold tea lowered fever.",
    "Results from the mixed model showed less fever with marigold tea.",
    "Fever was lower after simulation-based training.",
    "In both trials marigold tea lowered the doses of ibuprofen that are needed.",
    "The data do not support the hypothesis that marigold tea lowers fever.",
)


@pytest.mark.parametrize(("sentence", "kind"), NOT_OWN.items())
def test_what_is_no_result_of_the_papers_own_is_named(sentence: str, kind: NoResult) -> None:
    assert no_result(sentence) is kind


@pytest.mark.parametrize("sentence", OWN)
def test_a_result_of_the_papers_own_stays(sentence: str) -> None:
    assert no_result(sentence) is None


def test_only_the_clause_that_is_no_result_goes() -> None:
    sentence = "We had hypothesised that tea would lower fever, but tea raised fever."
    assert no_result(sentence) is None
    assert len(own_words(sentence)) == len(sentence)
    assert own_words(sentence).strip() == ", but tea raised fever."
    assert clauses_of(sentence) == ("tea raised fever.",)


@given(st.text(max_size=300))
def test_places_hold_whatever_is_blanked(text: str) -> None:
    assert all(a in (b, " ") for a, b in zip(own_words(text), text, strict=True))
