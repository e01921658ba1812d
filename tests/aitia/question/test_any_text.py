"""Any text and any order of question words is a question or a refusal; case and space change no identity."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aitia.domains import listed
from aitia.question import Question, QuestionError, question_id, read_question


def test_case_space_and_final_punctuation_do_not_change_the_identity() -> None:
    plain = read_question("Does aspirin reduce heart attack risk?")
    other = read_question("  does ASPIRIN  reduce heart\nattack risk ")
    assert plain.question_id == other.question_id == question_id("Does aspirin reduce heart attack risk?!")
    assert plain.question_id != read_question("Does aspirin reduce stroke risk?").question_id


def read_or_refuse(text: str) -> Question | str:
    """The question, or the message of the refusal; any other error fails the test."""
    try:
        return read_question(text)
    except QuestionError as error:
        return str(error)


def well_formed(answer: Question | str) -> bool:
    if isinstance(answer, str):
        return 0 < len(answer) < 1_500
    return all((answer.intervention, answer.outcome, answer.question_id.startswith("question_")))


@given(st.text(max_size=2_100))
def test_any_text_is_a_question_or_a_refusal(text: str) -> None:
    assert well_formed(read_or_refuse(text))


WORDS = listed(
    "does, is, are, what, which, in, than, with, to, and, or, the, of, comparing, higher, lower, same, "
    "reduce, prevents, cause, effect, on, aspirin, mortality, patients, after, 6, months, under, 40, years, "
    "(A), ?, -, risk, compared, versus, not, people, (, )"
)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=60))
def test_any_order_of_question_words_is_a_question_or_a_refusal(words: list[str]) -> None:
    assert well_formed(read_or_refuse(" ".join(words)))
