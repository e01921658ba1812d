"""The guard of single sentences: what bears a claim out, whoever proposed it, and how sure it may be."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.model.claim import Claim
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Direction, SentenceRole
from aitia.reading.paper.arms import make_names
from aitia.reading.trained.guard import (
    DOUBTED,
    NONE,
    SURE,
    encode,
    guarded,
    judge,
    judge_claim,
    probability_right,
    said_by,
)
from aitia.text.passages import make_passages
from tests.proposals import proposed

RESULT = "Falls occurred in 40 patients given vitamin D and in 80 given placebo (RR 0.50, 0.35 to 0.72)."
HYPOTHESIS = "We hypothesised that vitamin D would reduce falls by one half compared with placebo."
NAMES = make_names("vitamin D", "placebo", "falls", {})


def _paper(sentence: str) -> tuple[Paper, tuple[Passage, ...]]:
    abstract = f"METHODS: We randomly assigned 400 people to vitamin D or placebo.\nRESULTS: {sentence}"
    paper = Paper(
        paper_id=PaperId("p"), title="Vitamin D and falls", abstract=abstract, source="t", record_id="t"
    )
    return paper, make_passages(paper)


def _claim(
    sentence: str, direction: Direction, confidence: float = 0.9
) -> tuple[Claim, Paper, tuple[Passage, ...]]:
    paper, passages = _paper(sentence)
    passage = next(p for p in passages if sentence in p.text)
    start = passage.text.index(sentence)
    quote = Quote(
        passage_id=passage.passage_id, char_start=start, char_end=start + len(sentence), text=sentence
    )
    told = {"direction": direction, "confidence": confidence, "comparator": "placebo"}
    claim = proposed(quote, paper_id=paper.paper_id, cause="vitamin D", effect="falls", **told)
    return claim, paper, passages


def test_shares_are_probabilities() -> None:
    shares = judge(RESULT, NAMES)
    assert shares.shape == (4,)
    assert shares.sum() == pytest.approx(1)
    assert (shares > 0).all()


@pytest.mark.parametrize("sentence", ["", "?", "vitamin D " * 400, "\x00 falls", "placebo vs vitamin D"])
def test_any_text_has_shares(sentence: str) -> None:
    assert np.isfinite(judge(sentence, NAMES)).all()


def test_what_is_learned_of_a_sentence_is_the_same_on_every_run() -> None:
    first, second = encode(RESULT, NAMES), encode(RESULT, NAMES)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_a_hypothesis_is_no_result_and_a_result_is_one() -> None:
    assert judge(HYPOTHESIS, NAMES)[NONE] > 0.5
    assert judge(RESULT, NAMES)[NONE] < DOUBTED


def test_no_claim_becomes_surer_and_none_is_lost() -> None:
    for sentence in (RESULT, HYPOTHESIS):
        for direction in Direction:
            claim, paper, passages = _claim(sentence, direction)
            (kept,) = guarded([claim], paper.title, passages)
            assert kept.confidence <= claim.confidence
            assert kept == claim.model_copy(update={"confidence": kept.confidence})


def test_the_wrong_way_is_less_likely_than_the_right_one() -> None:
    told = []
    for direction in (Direction.DECREASES, Direction.INCREASES):
        claim, paper, passages = _claim(RESULT, direction)
        shares = judge_claim(claim, paper.title, passages)
        assert shares is not None
        told.append(probability_right(claim, shares))
    assert told[1] + 0.05 < told[0]


@pytest.mark.parametrize("direction", list(Direction))
def test_a_claim_that_rests_on_a_hypothesis_waits(direction: Direction) -> None:
    claim, paper, passages = _claim(HYPOTHESIS, direction)
    (kept,) = guarded([claim], paper.title, passages)
    assert kept.confidence < 0.6


def test_a_conclusion_is_held_back_only_where_it_is_surely_none() -> None:
    claim, paper, passages = _claim("Vitamin D reduces falls in older people.", Direction.DECREASES)
    (result,) = guarded([claim], paper.title, passages)
    concluded = claim.model_copy(update={"role": SentenceRole.CONCLUSION})
    (conclusion,) = guarded([concluded], paper.title, passages)
    assert result.confidence < 0.6 <= conclusion.confidence


def test_a_difference_that_is_not_significant_counts_as_none() -> None:
    claim, *_ = _claim(RESULT, Direction.DECREASES)
    assert said_by(claim) is Direction.DECREASES
    assert said_by(claim.model_copy(update={"significant": False})) is Direction.NO_DIFFERENCE


def test_a_claim_is_sure_only_where_it_is_very_likely_right() -> None:
    claim, paper, passages = _claim(RESULT, Direction.DECREASES, 0.9)
    shares = judge_claim(claim, paper.title, passages)
    assert shares is not None
    (kept,) = guarded([claim], paper.title, passages)
    assert (kept.confidence >= 0.7) == (probability_right(claim, shares) >= SURE)


def test_a_quote_outside_of_every_sentence_is_left_to_the_other_rules() -> None:
    claim, paper, _ = _claim(RESULT, Direction.DECREASES)
    assert judge_claim(claim, paper.title, ()) is None
    assert guarded([claim], paper.title, ()) == (claim,)


@pytest.mark.parametrize(("answers", "waits"), [(0.9, False), (0.4, True)])
def test_an_answer_that_the_whole_page_gives_surely_does_not_wait_for_its_sentence_alone(
    answers: float, waits: bool
) -> None:
    claim, paper, passages = _claim("Vitamin D reduces falls in older people.", Direction.DECREASES)
    told = {"answers_question": answers, "direction_shares": (0.05, 0.9, 0.05)}
    (kept,) = guarded([claim.model_copy(update=told)], paper.title, passages)
    assert (kept.confidence < 0.6) is waits


def test_an_answer_is_trusted_in_the_direction_that_was_read_only() -> None:
    claim, paper, passages = _claim("Vitamin D reduces falls in older people.", Direction.INCREASES)
    told = {"answers_question": 0.9, "direction_shares": (0.05, 0.9, 0.05)}
    (kept,) = guarded([claim.model_copy(update=told)], paper.title, passages)
    assert kept.confidence < 0.6
