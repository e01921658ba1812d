"""What the gate keeps, what it leaves out, and what it says of each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId, QuestionId
from aitia.model.scales import Domain, GateDecision, QuestionKind
from aitia.question.specification import Question
from aitia.retrieval.candidates import Candidate
from aitia.retrieval.gate import gate
from aitia.retrieval.relevance import relevance_model

QUESTION = Question(
    question_id=QuestionId("q"),
    text="Does zinc shorten the common cold?",
    kind=QuestionKind.EFFECT,
    domain=Domain.BIOMEDICAL,
    intervention="zinc",
    outcome="duration of the common cold",
)
MODEL = relevance_model("all-MiniLM-L6-v2")


def paper(name: str, similarity: float, match: float, **others: float | bool | None) -> Candidate:
    figures = {"bm25": 20 * match, "bm25_share": match / 2, "keyword_match": match, "title_match": match}
    return Candidate(
        paper_id=PaperId(name),
        similarity=similarity,
        intervention_similarity=similarity,
        feedback_similarity=similarity,
        feedback_bm25=20 * match,
        intervention_match=match,
        outcome_match=match,
        **{**figures, **others},  # type: ignore[arg-type]
    )


POOL = (
    paper("near", 0.85, 0.9),
    paper("near too", 0.80, 0.8),
    paper("far", 0.05, 0.1),
    paper("in between", 0.38, 1.0),
    paper("wordless", 0.0, 0.0, has_text=False),
)

candidates = st.lists(
    st.builds(
        paper,
        st.text("abcdef", min_size=1, max_size=6),
        st.floats(-1, 1),
        st.floats(0, 1),
        has_text=st.booleans(),
    ),
    max_size=40,
    unique_by=lambda candidate: candidate.paper_id,
)


def test_near_papers_are_included_and_far_ones_are_not() -> None:
    decisions = {row.paper_id: row.decision for row in gate(QUESTION, POOL, 0.4, MODEL)}
    assert decisions["near"] is GateDecision.INCLUDED
    assert decisions["near too"] is GateDecision.INCLUDED
    assert decisions["far"] is GateDecision.EXCLUDED


def test_a_paper_just_below_the_threshold_is_borderline_when_its_words_fit() -> None:
    decisions = {row.paper_id: row for row in gate(QUESTION, POOL, 0.4, MODEL)}
    assert decisions["in between"].decision is GateDecision.BORDERLINE
    assert "0.38 is within 0.05 below the threshold 0.40" in decisions["in between"].reason


def test_a_paper_without_text_is_excluded_and_says_why() -> None:
    wordless = next(row for row in gate(QUESTION, POOL, 0.0, MODEL) if row.paper_id == "wordless")
    assert wordless.decision is GateDecision.EXCLUDED
    assert "neither title nor abstract" in wordless.reason


def test_the_threshold_excludes_with_both_figures_named() -> None:
    far = next(row for row in gate(QUESTION, POOL, 0.4, MODEL) if row.paper_id == "far")
    assert far.reason == "similarity 0.05 is below the threshold 0.40"


def test_papers_beyond_the_limit_are_excluded_and_say_so() -> None:
    rows = gate(QUESTION, POOL, 0.4, MODEL, top_n=1)
    kept = [row for row in rows if row.decision is not GateDecision.EXCLUDED]
    assert [row.paper_id for row in kept] == ["near"]
    assert any("beyond the best 1 papers" in row.reason for row in rows)


def test_a_paper_like_the_seed_paper_passes_whatever_its_words() -> None:
    pool = (
        paper("like it", 0.1, 0.1, seed_similarity=0.9),
        paper("nearly", 0.1, 0.1, seed_similarity=0.57),
        paper("not", 0.1, 0.1, seed_similarity=0.5),
        paper("without words", 0.0, 0.0, seed_similarity=0.9, has_text=False),
        paper("by the question", 0.85, 0.9, seed_similarity=0.1),
    )
    rows = {row.paper_id: row for row in gate(QUESTION, (*POOL, *pool), 0.4, MODEL, seed_threshold=0.6)}
    assert rows["like it"].decision is GateDecision.INCLUDED
    assert rows["like it"].reason == "similarity to the seed paper 0.90 reaches 0.60"
    assert rows["like it"].similarity == pytest.approx(0.9)
    assert rows["nearly"].decision is GateDecision.BORDERLINE
    assert rows["not"].decision is GateDecision.EXCLUDED
    assert rows["without words"].decision is GateDecision.EXCLUDED
    assert rows["by the question"].decision is GateDecision.INCLUDED


def test_of_two_papers_alike_the_one_that_measured_the_outcome_comes_first() -> None:
    other, measured = (
        replace(paper(name, 0.8, 0.8), outcome_match=x) for name, x in (("a", 0.0), ("b", 1.0))
    )
    assert [row.paper_id for row in gate(QUESTION, (other, measured), 0.4, MODEL)] == ["b", "a"]


def test_no_candidates_give_no_rows() -> None:
    assert gate(QUESTION, (), 0.4, MODEL) == ()


@given(candidates, st.floats(0, 1), st.integers(0, 10))
def test_every_candidate_has_one_row_with_a_reason(pool: list[Candidate], threshold: float, top: int) -> None:
    rows = gate(QUESTION, pool, threshold, MODEL, top_n=top)
    assert sorted(row.paper_id for row in rows) == sorted(candidate.paper_id for candidate in pool)
    assert all(row.reason for row in rows)
    assert [row.rank for row in rows] == list(range(1, len(pool) + 1))
    assert sum(row.decision is not GateDecision.EXCLUDED for row in rows) <= top


@given(candidates, st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_does_not_matter(pool: list[Candidate], random: object) -> None:
    shuffled = list(pool)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert gate(QUESTION, pool, 0.4, MODEL) == gate(QUESTION, shuffled, 0.4, MODEL)


@given(candidates, st.floats(0, 1), st.floats(0, 1))
def test_a_higher_threshold_never_includes_more(pool: list[Candidate], one: float, other: float) -> None:
    low, high = sorted((one, other))
    included = [
        {r.paper_id for r in gate(QUESTION, pool, at, MODEL) if r.decision is GateDecision.INCLUDED}
        for at in (low, high)
    ]
    assert included[1] <= included[0]
