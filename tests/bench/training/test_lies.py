"""How questions lie beside findings: what was judged is read as it was told."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from aitia.text.sentences import sentences
from bench.labelled import data_folder, read_jsonl
from bench.training.reader.examples import ANSWERS, Asked, Example, held_out, make_asked, make_page
from bench.training.reader.lies import (
    NEITHER,
    STRAIGHT,
    TURNED,
    lies_of,
    read_lies,
)

TITLE = "Zeltamine for sepsis: a randomised trial"
ABSTRACT = "We treated 200 adults. Mortality was lower with zeltamine than with placebo."


def _asked(kind: str, first: str, second: str, outcome: str, answer: str) -> Asked:
    page = make_page(network().encoder, TITLE, sentences(ABSTRACT))
    return make_asked(
        network().encoder, page, kind, AskedOutcome(first, second, outcome), ANSWERS[answer], (1,)
    )


def _example(*questions: Asked) -> Example:
    page = make_page(network().encoder, TITLE, sentences(ABSTRACT))
    return Example(
        "PMC1", page, (_asked("finding", "zeltamine", "placebo", "mortality", "lower"), *questions)
    )


def test_a_question_of_other_arms_lies_in_no_order() -> None:
    example = _example(
        _asked("review", "dummy pill", "enzyme blocker", "deaths", "higher"),
        _asked("own", "enzyme blocker", "dummy pill", "survival", "higher"),
        _asked("own", "old age", "youth", "deaths", "higher"),
    )
    judged = {
        ("PMC1", "review", 0): (1, TURNED),
        ("PMC1", "own", 0): (1, STRAIGHT),
        ("PMC1", "own", 1): (1, NEITHER),
    }
    found = [(lie.question.kind, lie.straight) for lie in lies_of(example, judged)]
    assert found == [("review", False), ("own", True)]


def test_a_row_that_is_no_judgement_is_named(tmp_path: Path) -> None:
    rows = tmp_path / "lies.tsv.gz"
    with gzip.open(rows, "wt", encoding="utf-8") as file:
        file.write("PMC1\treview\t0\t1\tstraight\tread\nPMC1\treview\t1\t1\tsideways\tread\n")
    with pytest.raises(ValueError, match=r"lies\.tsv\.gz, line 2"):
        read_lies(rows)


def test_what_was_judged_are_training_abstracts_alone() -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    keys = {key for key, _, _ in read_lies()}
    labelled = {row["id"] for row in read_jsonl(data / "labels" / "train.jsonl")}
    assert keys <= labelled
    assert len(keys & held_out()) > 100
