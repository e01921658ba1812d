"""What we read in training abstracts ourselves: places, no text, and no paper of a measuring set."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bench.labelled import data_folder, read_jsonl
from bench.training.close.own_findings import OwnFinding, as_labelled, read_own_findings
from bench.training.reader.examples import read_corpus

TITLE = "Zeltamine for knee pain"
ABSTRACT = "We treated 200 adults. Pain was lower with zeltamine than with placebo. Sleep did not differ."
PAPERS = {"PMC1": {"title": TITLE, "abstract": ABSTRACT}}
FIRST = "PMC1\t1\t23-27\tt0-9\t63-70\tlower\tyes"


def _write(path: Path, *rows: str) -> Path:
    path.write_bytes(gzip.compress("".join(f"{row}\n" for row in rows).encode()))
    return path


def test_names_are_what_stands_at_their_places(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.tsv.gz", FIRST, "PMC1\t1,2\t72-77\t43-52\tbaseline\tsame\t")
    (row,) = as_labelled(read_own_findings(path), PAPERS)
    first, second = row["findings"]
    names = [first[side] for side in ("outcome", "intervention", "comparator")]
    assert names == ["Pain", "Zeltamine", "placebo"]
    assert (first["direction"], first["significant"]) == ("lower", True)
    assert [ABSTRACT[a:b] for a, b in first["evidence"]] == [
        "Pain was lower with zeltamine than with placebo."
    ]
    assert (second["outcome"], second["intervention"], second["comparator"]) == (
        "Sleep",
        "zeltamine",
        "baseline",
    )
    assert second["significant"] is None
    assert len(second["evidence"]) == 2


def test_an_abstract_without_results_has_no_finding(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.tsv.gz", "PMC1\t\t\t\t\t\t")
    assert read_own_findings(path) == {"PMC1": []}
    assert as_labelled(read_own_findings(path), PAPERS) == [{"id": "PMC1", "questions": [], "findings": []}]


@pytest.mark.parametrize(
    "row",
    [
        "PMC1\t1\tPain\tt0-9\t63-70\tlower\tyes",
        "PMC1\t1\t23-27\tbaseline\t\tlower\tyes",
        "PMC1\t1\t23-27\tt0-9\t63-70\tnot reported\tyes",
        "PMC1\t1\t23-27\tt0-9\t63-70\tlower\tmaybe",
        "PMC1\tone\t23-27\tt0-9\t63-70\tlower\tyes",
        "PMC1\t1\t23-27\tt0-9\tplacebo\tlower\tyes",
        "PMC1",
    ],
)
def test_a_row_that_is_no_finding_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    path = _write(tmp_path / "own.tsv.gz", FIRST, row)
    with pytest.raises(ValueError, match=r"own\.tsv\.gz, line 2"):
        read_own_findings(path)


def test_the_file_holds_what_it_says() -> None:
    own = read_own_findings()
    findings: list[OwnFinding] = [one for rows in own.values() for one in rows]
    assert len(own) == 445
    assert len(findings) > 1_700
    assert max(len(rows) for rows in own.values()) <= 5


def test_every_name_stands_in_its_paper_and_none_is_of_a_measuring_set() -> None:
    data = data_folder()
    if not data.is_dir():
        pytest.skip("the shared data are not here")
    own = read_own_findings()
    labels = {row["id"] for name in ("train", "dev") for row in read_jsonl(data / "labels" / f"{name}.jsonl")}
    articles = read_jsonl(data / "evidence_inference" / "train.jsonl.gz")
    assert not set(own) & labels
    ours = Path(__file__).parents[3] / "bench" / "training" / "reader" / "own_questions.tsv.gz"
    asked = {line.split("\t")[0] for line in gzip.decompress(ours.read_bytes()).decode().splitlines()}
    assert set(own) <= {"PMC" + str(row["pmcid"]).removeprefix("PMC") for row in articles} | asked
    papers = read_corpus(data / "corpus" / "abstracts.jsonl.gz")
    for row in as_labelled(own, papers):
        for finding in row["findings"]:
            text = f"{papers[row['id']]['title']}\n{papers[row['id']]['abstract']}"
            names = [finding[side] for side in ("outcome", "intervention", "comparator")]
            assert all(name.strip() == name and name in text for name in names if name != "baseline")
            assert names[0]
            assert finding["evidence"]
