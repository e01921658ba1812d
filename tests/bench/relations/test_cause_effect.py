"""Cause and effect between two marked things."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.relations.cause_effect import cause_effect


def read(sentence: str, first: str, second: str) -> tuple[float, float, float]:
    a, b = sentence.index(first), sentence.index(second)
    answer = cause_effect(sentence, (a, a + len(first)), (b, b + len(second)))
    return answer.first_causes_second, answer.second_causes_first, answer.neither


def test_the_active_voice_names_the_cause_first() -> None:
    first, second, neither = read("The storm caused severe flooding in the valley.", "storm", "flooding")
    assert first > max(second, neither)


def test_the_passive_voice_names_the_effect_first() -> None:
    first, second, neither = read("The flooding was caused by a storm in the hills.", "flooding", "storm")
    assert second > max(first, neither)


def test_kinds_of_things_tell_where_the_words_between_do_not() -> None:
    earthquake = read("The damage from the earthquake was great.", "damage", "earthquake")
    town = read("The teacher from the village was great.", "teacher", "village")
    assert earthquake[1] > 0.5 > town[1]


def test_things_in_things_are_neither() -> None:
    first, second, neither = read("The apples were put into a basket by the door.", "apples", "basket")
    assert neither > max(first, second)


def test_spans_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="must lie in order"):
        cause_effect("a b", (2, 3), (0, 1))


@settings(max_examples=50)
@given(st.text(min_size=5, max_size=200))
def test_probabilities_add_up(sentence: str) -> None:
    answer = cause_effect(sentence, (0, 1), (2, 3))
    total = answer.first_causes_second + answer.second_causes_first + answer.neither
    assert total == pytest.approx(1.0)
