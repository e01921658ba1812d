"""The questions drawn from Cochrane reviews, when the shared data are present."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aitia.model.scales import Polarity, QuestionKind
from aitia.question import Question, read_question


@pytest.fixture(scope="module")
def questions(shared: Path) -> list[Question]:
    path = shared / "data" / "medevidence" / "dev.jsonl"
    if not path.is_file():
        pytest.skip(f"shared data not present: {path}")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [read_question(json.loads(line)["question"]) for line in lines]


def test_every_review_question_is_read_as_a_comparison(questions: list[Question]) -> None:
    assert len(questions) == 103
    assert {question.kind for question in questions} == {QuestionKind.COMPARISON}


def test_no_part_keeps_the_frame_of_the_question(questions: list[Question]) -> None:
    framing = ("comparing", "higher", "lower,", "the same", "risk of", "rate of", "likelihood of")
    for question in questions:
        for part in (question.intervention, question.comparator or "", question.outcome):
            assert part
            assert not any(words in part.lower() for words in framing), part


def test_arms_differ_and_time_points_are_not_in_the_outcome(questions: list[Question]) -> None:
    for question in questions:
        assert question.intervention.lower() != (question.comparator or "").lower()
        assert not question.outcome.endswith(("months", "month", "year", "weeks", "hour"))


def test_few_outcomes_have_an_unknown_polarity(questions: list[Question]) -> None:
    unknown = [q.outcome for q in questions if q.outcome_polarity is Polarity.UNKNOWN]
    assert len(unknown) <= 5
