"""BM25 by hand: rare words weigh more, repetition counts less and less, length softens."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aitia.words.bm25 import length_norm, rarity, weight


@pytest.mark.parametrize(
    ("texts", "holding", "expected"),
    [(10, 0.0, math.log(22)), (10, 1.0, math.log(1 + 9.5 / 1.5)), (10, 10.0, math.log(1 + 0.5 / 10.5))],
)
def test_a_word_is_worth_its_rarity_and_never_less_than_nothing(
    texts: int, holding: float, expected: float
) -> None:
    assert rarity(texts, holding) == pytest.approx(expected)
    assert rarity(texts, holding) > 0


@pytest.mark.parametrize(("length", "expected"), [(0.0, 0.3), (50.0, 0.75), (100.0, 1.2), (200.0, 2.1)])
def test_a_text_of_mean_length_is_softened_by_k1(length: float, expected: float) -> None:
    assert length_norm(length, 100.0) == pytest.approx(expected)


def test_repeating_a_word_counts_less_and_less_up_to_k1_plus_one() -> None:
    often = np.array([0.0, 1.0, 2.0, 1e9])
    found = weight(np.full(4, 2.0), often, np.full(4, 1.2))
    assert found == pytest.approx([0.0, 2.0, 2 * 2 * 2.2 / 3.2, 4.4])
