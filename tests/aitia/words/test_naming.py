"""Names of nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.words.naming import canonical_name, node_id


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("3D Gaussian Splatting", "3d_gaussian_splatting"),
        ("Vitamin D3 (cholecalciferol)", "vitamin_d3_cholecalciferol"),
        ("Ménière’s disease", "meniere_s_disease"),
        ("TNF-α", "tnf_α"),
        ("—", ""),
    ],
)
def test_a_name_is_lower_case_words_joined_by_underscores(text: str, name: str) -> None:
    assert canonical_name(text) == name


@given(st.text(max_size=300))
def test_a_canonical_name_is_its_own_canonical_name(text: str) -> None:
    once = canonical_name(text)
    assert canonical_name(once) == once


def test_the_same_name_of_another_type_is_another_node() -> None:
    assert node_id("Outcome", "asthma") != node_id("Condition", "asthma")
