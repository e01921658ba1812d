"""Measures on titles and abstracts: randomised trial or not, and how many are read in a second."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import TRIAL_DESIGNS
from aitia.reading.models import load_arrays
from aitia.reading.models.linear import fingerprint
from aitia.reading.study.trial_classifier import MODEL, trial_probability
from bench.labelled import labelled_rows, read_jsonl, read_medline
from bench.reading.labels import read_labelled
from bench.report import Measure, clustered_interval
from bench.training.trial_classifier import RANDOMISED

WORKERS = 2


def study_type_measures(path: Path) -> tuple[list[Measure], str]:
    """F1, precision, recall and AUROC; records that the model was trained on are answered out of fold."""
    rows = labelled_rows(read_medline(path))
    model = load_arrays(MODEL)
    known = dict(zip(model["trained_on"].tolist(), model["out_of_fold"].tolist(), strict=True))
    keys = [int(fingerprint(title, abstract)) for title, abstract, _ in rows]
    scores = np.array(
        [known.get(key, trial_probability(t, a)) for key, (t, a, _) in zip(keys, rows, strict=True)]
    )
    gold = np.array([label for _, _, label in rows])
    stem = np.array(["random" in (t + " " + a).lower() for t, a, _ in rows])
    groups = [str(k) for k in keys]
    baselines = {"F1": f1_score, "precision": precision_score, "recall": recall_score}
    measures = [
        Measure(
            f"randomised trial: {name}",
            float(score(gold, scores > 0.5)),
            len(gold),
            clustered_interval(groups, lambda i, s=score: float(s(gold[i], scores[i] > 0.5)), 300),  # type: ignore[misc]
            float(score(gold, stem)),
        )
        for name, score in baselines.items()
    ]
    auroc = float(roc_auc_score(gold, scores))
    interval = clustered_interval(groups, lambda i: float(roc_auc_score(gold[i], scores[i])), 300)
    measures.append(
        Measure("randomised trial: AUROC", auroc, len(gold), interval, float(roc_auc_score(gold, stem)))
    )
    seen = sum(k in known for k in keys)
    note = f"{seen} of {len(rows)} records were trained on: answered out of fold. Baseline: stem 'random'"
    return measures, note


def design_measures(labels: Path, corpus: Path) -> tuple[list[Measure], str]:
    """Randomised trial or not, as the pipeline reads it from labelled abstracts, whatever decides there."""
    items = read_labelled(labels, corpus)
    gold = np.array([item.row["design"] in RANDOMISED for item in items])
    given = np.array([item.facts.design in TRIAL_DESIGNS for item in items])
    stem = np.array(["random" in f"{i.paper.title} {i.paper.abstract}".lower() for i in items])
    keys = [str(item.row["id"]) for item in items]
    figures = {
        "designs: F1 of randomised trials": (np.ones_like(gold), _f1),
        "designs: randomised trials read as such": (gold, _called),
        "designs: others read as randomised trials": (~gold, _called),
    }
    measures = []
    for name, (among, figure) in figures.items():
        own, read, base = gold[among], given[among], stem[among]
        interval = clustered_interval(
            [key for key, inside in zip(keys, among, strict=True) if inside],
            partial(_again, figure, own, read),
            300,
        )
        measures.append(Measure(name, figure(own, read), len(own), interval, figure(own, base)))
    return measures, "Baseline: stem 'random'. The trial classifier has learned from labels/train."


Told = NDArray[np.bool_]


def _again(figure: Callable[[Told, Told], float], gold: Told, given: Told, rows: NDArray[np.int64]) -> float:
    return figure(gold[rows], given[rows])


def _f1(gold: Told, given: Told) -> float:
    return float(f1_score(gold, given, zero_division=0.0))


def _called(_gold: Told, given: Told) -> float:
    return float(given.mean())


def throughput_measures(path: Path) -> tuple[list[Measure], str]:
    """Abstracts read per second: passages, study facts and findings, by patterns."""
    papers = [_paper(row, number) for number, row in enumerate(read_jsonl(path))]
    chunks = [papers[i : i + 50] for i in range(0, len(papers), 50)]
    _read(papers[:20])
    started = time.perf_counter()
    alone = sum(_read(chunk) for chunk in chunks[: max(1, len(chunks) // 4)])
    single = alone / (time.perf_counter() - started)
    with ProcessPoolExecutor(WORKERS) as pool:
        list(pool.map(_read, [papers[:20]] * WORKERS))
        started = time.perf_counter()
        done = sum(pool.map(_read, chunks))
        together = done / (time.perf_counter() - started)
    return [
        Measure("abstracts per second, one process", single, alone),
        Measure(f"abstracts per second, {WORKERS} processes", together, done),
    ], f"{os.cpu_count()} cores"


def _paper(row: dict[str, Any], number: int) -> Paper:
    return Paper(
        paper_id=PaperId(f"bench:{number}"),
        source="bench",
        record_id=str(number),
        title=str(row.get("title") or ""),
        abstract=str(row.get("abstract") or row.get("text") or ""),
    )


def _read(papers: list[Paper]) -> int:
    from aitia.reading.open_findings import read_findings
    from aitia.reading.study.facts import read_study_facts
    from aitia.text.passages import make_passages

    for paper in papers:
        passages = make_passages(paper)
        facts = read_study_facts(paper, passages)
        read_findings(paper, passages, facts)
    return len(papers)
