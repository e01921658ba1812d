"""Neighbours of a question are other pages than its own, the nearest ones."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import network
from aitia.text.sentences import sentences
from bench.training.reader import subject
from bench.training.reader.examples import make_asked, make_page

TEXT = "We treated 200 adults. Mortality was lower with zeltamine than with placebo. "


def _embed(names: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    counts = np.array([[1.0 + name.lower().count(letter) for letter in "aez"] for name in names])
    unit: np.ndarray[tuple[int, int], np.dtype[np.float64]] = counts / np.linalg.norm(counts, axis=1)[:, None]
    return unit


def test_a_corpus_leaves_out_what_is_short_untitled_or_banned_and_the_questions_own_page(
    tmp_path: Path,
) -> None:
    rows = [{"pmcid": f"PMC{n}", "pmid": n, "title": f"Trial {n}", "abstract": TEXT * 5} for n in range(1, 7)]
    rows += [
        {"pmid": 8, "title": "Short", "abstract": TEXT},
        {"pmid": 9, "title": None, "abstract": TEXT * 5},
    ]
    path = tmp_path / "corpus.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    corpus = subject.read_neighbours(network().encoder, path, {"PMC5", "6"}, _embed)
    assert [row[0] for row in corpus.rows] == ["PMC1", "PMC2", "PMC3", "PMC4"]
    assert corpus.vectors.shape == (4, 3)
    left = corpus.without({"PMC2"})
    assert [row[0] for row in left.rows] == ["PMC1", "PMC3", "PMC4"]
    page = make_page(network().encoder, "Trial 1", sentences(TEXT))
    asked = AskedOutcome("zeltamine", "placebo", "mortality")
    question = make_asked(network().encoder, page, "review", asked, 2, (1,))
    near = left.near("PMC1", question, _embed, np.random.default_rng(0))
    assert {key: found.text.title for key, found in near} == {"PMC3": "Trial 3", "PMC4": "Trial 4"}
