"""Our own questions on passages: their files hold what they should, and no measuring set's paper."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from bench.labelled import data_folder, read_jsonl
from bench.training.reader.examples import ANSWERS, held_out
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.own_passages import (
    BACKGROUND,
    FILES,
    LENGTH,
    PASSAGE,
    PLAIN,
    TWIN,
    Passage,
    PassageQuestion,
    abstracts,
    invented,
    orders,
    passage,
    passage_examples,
    read_passage_questions,
    texts_of,
    topic,
)

ARTICLE = (
    "TITLE: \nZeltamine for knee pain\n\n\n\nABSTRACT.BACKGROUND:\nKnee pain is common.\n\n"
    "ABSTRACT.RESULTS:\nPain was lower with zeltamine (p=0.01).\n\n"
    "BODY.RESULTS:\n" + " ".join(f"Outcome {n} did not differ between groups." for n in range(20)) + "\n"
)
ASKED = AskedOutcome("an enzyme blocker", "dummy pill", "sore knees")


def test_a_passage_follows_what_the_abstract_says_before_its_results() -> None:
    read = passage(ARTICLE, 5)
    assert read.title == "Zeltamine for knee pain"
    assert list(read.sentences) == [0, *range(5, 5 + LENGTH)]
    assert read.sentences[0] == "Knee pain is common."
    assert len([n for n in read.sentences if n < 5]) <= BACKGROUND


def test_questions_stand_on_the_sentences_of_their_passage() -> None:
    ours = invented()
    key = next(iter(ours))
    numbers = list(ours[key].sentences)
    rows = [
        PassageQuestion((numbers[-1],), ASKED, ANSWERS["lower"], STRAIGHT),
        PassageQuestion((), ASKED, ANSWERS["not reported"], ""),
    ]
    (read,) = passage_examples(network().encoder, ours, {key: rows})
    assert [(q.kind, q.answer) for q in read.questions] == [("passage", 2), ("passage", 0)]
    (place,) = read.questions[0].evidence
    line = read.page.text.lines[read.page.context.kept[place]]
    assert line == ours[key].sentences[numbers[-1]]


def test_the_order_of_a_question_is_kept_by_its_place() -> None:
    rows = [
        PassageQuestion((1,), ASKED, 1, TURNED),
        PassageQuestion((), ASKED, 0, ""),
        PassageQuestion((1,), ASKED, 3, STRAIGHT),
    ]
    assert orders({"S1": rows}) == {("S1", PASSAGE, 0): (0, TURNED), ("S1", PASSAGE, 2): (0, STRAIGHT)}
    assert orders({"S1": rows}, PLAIN) == {("S1", PLAIN, 0): (0, TURNED), ("S1", PLAIN, 2): (0, STRAIGHT)}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("S1\tquestion\t1\ta\tb\tc\t\tsideways\ts", "not a question"),
        ("S1\tquestion\t1\ta\tb\tc\t\tsame\tx", "not a question"),
        ("S1\tquestion\t\ta\tb\tc\t\tsame\ts", "sentences for no answer, or none"),
        ("S1\tnear miss\t1\ta\tb\tc\t\tnot reported\ts", "sentences for no answer, or none"),
        ("S1", "not a question"),
    ],
)
def test_a_row_that_is_no_question_is_refused_with_its_line(tmp_path: Path, row: str, why: str) -> None:
    path = tmp_path / "own.tsv.gz"
    path.write_bytes(gzip.compress(f"S1\tquestion\t1\ta\tb\tc\t\tsame\ts\n{row}\n".encode()))
    with pytest.raises(ValueError, match=rf"own\.tsv\.gz, line 2: {why}"):
        read_passage_questions(path)


def test_an_abstract_is_a_passage_of_all_its_sentences(tmp_path: Path) -> None:
    corpus = tmp_path / "abstracts.jsonl"
    corpus.write_text('{"pmid": "1", "title": "Zeltamine", "abstract": "We treated 200. Pain was lower."}\n')
    assert abstracts(corpus, ["1"]) == {
        "1": Passage("Zeltamine", {0: "We treated 200.", 1: "Pain was lower."})
    }
    assert abstracts(tmp_path / "none", []) == {}


def test_texts_are_of_all_three_kinds(tmp_path: Path) -> None:
    articles, corpus = tmp_path / "articles.jsonl", tmp_path / "abstracts.jsonl"
    articles.write_text(json.dumps({"pmcid": "5", "text": ARTICLE}) + "\n", encoding="utf-8")
    corpus.write_text(
        '{"pmid": "1", "title": "Zeltamine", "abstract": "Pain was lower."}\n', encoding="utf-8"
    )
    texts, ours = texts_of(articles, corpus, {"1", "PMC5:5", "V01-11"}), invented()
    assert set(texts) == {"1", "PMC5:5", *ours}
    assert texts["PMC5:5"] == passage(ARTICLE, 5)
    assert texts["V01-11"] == ours["V01-11"]
    assert texts_of(tmp_path / "none", tmp_path / "none", ()) == ours


def test_every_question_names_sentences_of_its_passage() -> None:
    texts = invented()
    assert len(texts) == 3_035
    asked = {kind: read_passage_questions(path) for kind, path in FILES.items()}
    assert set(texts) <= {key for rows in asked.values() for key in rows}
    for rows in asked.values():
        own = {key: said for key, said in texts.items() if key in rows}
        assert all(n in own[key].sentences for key in own for row in rows[key] for n in row.sentences)


def test_each_question_of_twins_is_answered_differently_by_its_four_papers() -> None:
    answers: dict[tuple[str, AskedOutcome], list[int]] = defaultdict(list)
    for key, rows in read_passage_questions(FILES[TWIN]).items():
        for row in rows:
            answers[topic(key), row.asked].append(row.answer)
    assert {len(given) for given in answers.values()} == {4}
    assert min(len(set(given)) for given in answers.values()) >= 2
    assert sum(len(set(given)) == 4 for given in answers.values()) / len(answers) > 0.9


@pytest.mark.parametrize("kind", FILES)
def test_no_paper_of_a_measuring_set_is_among_them(kind: str) -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    ours = invented()
    papers = {key.partition(":")[0] for key in read_passage_questions(FILES[kind]) if key not in ours}
    train = {f"PMC{row['pmcid']}" for row in read_jsonl(data / "evidence_inference" / "train.jsonl.gz")}
    train |= {row["id"] for row in read_jsonl(data / "labels" / "train.jsonl")}
    measured = {row["id"] for row in read_jsonl(data / "labels" / "dev.jsonl")}
    assert bool(papers) == (kind != TWIN)
    assert papers <= train - measured - held_out()
