"""What the wording of questions gives away: told from words alone, and nothing where all are worded alike."""

from __future__ import annotations

import json
from pathlib import Path

from aitia.reading.trained.layout import AskedOutcome
from bench.training.reader.own_passages import PassageQuestion
from bench.training.reader.wording import Questions, figures, out_of_fold, questions


def _labels(tmp_path: Path) -> Path:
    rows = [
        {
            "id": key,
            "questions": [
                {"outcome": f"pain at rest {key}", "answer": "lower"},
                {"outcome": "survival", "answer": "not reported"},
            ],
        }
        for key in ("a", "b", "c")
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_questions_are_those_of_the_abstracts_asked_for(tmp_path: Path) -> None:
    path, keys = _labels(tmp_path), frozenset({"a"})
    assert questions(path, keys) == (["pain at rest a", "survival"], [True, False])
    assert len(questions(path, keys, inside=False)[0]) == 4
    assert len(questions(path)[0]) == 6


def test_words_that_only_near_misses_have_tell_them_apart() -> None:
    learned: Questions = (["pain at rest", "survival"] * 5, [True, False] * 5)
    assert "AUROC 1.000, right 1.000, n 2" in figures(
        learned, {"other": (["rest", "survival"], [True, False])}
    )


def test_nothing_is_told_where_all_are_worded_alike() -> None:
    learned: Questions = (["pain"] * 10, [True, False] * 5)
    assert "AUROC 0.500" in figures(learned, {"other": (["pain", "pain"], [True, False])})


def test_our_own_questions_are_told_by_words_that_other_papers_near_misses_have() -> None:
    def row(outcome: str, answer: int) -> PassageQuestion:
        return PassageQuestion((), AskedOutcome("yoga", "stretching", outcome), answer, "")

    told = [(f"p{n}", row("pain at rest", 2)) for n in range(20)]
    missed = [(f"p{n}", row("survival", 0)) for n in range(20)]
    assert out_of_fold([*told, *missed], 5) == "AUROC 1.000, n 40"
    alike = [(f"p{n}", row("pain at rest", 0)) for n in range(20)]
    assert out_of_fold([*told, *alike], 5) == "AUROC 0.500, n 40"
