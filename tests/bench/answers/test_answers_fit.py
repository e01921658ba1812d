"""Fitting the comparison's weights on predictions written by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench.answers import fit as answers_fit


def prediction(number: int, answer: str, **features: object) -> dict[str, object]:
    told = {
        "studies": 1,
        "studies_with_direction": 1,
        "best_outcome_score": 0.9,
        "papers_read": 1,
        "reporting": 0.9,
        "randomised": True,
        "pool_lower": 0.95,
        "pool_neither": 0.05,
    }
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
    """Directions that are right at high certainty only, rare reports, and one question that failed."""
    rows = [prediction(n, "lower", certainty_level=4) for n in range(12)]
    rows += [prediction(n, "no difference", certainty_level=2) for n in range(12, 24)]
    rows += [prediction(n, "insufficient data", papers_read=4) for n in range(24, 32)]
    rows.append(prediction(32, "higher") | {"predicted": None})
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_answers_of_other_reviews_teach_what_confidence_a_certainty_deserves(predictions: Path):
    rows = answers_fit.load(predictions)
    assert len(rows) == 32
    held_out = {row.question_id: row for row in answers_fit.cross_validated(rows)}
    assert all(held_out[str(n)].right for n in (*range(12), *range(24, 32)))
    assert held_out["0"].confidence > held_out["12"].confidence + 0.08


def test_the_level_never_counts_against_and_a_fit_is_the_same_each_time(predictions: Path):
    rows = answers_fit.load(predictions)
    once, again = answers_fit.fit(rows), answers_fit.fit(list(reversed(rows)))
    assert once.right_level >= 0
    turned = [
        replace(
            row,
            features=row.features.model_copy(update={"certainty_level": 6 - row.features.certainty_level}),
        )
        for row in rows
        if row.features.certainty_level in (2, 4)
    ]
    assert once.right_level > answers_fit.fit(turned).right_level + 0.2
    assert once.model_dump() == pytest.approx(again.model_dump(), abs=2e-3)


def test_no_more_than_five_numbers_are_fitted(predictions: Path):
    fitted = answers_fit.fit(answers_fit.load(predictions)).model_dump()
    prior = answers_fit.PRIOR.model_dump()
    assert len({name for name in fitted if fitted[name] != prior[name]}) <= 5
    assert fitted["opposed_from"] == prior["opposed_from"]


def test_a_review_that_is_left_out_does_not_lower_its_own_answers(predictions: Path):
    """Averages are set: an answer of no certainty and no number is as sure whichever review is left out."""
    rows = [
        replace(row, features=row.features.model_copy(update={"certainty_level": 1, "numbers": 0}))
        for row in answers_fit.load(predictions)
    ]
    held_out = answers_fit.cross_validated(rows)
    assert len({item.confidence for item in held_out if item.answer is not None and item.sources == 1}) <= 2


def test_without_the_word_nothing_is_written(predictions: Path, tmp_path: Path):
    before = answers_fit.RULES_FILE.read_bytes()
    figures = tmp_path / "figures.json"
    assert answers_fit.main([str(predictions), "--json", str(figures)]) == 0
    assert answers_fit.RULES_FILE.read_bytes() == before
    names = [row["measure"] for row in json.loads(figures.read_text(encoding="utf-8"))]
    assert "left-out reviews: accuracy" in names
