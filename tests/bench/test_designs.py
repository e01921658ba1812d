"""Which labelled abstracts are read as randomised trials, counted by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bench.reading.papers import design_measures

TRIAL = "Adults were randomly assigned to tea or water. Gout was less frequent with tea (P = 0.01)."
COHORT = "In this retrospective cohort study we reviewed records of 900 tea drinkers. Gout was less frequent."
PAPERS = {
    "PMC1": ("Tea for gout: a randomised controlled trial", TRIAL, "rct"),
    "PMC2": ("Tea and gout: a retrospective cohort study", COHORT, "cohort"),
    "PMC3": ("Tea against water: a randomised controlled trial", TRIAL, "cohort"),
}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    labels, corpus = tmp_path / "labels.jsonl", tmp_path / "corpus.jsonl.gz"
    rows = [
        {"pmcid": key, "pmid": None, "title": title, "abstract": abstract}
        for key, (title, abstract, _) in PAPERS.items()
    ]
    with gzip.open(corpus, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    told = [{"id": key, "design": design} for key, (*_, design) in PAPERS.items()]
    labels.write_text("".join(json.dumps(row) + "\n" for row in told), encoding="utf-8")
    return labels, corpus


def test_trials_and_others_that_pass_for_them_are_counted(files: tuple[Path, Path]) -> None:
    measures, _ = design_measures(*files)
    told = {m.measure: (m.value, m.n, m.baseline) for m in measures}
    assert told == {
        "designs: F1 of randomised trials": (pytest.approx(2 / 3), 3, pytest.approx(2 / 3)),
        "designs: randomised trials read as such": (1.0, 1, 1.0),
        "designs: others read as randomised trials": (0.5, 2, 0.5),
    }
