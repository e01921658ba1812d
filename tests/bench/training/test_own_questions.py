"""Our own questions on training abstracts: their file holds what it should, and no measuring set's paper."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from bench.labelled import data_folder, read_jsonl
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page
from bench.training.reader.own_questions import (
    NEAR_MISS,
    QUESTION,
    RESULT,
    OwnQuestion,
    read_own_questions,
    unlabelled,
    with_own_questions,
)

TITLE = "Zeltamine for knee pain: a randomised trial"
ABSTRACT = "We treated 200 adults. Pain was lower with zeltamine than with placebo. Sleep did not differ."
ASKED = AskedOutcome("an enzyme blocker", "dummy pill", "sore knees")


def _example() -> Example:
    from aitia.text.sentences import sentences

    page = make_page(network().encoder, TITLE, sentences(ABSTRACT))
    finding = AskedOutcome("zeltamine", "placebo", "pain")
    asked = make_asked(network().encoder, page, "finding", finding, ANSWERS["lower"], (1,))
    return Example("PMC1", page, (asked,))


def test_a_question_rests_on_its_sentences_or_on_those_of_the_finding_it_names() -> None:
    rows = [
        OwnQuestion(QUESTION, (), (1,), ASKED, ANSWERS["lower"]),
        OwnQuestion(QUESTION, (2,), (), ASKED, ANSWERS["same"]),
        OwnQuestion(NEAR_MISS, (), (), ASKED, ANSWERS["not reported"]),
    ]
    (read,) = with_own_questions(network().encoder, [_example()], {"PMC1": rows})
    own = [q for q in read.questions if q.kind == "own"]
    assert [(q.answer, q.evidence) for q in own] == [(2, (1,)), (3, (2,)), (0, ())]


def test_a_question_whose_sentence_is_not_on_the_page_is_left_out() -> None:
    rows = [OwnQuestion(QUESTION, (9,), (7,), ASKED, ANSWERS["lower"])]
    (read,) = with_own_questions(network().encoder, [_example()], {"PMC1": rows})
    assert not [q for q in read.questions if q.kind == "own"]


def test_an_abstract_without_labels_brings_its_result_sentences_along() -> None:
    rows = [
        OwnQuestion(RESULT, (1, 2), (), AskedOutcome("", "", ""), ANSWERS["lower"]),
        OwnQuestion(QUESTION, (1,), (), ASKED, ANSWERS["lower"]),
    ]
    corpus = {"PMC2": {"title": TITLE, "abstract": ABSTRACT}}
    (read,) = unlabelled(network().encoder, corpus, {"PMC2": rows, "PMC1": rows}, frozenset({"PMC1"}))
    assert read.own == (1, 2)
    assert [(q.kind, q.answer, q.evidence) for q in read.questions] == [("own", 2, (1,))]


@pytest.mark.parametrize(
    "row", ["PMC1\tquestion\t1\ta\tb\tc\t\tsideways", "PMC1\tguess\t1\ta\tb\tc\t\tsame", "PMC1"]
)
def test_a_row_that_is_no_question_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    path = tmp_path / "own.tsv.gz"
    path.write_bytes(gzip.compress(f"PMC1\tquestion\t1\ta\tb\tc\t\tsame\n{row}\n".encode()))
    with pytest.raises(ValueError, match=r"own\.tsv\.gz, line 2"):
        read_own_questions(path)


def test_the_file_asks_what_it_says_it_asks() -> None:
    rows = read_own_questions()
    questions = [row for own in rows.values() for row in own if row.kind == QUESTION]
    misses = [row for own in rows.values() for row in own if row.kind == NEAR_MISS]
    assert len(rows) > 1_300
    assert len(questions) > 6_000
    assert len(misses) > 4_000
    assert all(row.sentences or row.findings for row in questions)
    assert not any(row.answer for row in misses)


def test_no_abstract_of_a_measuring_set_is_among_them() -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    keys = set(read_own_questions())
    train = {row["id"] for row in read_jsonl(data / "labels" / "train.jsonl")}
    articles = read_jsonl(data / "evidence_inference" / "train.jsonl.gz")
    train |= {"PMC" + str(row["pmcid"]).removeprefix("PMC") for row in articles}
    assert keys <= train
