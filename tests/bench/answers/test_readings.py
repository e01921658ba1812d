"""Readings from a file take the reader's place: what the file says is what the rest of the pipeline gets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aitia.model.errors import AitiaError
from bench.answers import command as answers
from bench.answers.readings import read_readings

# Both workers would make the run that these tests share.
pytestmark = pytest.mark.xdist_group("bench_readings")

ABSTRACT = (
    "We randomised 800 adults to warm saline (n=400) or cold saline (n=400). "
    "Fever occurred in 40 and in 80 adults. Pain scores were alike in both groups (p=0.6)."
)
FEVER = "Fever occurred in 40 and in 80 adults."
PAIN = "Pain scores were alike in both groups (p=0.6)."
BASE = {
    "evidence_certainty": "moderate",
    "original_review": "first",
    "sources": {
        "900001": {
            "title": "Warm saline against cold saline: a randomised trial.",
            "content": ABSTRACT,
            "date": "2011-05-01",
        }
    },
}
FORM = "Is {} higher, lower, or the same when comparing warm saline to cold saline?"
QUESTIONS = [
    {**BASE, "question_id": 1, "question": FORM.format("fever"), "answer": "lower"},
    {**BASE, "question_id": 2, "question": FORM.format("pain"), "answer": "no difference"},
    {**BASE, "question_id": 3, "question": FORM.format("thirst"), "answer": "insufficient data"},
]


def span(sentence: str) -> list[int]:
    return [ABSTRACT.index(sentence), ABSTRACT.index(sentence) + len(sentence)]


def answer(number: int, outcome: str, told: str, sentence: str | None, **more: object) -> dict[str, object]:
    evidence = [span(sentence)] if sentence else []
    return {
        "question_id": number,
        "intervention": "warm saline",
        "comparator": "cold saline",
        "outcome": outcome,
        "answer": told,
        "significant": None,
        "evidence": evidence,
        **more,
    }


READING = {
    "pmid": "900001",
    "design": "rct",
    "participants": 812,
    "findings": [],
    "answers": [
        answer(1, "fever", "lower", FEVER, significant=True),
        answer(2, "pain", "same", PAIN, significant=False),
        answer(3, "thirst", "not reported", None),
    ],
}


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    folder = tmp_path_factory.mktemp("readings")
    questions, readings, out = folder / "q.jsonl", folder / "r.jsonl", folder / "p.jsonl"
    questions.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    readings.write_text(json.dumps(READING) + "\n", encoding="utf-8")
    options = ["--readings", str(readings), "--no-ablations", "--predictions", str(out)]
    assert answers.main([str(questions), *options]) == 0
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_the_files_direction_size_and_test_reach_the_study(rows):
    (study,) = rows[0]["studies"]
    assert (study["direction"], study["significant"], study["sample_size"]) == ("decreases", True, 812)
    assert rows[0]["predicted"] == "lower"


def test_no_difference_in_the_file_is_no_difference_in_the_study(rows):
    (study,) = rows[1]["studies"]
    assert study["direction"] == "no_difference"


def test_what_the_file_calls_not_reported_gives_no_study_whatever_the_abstract_says(rows):
    assert rows[2]["studies"] == []
    assert rows[2]["predicted"] == "insufficient data"


def test_a_line_that_is_no_reading_is_named(tmp_path: Path):
    file = tmp_path / "r.jsonl"
    file.write_text('{"pmid": "1", "answers": []}\n{"answers": []}\n', encoding="utf-8")
    with pytest.raises(AitiaError, match=r"r\.jsonl, line 2 is no reading"):
        read_readings(file)


def test_readings_and_a_language_model_exclude_each_other(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setenv("AITIA_GEMINI_API_KEY", "none")
    questions, readings = tmp_path / "q.jsonl", tmp_path / "r.jsonl"
    questions.write_text(json.dumps(QUESTIONS[0]) + "\n", encoding="utf-8")
    readings.write_text(json.dumps(READING) + "\n", encoding="utf-8")
    assert answers.main([str(questions), "--readings", str(readings), "--engine", "gemini"]) == 2
    assert "--readings takes the place of --engine gemini" in capsys.readouterr().err
