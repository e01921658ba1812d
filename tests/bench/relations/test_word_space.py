"""Words that are alike stand near each other and often share a group."""

from __future__ import annotations

import numpy as np

from bench.relations.word_space import DIMENSIONS, SIZES, word_groups, word_vector


def _likeness(first: str, second: str) -> float:
    a, b = word_vector(first), word_vector(second)
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def test_like_words_are_nearer_than_unlike_ones() -> None:
    assert _likeness("earthquake", "tsunami") > _likeness("earthquake", "teacher") + 0.2


def test_a_word_has_a_group_in_every_clustering() -> None:
    groups = word_groups("storm")
    assert groups is not None
    assert all(0 <= group < size for group, size in zip(groups, SIZES, strict=True))


def test_an_ending_does_not_make_a_word_unknown() -> None:
    assert np.array_equal(word_vector("avalanches"), word_vector("avalanche"))


def test_an_unknown_word_has_no_group_and_the_zero_vector() -> None:
    assert word_groups("zzqqx") is None
    assert word_vector("zzqqx").tolist() == [0.0] * DIMENSIONS
