"""From a question to views, pre-selection, candidates and the sources' presence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from aitia.model.keys import PaperId, QuestionId
from aitia.model.scales import Domain, GateDecision, QuestionKind
from aitia.question.specification import Question
from aitia.retrieval.candidates import make_candidates
from aitia.retrieval.fusion import reciprocal_rank_scores, standardised
from aitia.retrieval.gate import gate, not_preselected
from aitia.retrieval.lexical import Document, LexicalIndex
from aitia.retrieval.preselection import nearest_in_words, preselect
from aitia.retrieval.presence import presence_model
from aitia.retrieval.queries import question_views, strip_frame, view_vectors
from aitia.retrieval.relevance import relevance_model
from aitia.words.vocabularies import Vocabulary

QUESTION = Question(
    question_id=QuestionId("q"),
    text="Is pain higher, lower, or the same when comparing CPT to rest?",
    kind=QuestionKind.COMPARISON,
    domain=Domain.BIOMEDICAL,
    intervention="CPT",
    comparator="rest",
    outcome="pain",
)
DOCUMENTS = (
    Document(
        PaperId("a"), "Cold pack therapy (CPT) for pain", "Cold pack therapy (CPT) eased pain more than rest."
    ),
    Document(PaperId("b"), "Cold packs after surgery", "Ache was less with packs."),
    Document(PaperId("c"), "Galaxies", "Redshift was measured."),
    Document(PaperId("d"), "", ""),
)
INDEX = LexicalIndex(DOCUMENTS)
UNIT = np.eye(4, dtype=np.float32)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Is pain higher, lower, or the same when comparing ice to rest?", "pain ice to rest"),
        ("Is pain higher, lower, or the same comparing ice to rest? ", "pain ice to rest"),
        ("Does ice reduce pain?", "ice reduce pain"),
        ("ice against pain", "ice against pain"),
        ("Is", "Is"),
    ],
)
def test_words_that_only_ask_are_left_out(question: str, left: str) -> None:
    assert strip_frame(question) == left


def test_the_views_hold_the_parts_of_the_question() -> None:
    views = question_views(QUESTION)
    assert views.texts == ("pain CPT to rest", "CPT versus rest", "pain", "CPT for pain", "CPT rest")
    assert views.stems == {"cpt": 1.0, "pain": 1.0, "rest": 1.0}


def test_papers_are_compared_with_the_mean_of_three_wordings() -> None:
    five = np.eye(5, dtype=np.float32)
    found = view_vectors(question_views(QUESTION), lambda texts: five[: len(texts)])
    assert found[0] == pytest.approx(np.array([1, 0, 0, 1, 0.5]) / 1.5)
    assert found[1:] == pytest.approx(five[1:3])
    bare = question_views(QUESTION.model_copy(update={"intervention": "", "comparator": None}))
    assert bare.texts[0] == bare.texts[3] == bare.texts[4]
    assert view_vectors(bare, lambda texts: np.zeros((5, 4), dtype=np.float32))[0] == pytest.approx(0)


def test_synonyms_and_long_forms_are_looked_for_too() -> None:
    words = Vocabulary.of(("D1\tPain\tAche\tC1",))
    views = question_views(QUESTION, words, INDEX.abbreviations)
    assert views.expansions["ach"] == pytest.approx(0.5)
    assert {"cold", "pack", "therapi"} <= set(views.stems)


def test_the_preselection_reaches_papers_that_share_words_with_the_best_ones() -> None:
    rows = nearest_in_words(question_views(QUESTION), INDEX, 200)
    assert rows[0] == 0
    assert 1 in rows
    assert 2 not in rows


def test_the_second_step_follows_the_papers_that_are_near_in_meaning() -> None:
    """The nearest in meaning brings a word of its own, which only the last paper has."""
    far = [Document(PaperId(f"f{n}"), "Pain and rest", "CPT and rest for pain.") for n in range(6)]
    near = Document(PaperId("near"), "Cryotherapy", "Cryotherapy for pain.")
    told = Document(PaperId("told"), "Cryotherapy", "Cryotherapy of the knee.")
    index = LexicalIndex((*far, near, told))
    vectors = np.zeros((8, 4), dtype=np.float32)
    vectors[6, 0] = 1
    asked: list[tuple[int, ...]] = []

    def vectors_of(rows: Sequence[int]) -> NDArray[np.float32]:
        asked.append(tuple(rows))
        return vectors[list(rows)]

    rows, found = preselect(question_views(QUESTION), UNIT[:3], index, vectors_of, limit=11)
    assert nearest_in_words(question_views(QUESTION), index, 11) == (0, 1, 2, 3, 4, 5, 6)
    assert rows == (*range(6), 6, 7)
    assert [len(part) for part in asked] == [7, 1]
    assert len(set(rows)) == len(rows) == len(found)
    assert found == pytest.approx(vectors[list(rows)])
    assert preselect(question_views(QUESTION), UNIT[:3], LexicalIndex(()), vectors_of)[0] == ()


def test_candidates_carry_their_figures() -> None:
    views = question_views(QUESTION)
    near, _, far, empty = make_candidates(views, UNIT[:3], INDEX, (0, 1, 2, 3), UNIT, seed_vector=UNIT[0])
    assert (near.similarity, near.intervention_similarity, near.seed_similarity) == (1.0, 0.0, 1.0)
    assert near.keyword_match == pytest.approx(1)
    assert near.intervention_match == pytest.approx(1)
    assert near.feedback_similarity > 0
    assert (far.bm25, far.keyword_match) == (0.0, 0.0)
    assert near.has_text
    assert not empty.has_text


def test_no_rows_give_no_candidates() -> None:
    assert make_candidates(question_views(QUESTION), UNIT[:3], INDEX, (), UNIT[:0]) == ()


def test_papers_outside_the_preselection_are_excluded_with_a_reason() -> None:
    left_out = not_preselected(question_views(QUESTION), INDEX, (0,))
    assert {row.paper_id for row in left_out} == {"b", "c", "d"}
    assert all(row.decision is GateDecision.EXCLUDED for row in left_out)
    assert [row.rank for row in left_out] == [2, 3, 4]
    assert "no word in common" in left_out[0].reason


def test_a_near_paper_makes_the_sources_likelier_to_be_there() -> None:
    model = presence_model("all-MiniLM-L6-v2")
    assert model is not None
    views = question_views(QUESTION)
    there = make_candidates(views, UNIT[:3], INDEX, (0, 1), UNIT[:2])
    gone = make_candidates(views, UNIT[:3], INDEX, (2, 3), UNIT[2:] * 0.1)
    assert model.probability(there) > model.probability(gone)
    assert model.probability(()) == 0
    assert presence_model("an embedder without a model") is None


def test_an_embedder_without_a_model_is_judged_by_words() -> None:
    assert relevance_model("an embedder without a model").name == "lexical"
    rows = gate(
        QUESTION,
        make_candidates(question_views(QUESTION), UNIT[:3], INDEX, (0, 2), UNIT[[0, 2]]),
        0.7,
        relevance_model("x"),
    )
    assert rows[0].paper_id == "a"
    assert rows[0].decision is GateDecision.INCLUDED


def test_reciprocal_ranks_add_up_as_published() -> None:
    scores = reciprocal_rank_scores([np.array([3.0, 2.0, 1.0]), np.array([1.0, 3.0, 2.0])])
    assert scores == pytest.approx([1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62])
    assert reciprocal_rank_scores([]).size == 0


@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_standardised_scores_have_mean_nought(values: list[float]) -> None:
    scores = standardised(np.array(values, dtype=np.float64))
    assert np.isfinite(scores).all()
    if values:
        assert scores.mean() == pytest.approx(0, abs=1e-6)
