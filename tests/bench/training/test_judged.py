"""Questions that a search brought: their text is the labels', their pages are no page to learn from."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome
from bench.labelled import data_folder, read_jsonl
from bench.training.reader.examples import ANSWERS, held_out
from bench.training.reader.judged import ASKED_HELD, BOTH, FIRST, SECOND, read_judged, with_arms
from bench.training.reader.lies import TURNED
from bench.training.reader.own_passages import ASKED, FILES, PassageQuestion, read_passage_questions
from bench.training.reader.twins import held_asked, held_judged

ASKED_OF = {"intervention": "zinc", "comparator": "honey", "outcome": "cough", "population": "adults"}


def _labels(folder: Path) -> Path:
    path = folder / "labels.jsonl"
    path.write_text(json.dumps({"id": "L1", "questions": [ASKED_OF]}) + "\n", encoding="utf-8")
    return path


def _rows(folder: Path, *rows: str) -> Path:
    path = folder / "own_judged.tsv.gz"
    path.write_bytes(gzip.compress("".join(f"{row}\n" for row in rows).encode()))
    return path


def test_a_question_has_the_labels_words_and_the_arms_that_it_was_asked_with(tmp_path: Path) -> None:
    path = _rows(tmp_path, "P1\tL1\t0\tboth\t\tnot reported\t", "P1\tL1\t0\tsecond\t3,4\tlower\tt")
    first, second = read_judged(_labels(tmp_path), path)["P1"]
    assert first == PassageQuestion((), AskedOutcome(**ASKED_OF), ANSWERS["not reported"], "")
    assert second.asked == AskedOutcome("honey", NO_COMPARATOR, "cough", "adults")
    assert (second.sentences, second.answer, second.order) == ((3, 4), ANSWERS["lower"], TURNED)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("P1\tL1\t0\tneither\t\tnot reported\t", "not a question that was judged"),
        ("P1\tL1\t0\tboth\t\tsideways\t", "not a question that was judged"),
        ("P1\tL1\t0\tboth\t\tnot reported", "not a question that was judged"),
        ("P1\tL1\t1\tboth\t\tnot reported\t", "no question of the labels"),
        ("P1\tL2\t0\tboth\t\tnot reported\t", "no question of the labels"),
        ("P1\tL1\t0\tboth\t\tlower\ts", "sentences for no answer, or none"),
        ("P1\tL1\t0\tboth\t2\tnot reported\t", "sentences for no answer, or none"),
    ],
)
def test_a_row_that_is_none_is_refused_with_its_line(tmp_path: Path, row: str, why: str) -> None:
    path = _rows(tmp_path, "P1\tL1\t0\tfirst\t\tnot reported\t", row)
    with pytest.raises(ValueError, match=rf"own_judged\.tsv\.gz, line 2: {why}"):
        read_judged(_labels(tmp_path), path)


def test_one_arm_alone_is_the_one_that_is_named() -> None:
    asked = AskedOutcome(**ASKED_OF)
    assert with_arms(asked, BOTH) is asked
    assert with_arms(asked, FIRST).intervention == "zinc"
    assert with_arms(asked, SECOND).intervention == "honey"
    assert with_arms(asked, FIRST).comparator == with_arms(asked, SECOND).comparator == NO_COMPARATOR


def test_no_comparator_in_the_file_is_none_that_is_asked_about() -> None:
    rows = [row for rows in read_passage_questions(FILES[ASKED]).values() for row in rows]
    assert not any(row.asked.comparator == "" for row in rows)
    assert sum(row.asked.comparator == NO_COMPARATOR for row in rows) > 1_000


def test_nothing_learns_from_the_abstracts_that_are_measured() -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    labels = data / "labels" / "train.jsonl"
    pages = {*read_judged(labels), *read_passage_questions(ASKED_HELD)}
    learned = {f"PMC{row['pmcid']}" for row in read_jsonl(data / "evidence_inference" / "train.jsonl.gz")}
    learned |= {row["id"] for row in read_jsonl(labels)}
    assert not pages & (learned - held_out())
    assert not pages & {row["id"] for row in read_jsonl(data / "labels" / "dev.jsonl")}
    judged, asked = held_judged(), held_asked()
    assert {item.row["id"] for item in (*judged, *asked)} == pages
    answers = [q["answer"] for item in judged for q in item.row["questions"]]
    assert answers.count("not reported") > 0.95 * len(answers) > 1_900
    assert any(q["comparator"] == "" for item in asked for q in item.row["questions"])
