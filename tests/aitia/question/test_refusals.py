"""What cannot be read is refused with what was understood and how to rephrase."""

from __future__ import annotations

import pytest

from aitia.question import QuestionError, read_question


def refused(text: str) -> QuestionError:
    with pytest.raises(QuestionError) as caught:
        read_question(text)
    return caught.value


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b"])
def test_an_empty_question_is_refused(text: str) -> None:
    assert "empty" in str(refused(text))


@pytest.mark.parametrize(
    "text",
    [
        "What is vitamin D?",
        "Who discovered aspirin?",
        "When was penicillin found?",
        "How many people take statins?",
        "How common is gout?",
        "Describe the liver.",
        "What are the symptoms of measles?",
        "Who invented a drug that reduces mortality?",
    ],
)
def test_a_descriptive_question_is_told_from_a_causal_one(text: str) -> None:
    error = refused(text)
    assert error.understood["wording"] == "descriptive"
    assert "for example" in str(error)


@pytest.mark.parametrize("text", ["Hello", "Is the sky blue?", "SELECT * FROM papers; DROP TABLE papers"])
def test_text_without_causal_wording_is_refused(text: str) -> None:
    assert refused(text).understood["wording"] == "not causal"


def test_a_question_of_5000_characters_is_refused_with_the_limit() -> None:
    error = refused("Does aspirin reduce " + "very " * 1_000 + "bad headaches?")
    assert "5,03" in str(error)
    assert "2,000" in str(error)
    assert len(str(error)) < 500


@pytest.mark.parametrize(
    "text", ["Does aspirin\x00 reduce pain?", "Does aspirin \x1b[31mreduce pain?", "\u202eDoes A cause B?"]
)
def test_control_and_hidden_characters_are_refused_by_position(text: str) -> None:
    assert "U+" in str(refused(text))


@pytest.mark.parametrize("text", ["42", "?!", "1 -> 2"])
def test_text_without_words_is_refused(text: str) -> None:
    assert "No words" in str(refused(text))


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("What causes diabetes?", {"outcome": "diabetes"}),
        ("What is the best treatment for migraine?", {"outcome": "migraine"}),
        ("What are the benefits of aspirin?", {"intervention": "aspirin"}),
        ("Does aspirin work?", {"intervention": "aspirin"}),
        ("Is aspirin healthy?", {"intervention": "aspirin"}),
        ("Does aspirin reduce?", {"intervention": "aspirin"}),
        ("Does it cause cancer?", {"kind": "effect", "outcome": "cancer"}),
        ("Is vitamin D good for you?", {"kind": "effect", "intervention": "vitamin D"}),
        (
            "Is pain higher, lower, or the same when comparing ice?",
            {"kind": "comparison", "intervention": "ice", "outcome": "pain"},
        ),
        (
            "Is ice better than heat?",
            {"kind": "comparison", "intervention": "ice", "comparator": "heat"},
        ),
        (
            "Is higher, lower, or the same when comparing ice to heat?",
            {"kind": "comparison", "intervention": "ice", "comparator": "heat"},
        ),
    ],
)
def test_the_half_that_was_understood_is_named(text: str, understood: dict[str, str]) -> None:
    error = refused(text)
    assert error.understood == understood
    for value in understood.values():
        assert value in str(error)


def test_a_thing_does_not_cause_itself() -> None:
    assert "the same" in str(refused("Does pain cause pain?"))
