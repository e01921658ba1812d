"""Sentences with a marked cause and effect."""

from hypothesis import given
from hypothesis import strategies as st

from aitia.pairs.marked import masked, read_marked, sentence_features


def test_marks_give_both_things_and_the_words_between() -> None:
    pair = read_marked("In <e2> T47D </e2> cells , <e1> Bax </e1> was up .", "Bax", "T47D")
    assert pair.text[slice(*pair.cause)] == "Bax"
    assert pair.text[slice(*pair.effect)] == "T47D"
    assert pair.effect_first
    assert pair.whole
    assert masked(pair).split() == ["In", "effect", "cells", ",", "cause", "was", "up", "."]


def test_without_marks_the_nearest_places_of_the_names_count() -> None:
    text = "Fever was common. After aspirin the fever fell; ASPIRIN is cheap."
    pair = read_marked(text, "aspirin", "fever")
    assert text[slice(*pair.cause)] == "aspirin"
    assert pair.cause[0] < pair.effect[0] < text.index("fell")


def test_a_name_inside_another_word_is_not_that_name() -> None:
    assert read_marked("The reaspirinated fevers", "aspirin", "fever").whole is False


def test_nested_marks_are_read_and_are_not_apart() -> None:
    pair = read_marked("of <e1> <e2> breast cancer </e2> sulfatase </e1> activity", "x", "breast cancer")
    assert pair.text[slice(*pair.cause)] == "breast cancer  sulfatase"
    assert pair.text[slice(*pair.effect)] == "breast cancer"
    assert not pair.whole


def test_the_names_themselves_are_no_features_but_the_direction_is() -> None:
    forward = sentence_features(read_marked("<e1>smoke</e1> causes <e2>cough</e2>", "smoke", "cough"))
    backward = sentence_features(read_marked("<e2>smoke</e2> causes <e1>cough</e1>", "cough", "smoke"))
    assert not any("smoke" in feature or "cough" in feature for feature in forward)
    assert forward != backward
    assert "between:<cause>_caus_<effect>" in forward


@given(st.text(max_size=200), st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_read_and_its_spans_lie_inside(sentence: str, cause: str, effect: str) -> None:
    pair = read_marked(sentence, cause, effect)
    for start, end in (pair.cause, pair.effect):
        assert 0 <= start <= end <= len(pair.text)
    assert sentence_features(pair)
