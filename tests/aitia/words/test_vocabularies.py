"""Synonyms and narrower terms, on a small vocabulary of our own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aitia.words.vocabularies import Vocabulary

HEADINGS = (
    "D1\tHeart Diseases\tCardiac Diseases|Diseases, Cardiac\tC1",
    "D2\tMyocardial Infarction\tHeart Attack|Infarct, Myocardial|Cardiac Infarcts\tC1.5",
    "D3\tInferior Wall Infarction\t\tC1.5.2",
    "D4\tTumor\tNeoplasm|Randomized-Growth\tC9|X3",
    "D5\tWorld Health Organization\tWHO\tN1",
)
SUBSTANCES = "S1\tfancimab\tFAN-12|Fancimab alfa\tD4\nS2\tmegafancimab\t\tD1"
WORDS = Vocabulary.of(HEADINGS, SUBSTANCES.split("\n"))


def test_synonyms_leave_out_the_term_itself_and_inverted_names() -> None:
    assert WORDS.synonyms("heart attack") == ("Myocardial Infarction", "Cardiac Infarcts")


def test_terms_are_found_in_plural_with_hyphens_and_in_british_spelling() -> None:
    for term in ("Heart  Attacks", "heart-attack", "HEART ATTACK"):
        assert WORDS.find(term) == WORDS.find("Myocardial Infarction")
    assert WORDS.find("tumours") == WORDS.find("Tumor")
    assert WORDS.find("randomised growth") == WORDS.find("Tumor")


def test_narrower_terms_come_from_the_tree_nearest_first() -> None:
    assert WORDS.narrower("Cardiac Diseases") == ("Myocardial Infarction", "Inferior Wall Infarction")
    assert WORDS.narrower("inferior wall infarction") == ()


def test_broader_terms_are_the_parents() -> None:
    assert WORDS.broader("Heart Attack") == ("Heart Diseases",)
    assert WORDS.broader("fancimab") == ("Tumor",)


def test_an_expansion_gives_synonyms_then_narrower_terms_up_to_the_limit() -> None:
    assert WORDS.expand("heart attack") == (
        "Myocardial Infarction",
        "Cardiac Infarcts",
        "Inferior Wall Infarction",
    )
    assert WORDS.expand("heart attack", limit=1) == ("Myocardial Infarction",)


def test_substances_are_found_by_whole_names_only() -> None:
    assert WORDS.synonyms("Fancimab") == ("FAN-12", "Fancimab alfa")
    assert WORDS.find("fancima") is None
    assert WORDS.find("megafancimab") is not None


def test_concepts_within_a_phrase_take_the_longest_name() -> None:
    found = WORDS.find_within("risk of inferior wall infarction after a heart attack")
    assert [concept.name for concept in found] == ["Inferior Wall Infarction", "Myocardial Infarction"]


def test_a_small_word_is_not_an_acronym() -> None:
    assert WORDS.find_within("patients who recovered") == ()
    assert [concept.name for concept in WORDS.find_within("the WHO said")] == ["World Health Organization"]


def test_an_empty_vocabulary_answers_nothing() -> None:
    empty = Vocabulary()
    assert empty.find("heart attack") is None
    assert empty.expand("heart attack") == ()
    assert empty.find_within("heart attack") == ()


@given(st.text(max_size=200))
def test_any_text_can_be_asked(text: str) -> None:
    WORDS.expand(text)
    WORDS.find_within(text)
    WORDS.broader(text)
