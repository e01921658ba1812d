"""Train the trial classifier: `python -m bench.training.trial_classifier`.

Labelled records: study_type/dev (publication type "Randomized Controlled Trial") and, at half the weight, the
abstracts of labels/train (design as read). Weakly labelled, at a tenth of the weight: abstracts from the
evidence_inference part of the corpus that speak of random allocation, and abstracts of other kinds of paper
that do not. Records of the first set's own source are left out of the weak part, so that nothing of its
hidden half can be seen; so are the abstracts of all labels.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, roc_auc_score

from aitia.reading.models.linear import fingerprint, text_scale
from aitia.reading.study.trial_classifier import MODEL, trial_columns, trial_cues
from bench.labelled import Rows, data_folder, labelled_rows, read_jsonl, read_medline
from bench.training.common import frequent, group_folds, save_arrays, sparse_rows, training_seed
from bench.training.reader.examples import read_corpus

SIZE = 2**17
SEED = 11
STRENGTH = 3.0
LABEL_WEIGHT, WEAK_WEIGHT = 0.5, 0.1
RANDOMISED = frozenset(("rct", "cluster_rct", "crossover"))
"""Designs of the labels that are randomised trials."""
WEAK_NEGATIVE = ("biored", "pubmedqa", "efetch_xml", "europepmc_core")
_ALLOCATED = re.compile(r"randomi[sz]ed|randomly (?:assig|alloc)", re.IGNORECASE)


def labelled_designs(path: Path, corpus: Mapping[str, Mapping[str, Any]]) -> Rows:
    """The abstracts of a file of labels, with 1 for a randomised trial. Raises KeyError where one is not in
    the corpus."""
    rows = [(corpus[str(row["id"])], str(row["design"])) for row in read_jsonl(path)]
    return [(paper["title"], paper["abstract"], int(design in RANDOMISED)) for paper, design in rows]


def weak_rows(
    corpus: Iterable[Mapping[str, Any]], labelled: Collection[tuple[str, str]], seed: int = SEED
) -> Rows:
    """Trials and other papers of the corpus, labelled by where they come from and whether they speak of
    random allocation; `labelled` titles and abstracts are left out."""
    rng = np.random.default_rng(seed)
    rows: Rows = []
    for row in corpus:
        title, abstract = row["title"] or "", row["abstract"] or ""
        allocated = _ALLOCATED.search(title + abstract) is not None
        if row["source"] == "evidence_inference" and rng.random() < 0.4 and allocated:
            rows.append((title, abstract, 1))
        elif row["source"] in WEAK_NEGATIVE and not allocated:
            rows.append((title, abstract, 0))
    return [row for row in rows if row[:2] not in labelled]


def columns_of(rows: Rows) -> list[NDArray[np.int64]]:
    """The hashed n-gram columns of every row."""
    return [trial_columns(t, a, SIZE) for t, a, _ in rows]


def matrix(rows: Rows, columns: list[NDArray[np.int64]], known: NDArray[np.bool_]) -> Any:
    """Hashed n-grams (known columns only) and cues of every row."""
    kept = [c[known[c]] for c in columns]
    text = sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)
    cues: Any = scipy.sparse.csr_matrix(np.array([trial_cues(t, a) for t, a, _ in rows]))
    return scipy.sparse.hstack([text, cues]).tocsr()


def fit(x: Any, y: NDArray[np.int64], weight: NDArray[np.float64]) -> LogisticRegression:
    """L2 logistic regression."""
    return LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=2000).fit(x, y, sample_weight=weight)


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate, print the figures, train on everything and write the artefact."""
    seed = training_seed("trial_classifier", __doc__ or "", SEED, argv)
    data = data_folder()
    file = data / "corpus" / "abstracts.jsonl.gz"
    corpus = read_corpus(file)
    parts = {part: labelled_designs(data / "labels" / f"{part}.jsonl", corpus) for part in ("train", "dev")}
    records = labelled_rows(read_medline(data / "study_type" / "dev.medline.txt"))
    rows = [*records, *parts["train"]]
    weak = weak_rows(read_jsonl(file), {row[:2] for part in parts.values() for row in part}, seed)
    columns, weak_columns = columns_of(rows), columns_of(weak)
    y, weak_y = np.array([r[2] for r in rows]), np.array([r[2] for r in weak])
    record = np.arange(len(rows)) < len(records)
    own, weight = np.where(record, 1.0, LABEL_WEIGHT), np.full(len(weak_y), WEAK_WEIGHT)
    folds = group_folds([str(fingerprint(t, a)) for t, a, _ in rows], 10, seed)
    out_of_fold = np.zeros(len(rows))
    for fold in range(10):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        known = frequent([columns[i] for i in train] + weak_columns, SIZE)
        x, weak_x = matrix(rows, columns, known), matrix(weak, weak_columns, known)
        model = fit(
            scipy.sparse.vstack([x[train], weak_x]),
            np.concatenate([y[train], weak_y]),
            np.concatenate([own[train], weight]),
        )
        out_of_fold[test] = model.predict_proba(x[test])[:, 1]
    for name, of in (("records", record), ("labels", ~record)):
        f1, auroc = f1_score(y[of], out_of_fold[of] > 0.5), roc_auc_score(y[of], out_of_fold[of])
        print(f"{name}, out of fold: F1 {f1:.4f}  AUROC {auroc:.4f}  n {of.sum()}")

    known = frequent(columns + weak_columns, SIZE)
    model = fit(
        scipy.sparse.vstack([matrix(rows, columns, known), matrix(weak, weak_columns, known)]),
        np.concatenate([y, weak_y]),
        np.concatenate([own, weight]),
    )
    save_arrays(
        MODEL,
        weights=np.where(known, model.coef_[0, :SIZE], 0).astype(np.float16),
        cue_weights=model.coef_[0, SIZE:],
        bias=model.intercept_,
        trained_on=np.array([fingerprint(t, a) for t, a, _ in rows], dtype=np.uint64),
        out_of_fold=out_of_fold.astype(np.float32),
    )


if __name__ == "__main__":
    main()
