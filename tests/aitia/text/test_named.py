"""A thing is named by its telling words, its initials or its abbreviation."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.text.named import is_named, plain


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("rate of wound infection", "Infected wounds were fewer."),
        ("overall lymphocyst formation", "Lymphocysts were seen in three women."),
        ("six-minute walk distance (6MWD)", "The 6MWD rose by 35 m."),
        ("early palliative care", "EPC did better than usual care."),
        ("iCCM illness", "Integrated community case management of fever was tried."),
        ("treatment", "Nothing else is told by that name."),
    ],
)
def test_named(name: str, near: str) -> None:
    assert is_named(name, near)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("activities of daily living", "Memory improved in both groups."),
        ("aspirin", "Clopidogrel lowered the risk of stroke."),
        ("six-minute walk distance (6MWD)", "Grip strength rose."),
        ("iCCM", "Integrated care of common maladies was tried."),
        ("CBT", "Costs before treatment were the same."),
    ],
)
def test_not_named(name: str, near: str) -> None:
    assert not is_named(name, near)


def test_an_abbreviation_counts_where_the_paper_explains_it() -> None:
    assert is_named("nurse-led titration", "NLT was quicker.", "We tested nurse-led titration (NLT) at home.")


@given(st.text(max_size=40) | st.text(alphabet=st.characters(max_codepoint=127), max_size=40))
def test_case_and_accents_are_folded_alike_in_plain_and_in_any_letters(text: str) -> None:
    folded = unicodedata.normalize("NFKD", text).casefold()
    assert plain(text) == "".join(c for c in folded if not unicodedata.combining(c))
