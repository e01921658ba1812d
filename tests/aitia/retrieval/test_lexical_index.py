"""Words of scientific text, and BM25 over them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId
from aitia.retrieval.lexical import Document, LexicalIndex
from aitia.words.abbreviations import defined_abbreviations, long_forms
from aitia.words.stemmer import stem
from aitia.words.tokens import tokenise

DOCUMENTS = (
    Document(PaperId("zinc"), "Zinc lozenges for colds", "Zinc shortened the common cold by a day."),
    Document(PaperId("cold"), "Cold water swimming", "Swimming in cold water was well tolerated."),
    Document(PaperId("stars"), "A survey of galaxies", "Redshifts of galaxies were measured."),
    Document(PaperId("empty"), "", ""),
)
INDEX = LexicalIndex(DOCUMENTS)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("agreed", "agre"), ("plastered", "plaster"),
        ("motoring", "motor"), ("conflated", "conflat"), ("hopping", "hop"), ("filing", "file"),
        ("happy", "happi"), ("relational", "relat"), ("conditional", "condit"), ("digitizer", "digit"),
        ("vietnamization", "vietnam"), ("predication", "predic"), ("formaliti", "formal"),
        ("triplicate", "triplic"), ("electrical", "electr"), ("goodness", "good"), ("revival", "reviv"),
        ("allowance", "allow"), ("adjustable", "adjust"), ("replacement", "replac"),
        ("adoption", "adopt"), ("effective", "effect"), ("probate", "probat"), ("controll", "control"),
    ],
)  # fmt: skip
def test_stems_are_those_of_porters_paper(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_british_and_american_spellings_meet() -> None:
    assert tokenise("randomised hospitalisation") == tokenise("randomized hospitalization")


def test_hyphens_greek_letters_and_accents_do_not_hide_words() -> None:
    assert tokenise("COVID‑19") == ["covid", "19"]
    assert tokenise("β-blockers") == tokenise("beta blockers")
    assert tokenise("Ménière") == tokenise("Meniere")


@given(st.text(max_size=300))
def test_any_text_becomes_short_plain_words(text: str) -> None:
    assert all(word.isascii() and 0 < len(word) <= 41 for word in tokenise(text))


def test_the_paper_with_the_rare_word_comes_first() -> None:
    assert INDEX.search({"zinc": 1.0, "cold": 1.0}, 10) == (0, 1)


def test_papers_without_any_word_are_not_found() -> None:
    assert INDEX.search({"unheard": 1.0}, 10) == ()


def test_bm25_agrees_with_the_formula_by_hand() -> None:
    two = LexicalIndex((Document(PaperId("a"), "", "red red fox"), Document(PaperId("b"), "", "blue")))
    idf = np.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 3 / 2))
    assert two.scores({"red": 1.0}) == pytest.approx([expected, 0.0])


def test_coverage_is_the_share_of_the_words_by_rarity() -> None:
    coverage = INDEX.coverage({"zinc": 1.0, "galaxi": 1.0})
    assert coverage == pytest.approx([0.5, 0, 0.5, 0])
    assert INDEX.coverage({}) == pytest.approx([0, 0, 0, 0])
    assert INDEX.title_coverage({"lozeng": 1.0})[0] == pytest.approx(1)


def test_feedback_adds_words_of_the_papers_it_is_given() -> None:
    expanded = INDEX.feedback({"zinc": 1.0}, (0,))
    assert "lozeng" in expanded
    assert expanded["zinc"] > 1
    assert INDEX.feedback({"zinc": 1.0}, ()) == {"zinc": 1.0}


def test_an_empty_index_finds_nothing() -> None:
    empty = LexicalIndex(())
    assert empty.search({"zinc": 1.0}, 5) == ()
    assert empty.abbreviations == {}


def test_a_paper_without_words_is_known_as_such() -> None:
    assert [INDEX.has_text(row) for row in range(4)] == [True, True, True, False]


def test_abbreviations_are_learnt_from_their_definitions() -> None:
    texts = ["Negative pressure wound therapy (NPWT) was used.", "We gave vitamins (daily) and (XYZ) pills."]
    defined = defined_abbreviations(texts)
    assert defined == {"npwt": ("negative pressure wound therapy",)}
    assert long_forms("Does NPWT heal?", defined) == ("negative pressure wound therapy",)
    assert long_forms("Does it heal?", defined) == ()


@given(st.lists(st.text("aAbB() -1", max_size=80), max_size=5))
def test_any_brackets_can_be_read(texts: list[str]) -> None:
    for short, forms in defined_abbreviations(texts).items():
        assert forms
        assert short == short.lower()
