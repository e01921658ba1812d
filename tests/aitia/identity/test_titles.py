"""Titles: variants of one title share a key, other titles do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.identity import normalise_title
from aitia.identity.titles import family_name


@pytest.mark.parametrize(
    "variant",
    [
        "Effect of β-carotene & zinc on long-term survival: a randomised trial",
        "EFFECT OF BETA-CAROTENE AND ZINC ON LONG-TERM SURVIVAL: A RANDOMISED TRIAL.",
        "Effect of <i>β</i>-carotene &amp; zinc on long term survival — a randomised trial",
        "[Effect of β‐carotene and zinc on long–term survival: a randomised trial.]",
        "Effect  of\nβ-carotene and zinc on longterm survival (a randomised trial)",
        "Retracted: Effect of β-carotene and zinc on long-term survival: a randomised trial",
        "RETRACTED ARTICLE: Effect of β-carotene and zinc on long-term survival: a randomised trial",
    ],
)
def test_variants_of_one_title_are_one(variant: str) -> None:
    title = "Effect of beta-carotene and zinc on long-term survival: a randomised trial"
    assert normalise_title(variant) == normalise_title(title)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zinc for colds", "Zinc for coughs"),
        ("Zinc for colds", "Correction: Zinc for colds"),
        ("Zinc for colds", "Retraction: Zinc for colds"),
        ("Zinc for colds: part 1", "Zinc for colds: part 2"),
        ("Zinc increases survival", "Zinc decreases survival"),
    ],
)
def test_other_titles_stay_apart(one: str, other: str) -> None:
    assert normalise_title(one) != normalise_title(other)


@pytest.mark.parametrize(
    "author", ["Müller-Lang J", "Müller-Lang, Jörg", "Jörg Müller-Lang", "Muller-Lang JK"]
)
def test_a_first_author_is_recognised_in_every_order(author: str) -> None:
    assert family_name(author) == "mullerlang"


@given(st.text(max_size=300))
def test_a_key_has_only_letters_and_digits_and_is_stable(title: str) -> None:
    key = normalise_title(title)
    assert key == "" or key.isalnum()
    assert isinstance(family_name(title), str)
