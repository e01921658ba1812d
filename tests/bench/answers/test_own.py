"""The project's own questions: what stands in the repository, and what is made of it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from aitia.model.errors import AitiaError
from aitia.model.scales import Certainty, ComparisonAnswer
from aitia.question import read_question
from aitia.question.specification import Focus
from bench.answers import make_own
from bench.answers.questions import read_questions

OWN = make_own.own_questions()
ANSWERS = {answer.value for answer in ComparisonAnswer}
ALLOWED = {"id", "type", "question", "papers", "answer", "certainty", "effect", "confounders", "conflict"}
LEVELS = {level.value.replace("_", " ") for level in Certainty} | {""}


def test_there_are_200_of_four_types_all_different():
    assert Counter(row["type"] for row in OWN) == {
        "effect": 60,
        "conditional": 60,
        "strength": 40,
        "conflict": 40,
    }
    assert len({row["question"] for row in OWN}) == len({row["id"] for row in OWN}) == 200


def test_every_one_has_its_papers_and_our_judgement_and_no_text_of_a_paper():
    for row in OWN:
        assert row["papers"]
        assert row["answer"] in ANSWERS
        assert row["certainty"] in LEVELS
        assert (row["answer"] == "insufficient data") == (row["certainty"] == "")
        assert ("conflict" in row) == (row["type"] == "conflict")
        assert set(row) <= ALLOWED
        assert len(row["question"]) < 250


@pytest.mark.parametrize(("kind", "focus"), [("strength", Focus.STRENGTH), ("conflict", Focus.CONFLICT)])
def test_every_question_can_be_read_and_asks_what_its_type_says(kind, focus):
    for row in OWN:
        question = read_question(row["question"])
        if row["type"] == kind:
            assert question.focus is focus, row["question"]
        elif row["type"] == "conditional":
            assert question.population, row["question"]


def test_texts_come_from_the_corpus_and_questions_on_one_paper_are_one_cluster(tmp_path: Path):
    corpus, out = tmp_path / "corpus.jsonl.gz", tmp_path / "questions.jsonl"
    papers = sorted({paper for row in OWN for paper in row["papers"]})
    with gzip.open(corpus, "wt", encoding="utf-8") as handle:
        for paper in papers:
            key = "pmid" if paper.isdigit() else "pmcid"
            told = {key: paper, "title": f"Title {paper}", "abstract": "Text.", "year": 2001}
            handle.write(json.dumps(told) + "\n")
    assert make_own.main([str(out), "--corpus", str(corpus)]) == 0
    made = {row.question_id: row for row in read_questions(out)}
    assert len(made) == 200
    assert made["conflict-1"].conflict is False
    assert made["conflict-1"].review == made["conflict-2"].review
    assert made["effect-1"].review != made["effect-2"].review
    assert made["effect-1"].sources["17919952"]["content"] == "Text."
    assert made["effect-1"].kind == "effect"


def test_a_paper_that_the_corpus_lacks_is_named():
    with pytest.raises(AitiaError, match=r"effect-1 \(17919952\)"):
        make_own.make_own(OWN[:1], {})
