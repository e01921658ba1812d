"""Words of change inside an arm's name say nothing of the outcome."""

from __future__ import annotations

from aitia.reading.paper.arms import make_names, mark_roles
from aitia.reading.statements.arm_cues import quiet_arms
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.direction_cues import is_cue

NAMES = make_names("early surgery", "delayed surgery", "mortality")


def _quiet(sentence: str) -> str:
    return quiet_arms(sentence, NAMES, mark_roles(sentence, NAMES))


def test_the_name_of_an_arm_is_blotted_out_and_every_offset_stays() -> None:
    sentence = "Mortality was 12% in the delayed surgery group."
    assert is_cue("delayed")
    assert _quiet(sentence) == "Mortality was 12% in the xxxxxxx surgery group."
    assert read_statements(_quiet(sentence)) == ()


def test_a_change_that_names_no_arm_stays() -> None:
    sentence = "The operation delayed recovery."
    assert _quiet(sentence) == sentence


def test_a_sentence_without_such_a_name_is_the_same_object() -> None:
    sentence = "Early surgery reduced mortality."
    assert _quiet(sentence) is sentence
