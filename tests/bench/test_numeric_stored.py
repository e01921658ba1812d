"""Numbers out of articles as they are stored: what is read, exact, and says what was published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.reading.numeric_stored import stored_measures, stored_passages

ARTICLE = """# Results ::::table-wrap
::: caption
Outcomes at twelve weeks
:::

  Outcome                Lesurad (n = 40)   Placebo (n = 41)   P
  ---------------------- ------------------ ------------------ -------
  Flares
   Any flare, n (%)      8 (20.0)           22 (53.7)          .002
  Urate, mean (SD)       5.1 (1.2)          6.8 (1.4)          <.001::::
"""
BINARY = {
    "intervention_events": "8",
    "intervention_group_size": 40,
    "comparator_events": 22,
    "comparator_group_size": 41,
}
CONTINUOUS = {
    "intervention_mean": 5.1,
    "intervention_standard_deviation": 1.2,
    "intervention_group_size": 40,
    "comparator_mean": 6.8,
    "comparator_standard_deviation": 1.4,
    "comparator_group_size": 41,
}


def _row(kind: str, outcome: str, figures: dict[str, Any]) -> dict[str, Any]:
    asked = {"pmcid": "7", "intervention": "lesurad", "comparator": "placebo", "outcome": outcome}
    return {**asked, "outcome_type": kind, **figures}


def _measured(folder: Path, *rows: dict[str, Any]) -> dict[str, tuple[float | None, int]]:
    dev, articles = folder / "dev.jsonl", folder / "articles.jsonl"
    dev.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    articles.write_text(json.dumps({"pmcid": "7", "markdown": ARTICLE}) + "\n", encoding="utf-8")
    return {m.measure: (m.value, m.n) for m in stored_measures(dev, articles)[0]}


def test_an_article_is_stored_with_a_line_a_row() -> None:
    text = "\n".join(p.text for p in stored_passages("7", ARTICLE))
    assert "Outcomes at twelve weeks\nOutcome | Lesurad (n = 40) | Placebo (n = 41) | P\n" in text
    assert "\nAny flare, n (%) | 8 (20.0) | 22 (53.7) | .002\n" in text


def test_exact_numbers_agree_and_others_count_as_read(tmp_path: Path) -> None:
    wrong = {**BINARY, "intervention_events": 22, "comparator_events": 8}
    found = _measured(
        tmp_path,
        _row("binary", "any flare", BINARY),
        _row("continuous", "urate", CONTINUOUS),
        _row("binary", "any flare", wrong),
        _row("binary", "death", BINARY),
        _row("binary", "any flare", {**BINARY, "comparator_events": None}),
    )
    assert found == {
        "numbers: complete rows": (0.75, 4),
        "numbers: exact of these": (2 / 3, 3),
        "numbers that agree: complete rows": (0.5, 4),
        "numbers that agree: exact of these": (1.0, 2),
    }


def test_nothing_read_has_no_share_of_exact(tmp_path: Path) -> None:
    found = _measured(tmp_path, _row("binary", "death", BINARY))
    assert found == {"numbers: complete rows": (0.0, 1), "numbers that agree: complete rows": (0.0, 1)}
