"""The abductive benchmark on a set written for the test: score, artefacts, folds, predictions, bad files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.abductive.command import main

NONE = "None of the others are correct causes."
SPARK, BAND, MILL = "A spark set straw on fire.", "A brass band played at the fair.", "The mill burned down."
DAM, VOTE, FLOOD = "The old dam broke.", "The council elected a chair.", "A flood covered the meadows."
OTHERS = (
    "Bread was dear that winter. The choir sang on Sunday. Two shops closed for good. It was a mild spring."
)
FIRE = "The mill burned down after a spark set the straw on fire. Firemen came too late for the mill."
WATER = "A flood covered the meadows after the old dam broke. Cows were saved from the flooded meadows."
TOPICS = [
    {"topic_id": 1, "docs": [{"id": "a", "content": FIRE}, {"id": "b", "content": f"{OTHERS} {BAND}"}]},
    {"topic_id": 2, "docs": [{"id": "c", "content": WATER}, {"id": "d", "content": f"{OTHERS} {VOTE}"}]},
]


def _row(number: int, topic: int, event: str, options: list[str], gold: str) -> dict[str, object]:
    named = {f"option_{letter}": text for letter, text in zip("ABCD", options, strict=True)}
    return {"id": f"q{number}", "topic_id": topic, "target_event": event, **named, "golden_answer": gold}


ROWS = [
    _row(1, 1, MILL, [BAND, SPARK, "Cider was sold.", "A king was crowned."], "B"),
    _row(2, 2, FLOOD, [DAM, VOTE, "Taxes fell in 1913.", "A play was staged."], "A"),
    _row(3, 2, FLOOD, [VOTE, "A play was staged.", NONE, "Taxes fell in 1913."], "C"),
    _row(4, 1, MILL, [SPARK, BAND, SPARK, "A king was crowned."], "A,C"),
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    questions, documents = tmp_path / "questions.jsonl", tmp_path / "docs.json"
    questions.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    documents.write_text(json.dumps(TOPICS), encoding="utf-8")
    return questions, documents


def test_gold_gives_figures_with_and_without_the_artefacts_and_out_of_fold(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    questions, documents = files
    out = tmp_path / "figures.json"
    arguments = [str(questions), "--documents", str(documents), "--gold", str(questions), "--json", str(out)]
    main(arguments)
    figures = {row["measure"]: row["value"] for row in json.loads(out.read_text(encoding="utf-8"))}
    assert len(figures) == 16
    assert figures["shipped model, the rules alone: artefact-free"] == 1
    assert figures["shipped model, with the artefacts: offers none of the others"] == 1
    assert figures["shipped model, with the artefacts: repeats an option"] == 1
    assert figures["out of fold by topic, the rules alone: artefact-free"] == 1


def test_without_gold_predictions_are_written(files: tuple[Path, Path], tmp_path: Path) -> None:
    questions, documents = files
    bare = [{k: v for k, v in row.items() if k != "golden_answer"} for row in ROWS]
    questions.write_text("".join(json.dumps(row) + "\n" for row in bare), encoding="utf-8")
    out = tmp_path / "answers.jsonl"
    main([str(questions), "--documents", str(documents), "--out", str(out)])
    answers = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["answer"] for row in answers] == ["B", "A", "C", "A,C"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "is not JSON"),
        (json.dumps({**ROWS[0], "option_B": " "}), '"option_B" is missing or empty'),
        (json.dumps({k: v for k, v in ROWS[0].items() if k != "topic_id"}), '"topic_id" is missing'),
        (json.dumps(ROWS[0]), "stands twice"),
        ("[]", "is no JSON object"),
    ],
)
def test_a_line_that_is_no_question_is_named(
    files: tuple[Path, Path], line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, documents = files
    questions.write_text(f"{json.dumps(ROWS[0])}\n{line}\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(questions), "--documents", str(documents)])
    message = " ".join(capsys.readouterr().err.split())
    assert said in message
    assert "questions.jsonl:2" in message


def test_gold_of_other_questions_and_documents_of_another_shape_are_refused(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, documents = files
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"id": "q1", "golden_answer": "E"}) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(questions), "--documents", str(documents), "--gold", str(gold)])
    assert "no list of letters" in capsys.readouterr().err
    documents.write_text('{"docs": []}', encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(questions), "--documents", str(documents)])
    assert "a list of topics" in " ".join(capsys.readouterr().err.split())
