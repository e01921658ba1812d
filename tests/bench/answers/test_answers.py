"""The answers benchmark from its questions file to its JSON list, through the real pipeline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aitia.model.errors import AitiaError
from bench.answers import command as answers
from bench.answers.questions import read_questions, write_sources

# Both workers would make the run that these tests share.
pytestmark = pytest.mark.xdist_group("bench_answers")

QUESTIONS = [
    {
        "question_id": 1,
        "question": "Is fever higher, lower, or the same when comparing warm saline to cold saline?",
        "answer": "lower",
        "evidence_certainty": "moderate",
        "original_review": "first",
        "sources": {
            "900001": {
                "title": "Warm saline and postoperative fever: a randomised trial.",
                "content": "We randomised 800 adults to warm saline (n=400) or cold saline (n=400). "
                "Fever was significantly lower with warm saline than with cold saline "
                "(risk ratio 0.50, 95% CI 0.40 to 0.62; P<0.001).",
                "date": "2011-05-01",
            },
            "900002": {"title": "A letter on knitting.", "content": "Wool is warm.", "date": "1999-01-01"},
        },
        "effect": {"measure": "RR", "point": 0.5, "low": 0.4, "high": 0.6},
        "confounders": ["age"],
        "type": "conflict",
        "conflict": False,
    },
    {
        "question_id": 2,
        "question": "Is hospital stay higher, lower, or the same when comparing blue rooms to white rooms?",
        "answer": "insufficient data",
        "evidence_certainty": "",
        "original_review": "second",
        "sources": {
            "900003": {
                "title": "Blue rooms and mood.",
                "content": "In 40 patients, mood did not differ between blue rooms and white rooms (p=0.6).",
                "date": "2004",
            }
        },
    },
    {
        "question_id": 3,
        "question": "What is the weather like?",
        "answer": "no difference",
        "original_review": "second",
        "sources": {},
    },
]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """One run over three questions, one of which cannot be read."""
    folder = tmp_path_factory.mktemp("answers")
    questions = folder / "questions.jsonl"
    questions.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    figures, predictions = folder / "figures.json", folder / "predictions.jsonl"
    code = answers.main([str(questions), "--json", str(figures), "--predictions", str(predictions)])
    rows = [json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines()]
    return {"code": code, "figures": json.loads(figures.read_text(encoding="utf-8")), "rows": rows}


def figure(ran, name):
    return next(row for row in ran["figures"] if row["measure"] == name)


def test_a_question_that_cannot_be_read_is_counted_and_stops_nothing(ran):
    assert ran["code"] == 0
    assert figure(ran, "questions that failed")["value"] == 1
    assert "QuestionError" in ran["rows"][2]["error"]
    assert ran["rows"][2]["predicted"] is None


def test_answers_come_from_the_questions_own_sources(ran):
    first, second, _ = ran["rows"]
    assert first["predicted"] == "lower"
    assert len(first["studies"]) == 1
    assert second["studies"] == []
    assert second["predicted"] == "insufficient data"


def test_figures_count_every_question_and_state_baseline_and_interval(ran):
    accuracy = figure(ran, "accuracy")
    assert set(accuracy) == {"measure", "value", "n", "ci", "baseline"}
    assert (accuracy["n"], accuracy["value"]) == (3, pytest.approx(2 / 3))
    assert accuracy["baseline"] == pytest.approx(1 / 3)
    assert accuracy["ci"][0] <= accuracy["value"] <= accuracy["ci"][1]


def test_the_effect_and_the_sources_used_are_judged_where_they_are_known(ran):
    assert figure(ran, "effect size right, where it can be judged")["value"] == 1
    assert figure(ran, "effect size right, where it can be judged")["n"] == 1
    assert figure(ran, "evidence completeness: given sources in the answer")["value"] == pytest.approx(0.25)
    assert figure(ran, "listed confounders found")["n"] == 1


@pytest.mark.parametrize(
    "name",
    [
        "without grading",
        "without synthesis",
        "without the vote",
        "without gating",
        "reader alone",
        "search and reader",
        "static graph",
    ],
)
def test_every_ablation_is_a_figure_beside_the_whole_engine(ran, name):
    assert figure(ran, f"{name}: accuracy")["n"] == figure(ran, "whole engine: accuracy")["n"]


def test_types_and_conflicts_are_figures_where_the_file_tells_them(ran):
    assert (
        figure(ran, "accuracy, type: conflict")["value"],
        figure(ran, "accuracy, type: conflict")["n"],
    ) == (1, 1)
    assert figure(ran, "conflict told where there is one, none elsewhere")["value"] == 1


def test_all_cells_of_the_confusion_add_up_to_the_questions(ran):
    cells = [row["value"] for row in ran["figures"] if row["measure"].startswith("confusion: ")]
    assert sum(cells) == 3


def test_a_corpus_takes_the_place_of_the_given_sources(tmp_path: Path):
    questions, corpus, figures = (tmp_path / name for name in ("q.jsonl", "corpus.jsonl", "figures.json"))
    questions.write_text(json.dumps(QUESTIONS[0]) + "\n", encoding="utf-8")
    papers = [{"pmid": k, "title": v["title"], "abstract": v["content"]} for k, v in sources(QUESTIONS[:2])]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in papers), encoding="utf-8")
    arguments = [str(questions), "--corpus", str(corpus), "--json", str(figures)]
    assert answers.main(arguments) == 0
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert next(r for r in found if r["measure"] == "given sources that passed the gate")["value"] == 0.5


def sources(questions):
    return [(pmid, paper) for question in questions for pmid, paper in question["sources"].items()]


def test_a_broken_line_is_named(tmp_path: Path, capsys):
    path = tmp_path / "q.jsonl"
    path.write_text('{"question": "x"}\n', encoding="utf-8")
    assert answers.main([str(path)]) == 2
    assert "line 1" in capsys.readouterr().err
    with pytest.raises(AitiaError, match="No questions file"):
        read_questions(tmp_path / "none.jsonl")


def test_sources_keep_their_year_and_number(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(QUESTIONS[0]) + "\n", encoding="utf-8")
    written = write_sources(read_questions(path)[0], tmp_path / "sources.jsonl")
    first = json.loads(written.read_text(encoding="utf-8").splitlines()[0])
    assert (first["pmid"], first["year"]) == ("900001", 2011)
