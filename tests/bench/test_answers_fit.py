"""Fitting the comparison's weights on predictions written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aitia.comparison import shipped_rules
from bench import answers_fit


def prediction(number: int, answer: str, **features: object) -> dict[str, object]:
    told = {"studies": 1, "studies_with_direction": 1, "best_outcome_score": 0.9, "trials": 1}
    return {
        "question_id": str(number),
        "review": f"review {number % 4}",
        "answer": answer,
        "certainty": "low",
        "sources": 1,
        "predicted": answer,
        "features": told | features,
    }


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    """Large trials with an effect, tiny ones that are called uncertain, and one question that failed."""
    rows = [prediction(n, "lower", lower=1.0, participants=900, certainty_level=3) for n in range(12)]
    rows += [
        prediction(n, "uncertain effect", lower=1.0, participants=12, certainty_level=1)
        for n in range(12, 24)
    ]
    rows.append(prediction(24, "higher") | {"predicted": None})
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_small_uncertain_trials_are_told_from_large_ones_of_other_reviews(predictions: Path):
    rows = answers_fit.load(predictions)
    assert len(rows) == 24
    held_out = answers_fit.cross_validated(rows)
    assert all(row.right for row in held_out)


def test_no_weight_is_negative_and_a_fit_is_the_same_each_time(predictions: Path):
    rows = answers_fit.load(predictions)
    once, again = answers_fit.fit(rows), answers_fit.fit(list(reversed(rows)))
    for name in ("insufficient", "uncertain", "right"):
        weights = getattr(once, name)
        assert all(weight >= 0 for key, weight in weights.items() if key != "base")
        assert weights == pytest.approx(getattr(again, name), abs=2e-3)


def test_without_the_word_nothing_is_written(predictions: Path, tmp_path: Path):
    before = answers_fit.RULES_FILE.read_bytes()
    figures = tmp_path / "figures.json"
    assert answers_fit.main([str(predictions), "--json", str(figures)]) == 0
    assert answers_fit.RULES_FILE.read_bytes() == before
    names = [row["measure"] for row in json.loads(figures.read_text(encoding="utf-8"))]
    assert "left-out reviews: accuracy" in names


def test_the_shipped_rules_are_what_a_fit_gives_a_name_to():
    shipped = shipped_rules()
    for name, prior in answers_fit.PRIOR.items():
        assert set(getattr(shipped, name)) == set(prior)
