"""Kinds of people are named by a question and told of by any word of theirs."""

from __future__ import annotations

import pytest

from aitia.words.people import are_told_of, people_in


@pytest.mark.parametrize(
    ("population", "outcome", "kinds"),
    [
        ("children with asthma", "attacks", ("children",)),
        ("preterm infants in intensive care", "growth", ("newborns", "intensive_care")),
        ("adults", "postoperative pain", ("surgery",)),
        ("adults after appendectomy", "pain", ("surgery",)),
        ("older women", "falls", ("older_people",)),
        ("rats", "weight", ("animals",)),
        ("women", "gestation", ("pregnancy",)),
        # An outcome in newborns may be a mother's question.
        ("women", "health of babies", ()),
        ("women without children", "sleep", ()),
        ("", "", ()),
    ],
)
def test_a_question_names_kinds_of_people(population: str, outcome: str, kinds: tuple[str, ...]) -> None:
    assert people_in(population, outcome) == kinds


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("children", "Pupils of ten schools took part.", True),
        ("children", "Men with angina took part.", False),
        ("surgery", "Patients had laparoscopic cholecystectomy.", True),
        ("surgery", "Women with bulimia took part.", False),
        ("animals", "Wistar males were fed fat.", True),
        ("animals", "The pirates had a rating.", False),
        ("intensive_care", "Septic patients took part.", True),
    ],
)
def test_a_text_speaks_of_them_by_any_word_of_theirs(kind: str, text: str, told: bool) -> None:
    assert are_told_of(kind, text) is told
