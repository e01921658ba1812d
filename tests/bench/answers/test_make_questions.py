"""A questions file from a folder of review data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from bench.answers import make_questions
from bench.answers.questions import read_questions

HEADINGS = (
    "Analysis.group,Analysis.number,Analysis.name,Experimental.name,Control.name,Certainty,Confounders,"
    "Study,Study.year,PMID,Title,Abstract,Measure,Experimental.mean,Experimental.SD,Experimental.cases,"
    "Experimental.N,Control.mean,Control.SD,Control.cases,Control.N,Mean,CI.start,CI.end,Answer"
)
FEVER = "1,1,fever,warm saline,cold saline,moderate,age; sex"
ASH = "Ash 2001,2001,1001,Warm saline in adults,Text one"
ROWS = [
    f"{FEVER},{ASH},,0,0,20,200,0,0,60,200,,,,",
    f"{FEVER},Birch 2003,2003,1002,Warm saline in children,Text two,,0,0,15,150,0,0,40,150,,,,",
    f"1,2,pain score,warm saline,cold saline,,,{ASH},,4.0,2.0,,100,4.1,2.0,,100,,,,",
    f"1,3,itch,warm saline,cold saline,very low,,{ASH},RR,,,,,,,,,0.5,0.1,2.5,",
    f"1,4,sleep,warm saline,cold saline,,,{ASH},,,,,,,,,,,,,",
    f"1,5,nausea,warm saline,cold saline,low,,{ASH},,,,,,,,,,,,,higher",
    f"1,6,cough,,,,,{ASH},,,,,,,,,,,,,",
]


def write(folder: Path) -> None:
    (folder / "review-a.csv").write_text("\n".join([HEADINGS, *ROWS]) + "\n", encoding="utf-8")
    with gzip.open(folder / "review-b.csv.gz", "wt", encoding="utf-8") as handle:
        handle.write("\n".join([HEADINGS, ROWS[0]]) + "\n")


def test_every_analysis_becomes_a_question_that_the_benchmark_reads(tmp_path: Path, capsys):
    write(tmp_path)
    out = tmp_path / "out.jsonl"
    assert make_questions.main([str(tmp_path), str(out)]) == 0
    found = read_questions(out)
    assert [question.answer.value for question in found] == [
        "lower",
        "no difference",
        "uncertain effect",
        "insufficient data",
        "higher",
        "lower",
    ]
    first = found[0]
    assert first.review == "review-a"
    assert set(first.sources) == {"1001", "1002"}
    assert first.effect is not None
    assert 0.3 < first.effect.point < 0.4
    assert first.confounders == ("age", "sex")
    assert first.certainty is not None
    assert first.certainty.value == "moderate"
    assert "analysis '1.6'" in capsys.readouterr().err


def test_a_missing_column_is_a_named_problem(tmp_path: Path):
    (tmp_path / "thin.csv").write_text("Study,Title\nAsh 2001,Something\n", encoding="utf-8")
    made = make_questions.make_questions(tmp_path)
    assert made.questions == []
    assert "analysis.name" in made.problems[0]


def test_an_empty_folder_says_what_is_wanted(tmp_path: Path, capsys):
    assert make_questions.main([str(tmp_path), str(tmp_path / "out.jsonl")]) == 2
    assert "one CSV per review" in capsys.readouterr().err


def test_binary_noise_is_a_problem_and_no_crash(tmp_path: Path):
    (tmp_path / "noise.csv").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "noise.csv.gz").write_bytes(b"no gzip at all")
    made = make_questions.make_questions(tmp_path)
    assert len(made.problems) == 2


def test_questions_of_a_folder_are_the_same_each_time(tmp_path: Path):
    write(tmp_path)
    once, again = make_questions.make_questions(tmp_path), make_questions.make_questions(tmp_path)
    assert json.dumps(once.questions) == json.dumps(again.questions)
