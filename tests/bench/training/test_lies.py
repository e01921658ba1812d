"""How questions lie beside findings: what was judged is read as it was told."""

from __future__ import annotations

import gzip
from dataclasses import replace
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
    outcome_pairs,
    read_families,
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


def test_order_and_answer_together_tell_the_way_of_the_outcome() -> None:
    example = _example(
        _asked("review", "dummy pill", "enzyme blocker", "deaths", "higher"),
        _asked("own", "enzyme blocker", "dummy pill", "survival", "higher"),
        _asked("own", "enzyme blocker", "dummy pill", "deaths", "same"),
        _asked("own", "old age", "youth", "deaths", "higher"),
    )
    judged = {
        ("PMC1", "review", 0): (1, TURNED),
        ("PMC1", "own", 0): (1, STRAIGHT),
        ("PMC1", "own", 1): (1, STRAIGHT),
        ("PMC1", "own", 2): (1, NEITHER),
    }
    assert [(lie.straight, lie.same_way) for lie in lies_of(example, judged)] == [
        (False, True), (True, False), (True, None),
    ]  # fmt: skip


def test_a_row_that_is_no_judgement_is_named(tmp_path: Path) -> None:
    rows = tmp_path / "lies.tsv.gz"
    with gzip.open(rows, "wt", encoding="utf-8") as file:
        file.write("PMC1\treview\t0\t1\tstraight\tread\nPMC1\treview\t1\t1\tsideways\tread\n")
    with pytest.raises(ValueError, match=r"lies\.tsv\.gz, line 2"):
        read_lies(rows)


def test_a_family_with_one_side_is_named(tmp_path: Path) -> None:
    lines = tmp_path / "families.txt"
    lines.write_text("survival | deaths\nsurvival; life\n", "utf-8")
    with pytest.raises(ValueError, match=r"families\.txt, line 2"):
        read_families(lines)


def test_no_outcome_stands_on_both_sides_of_its_family() -> None:
    assert [first for first, second in read_families() if set(first) & set(second)] == []


def test_pairs_of_a_family_go_one_way_on_a_side_and_not_across() -> None:
    family = (("mortality", "deaths"), ("survival",))
    assert list(outcome_pairs([family])) == [
        ("mortality", "deaths", True), ("mortality", "survival", False),
    ]  # fmt: skip


def test_what_was_judged_are_training_abstracts_alone() -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    keys = {key for key, _, _ in read_lies()}
    labelled = {row["id"] for row in read_jsonl(data / "labels" / "train.jsonl")}
    assert keys <= labelled
    assert len(keys & held_out()) > 100


def test_turning_a_question_turns_only_its_order() -> None:
    straight = _asked("own", "enzyme blocker", "dummy pill", "survival", "higher")
    turned = straight.turned(network().encoder)
    for question, order in ((straight, STRAIGHT), (turned, TURNED)):
        example = _example(replace(question, kind="own"))
        (lie,) = lies_of(example, {("PMC1", "own", 0): (1, order)})
        assert lie.same_way is False
