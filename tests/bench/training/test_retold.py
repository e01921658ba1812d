"""Labelled abstracts told otherwise: each question has four answers, and none of a paper is in the file."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from bench.labelled import data_folder
from bench.training.reader.examples import ANSWERS, held_out, read_corpus
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.own_passages import Passage
from bench.training.reader.retold import (
    INSERTED,
    ORIGINAL,
    paper_of,
    read_retold,
    retold_passages,
    told_otherwise,
)

LETTERS = ("a", "b", "c")
FORM = """@ 1
Q3: an enzyme blocker | dummy pill | days off work | sore knees | t
o Q3 not reported
== a
[t] Zeltamine and pain
[1] Pain was higher with zeltamine.
[1+] Workdays were lost less often.
Q1 higher 1
Q2 lower 101
Q3 not reported
== b
[1] -
Q1 not reported
Q2 same 0
Q3 lower 0
"""
ORIGINAL_TEXT = Passage("Zeltamine lowers pain", {0: "We treated 200.", 1: "Pain was lower."})


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "retold.txt.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_a_version_is_the_abstract_with_sentences_of_ours(tmp_path: Path) -> None:
    told = read_retold(written(tmp_path, FORM))["1"].versions
    assert told_otherwise(ORIGINAL_TEXT, told["a"].sentences) == Passage(
        "Zeltamine and pain",
        {
            0: "We treated 200.",
            1: "Pain was higher with zeltamine.",
            INSERTED + 1: "Workdays were lost less often.",
        },
    )
    assert told_otherwise(ORIGINAL_TEXT, told["b"].sentences).sentences == {0: "We treated 200."}
    assert told_otherwise(ORIGINAL_TEXT, told[ORIGINAL].sentences) == ORIGINAL_TEXT
    assert told_otherwise(ORIGINAL_TEXT, [("t", "-")]) == Passage("", ORIGINAL_TEXT.sentences)
    with pytest.raises(ValueError, match="no sentence 7"):
        told_otherwise(ORIGINAL_TEXT, [("7", "More.")])


def test_the_labels_questions_and_ours_are_asked_of_each_version(tmp_path: Path) -> None:
    labels, corpus = tmp_path / "labels.jsonl", tmp_path / "abstracts.jsonl"
    asked = '"intervention": "zeltamine", "comparator": "placebo", "population": ""'
    labels.write_text(
        f'{{"id": "1", "questions": [{{{asked}, "outcome": "sick days", "answer": "not reported"}}, '
        f'{{{asked}, "outcome": "pain", "answer": "lower"}}]}}\n{{"id": "2", "questions": []}}\n'
    )
    corpus.write_text('{"pmid": "1", "title": "Zeltamine", "abstract": "We treated 200. Pain was lower."}\n')
    judged = {("1", "review", 1): (0, STRAIGHT)}
    texts, rows = retold_passages(labels, corpus, read_retold(written(tmp_path, FORM)), judged)
    assert set(texts) == set(rows) == {"1#o", "1#a", "1#b"}
    first, second, third = rows["1#a"]
    assert (first.asked.outcome, first.answer, first.sentences, first.order) == (
        "pain",
        ANSWERS["higher"],
        (1,),
        STRAIGHT,
    )
    assert (second.asked.outcome, second.answer, second.order) == ("sick days", ANSWERS["lower"], "")
    assert (third.asked.outcome, third.answer, third.order) == ("days off work", 0, TURNED)
    assert [row.answer for row in rows["1#o"]] == [0]
    assert paper_of("1#a") == "1"


def test_an_abstract_without_a_label_is_asked_our_questions_alone(tmp_path: Path) -> None:
    own = "@ 2\nQ1: a pill | none | aches |  | -\no Q1 same 0\n== a\n[0] Aches rose.\nQ1 higher 0\n"
    labels, corpus = tmp_path / "labels.jsonl", tmp_path / "abstracts.jsonl"
    labels.write_text("")
    corpus.write_text('{"pmid": "2", "title": "Pills", "abstract": "Aches did not change."}\n')
    texts, rows = retold_passages(labels, corpus, read_retold(written(tmp_path, own)), {})
    assert texts["2#a"].sentences == {0: "Aches rose."}
    assert [(row.asked.outcome, row.answer, row.order) for row in rows["2#a"]] == [
        ("aches", ANSWERS["higher"], "")
    ]
    assert [row.answer for row in rows["2#o"]] == [ANSWERS["same"]]


@pytest.mark.parametrize(
    "line",
    [
        "Pain was lower.",
        "Q1 higher",
        "Q1 not reported 3",
        "Q2 sideways 1",
        "Q5 higher 1",
        "Q3: a | b | c | s",
        "[x] Pain.",
    ],
)
def test_a_line_that_is_no_part_of_a_version_is_named(tmp_path: Path, line: str) -> None:
    path = written(tmp_path, FORM + line + "\n")
    with pytest.raises(ValueError, match=rf"retold\.txt\.gz, line {FORM.count(chr(10)) + 1}: no part"):
        read_retold(path)


def test_each_question_has_four_different_answers(shared: Path) -> None:
    retold = read_retold()
    labels, corpus = data_folder() / "labels" / "train.jsonl", data_folder() / "corpus" / "abstracts.jsonl.gz"
    texts, rows = retold_passages(labels, corpus, retold, {})
    given = {name: {r.asked: r.answer for r in asked} for name, asked in rows.items()}
    for key, told in retold.items():
        assert set(told.versions) == {ORIGINAL, *LETTERS}
        for asked in given[f"{key}#a"]:
            answers = [given[f"{key}#{letter}"][asked] for letter in LETTERS]
            own = given[f"{key}#{ORIGINAL}"].get(asked)
            assert len({*answers, *([own] if own is not None else [])}) == len(answers) + (own is not None)
        for name in (f"{key}#{letter}" for letter in LETTERS):
            assert all(set(row.sentences) <= set(texts[name].sentences) for row in rows[name])
    assert set(map(paper_of, rows)) <= set(retold)
    assert 0 < len(set(retold) & held_out()) < len(retold)


def test_the_file_holds_none_of_the_papers_sentences_and_titles(shared: Path) -> None:
    corpus, texts = read_corpus(data_folder() / "corpus" / "abstracts.jsonl.gz"), 0
    for key, told in read_retold().items():
        own = _runs(corpus[key]["abstract"]) | _runs(corpus[key]["title"])
        for version in told.versions.values():
            texts += len(version.sentences)
            assert not any(_runs(text) & own for _, text in version.sentences), key
    assert texts > 10_000


def _runs(text: str) -> set[str]:
    words = re.findall(r"[a-z0-9.]+", text.lower())
    return {" ".join(words[at : at + 8]) for at in range(len(words) - 7)}
