"""The order of arms: exchanging them turns every feature, whatever they are called."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from aitia.reading.trained.order import natural_features, natural_probability

NAMES = st.text(st.sampled_from("abcdefgh 12"), min_size=1, max_size=25)


@given(first=NAMES, second=NAMES, own=NAMES, rival=NAMES)
def test_exchanging_the_arms_gives_the_complement(first: str, second: str, own: str, rival: str) -> None:
    asked = AskedOutcome(first, second, "pain")
    weights = network().weights["order"][:18]
    straight = natural_features(asked, own, rival, f"{own} or {rival}", None)
    crossed = natural_features(asked.turned(), own, rival, f"{own} or {rival}", None)
    np.testing.assert_allclose(straight, -crossed, atol=1e-12)
    total = natural_probability(straight, weights) + natural_probability(crossed, weights)
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    ("first", "second", "natural"),
    [
        ("aspirin", "placebo", True),
        ("placebo", "aspirin", False),
        ("no treatment", "low-dose aspirin", False),
    ],
)
def test_arms_in_the_papers_words_are_told_apart(first: str, second: str, natural: bool) -> None:
    features = natural_features(
        AskedOutcome(first, second, "stroke"), "aspirin", "placebo", "Aspirin or placebo for stroke", None
    )
    assert (natural_probability(features, network().weights["order"][:18]) > 0.5) is natural
