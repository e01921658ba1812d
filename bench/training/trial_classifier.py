"""Train the trial classifier: `python -m bench.training.trial_classifier`.

Labelled records: study_type/dev (publication type "Randomized Controlled Trial"). Weakly labelled, at a
tenth of the weight: abstracts of trials from the evidence_inference part of the corpus, and abstracts of
other kinds of paper that do not speak of random allocation. Records of the labelled set's own source are
left out of the weak part, so that nothing of its hidden half can be seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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

SIZE = 2**17
SEED = 11
STRENGTH = 3.0
WEAK_WEIGHT = 0.1
WEAK_NEGATIVE = ("biored", "pubmedqa", "efetch_xml", "europepmc_core")
_ALLOCATED = re.compile(r"randomi[sz]ed|randomly (?:assig|alloc)", re.IGNORECASE)


def weak_rows(seed: int = SEED) -> Rows:
    """Trials and other papers of the corpus, labelled by where they come from."""
    rng = np.random.default_rng(seed)
    rows: Rows = []
    for row in read_jsonl(data_folder() / "corpus" / "abstracts.jsonl.gz"):
        title, abstract = row["title"], row["abstract"]
        if row["source"] == "evidence_inference" and rng.random() < 0.4:
            rows.append((title, abstract, 1))
        elif row["source"] in WEAK_NEGATIVE and not _ALLOCATED.search(title + abstract):
            rows.append((title, abstract, 0))
    return rows


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
    rows = labelled_rows(read_medline(data_folder() / "study_type" / "dev.medline.txt"))
    weak = weak_rows(seed)
    columns, weak_columns = columns_of(rows), columns_of(weak)
    y, weak_y = np.array([r[2] for r in rows]), np.array([r[2] for r in weak])
    folds = group_folds([str(fingerprint(t, a)) for t, a, _ in rows], 10, seed)
    out_of_fold = np.zeros(len(rows))
    weight = np.full(len(weak_y), WEAK_WEIGHT)
    for fold in range(10):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        known = frequent([columns[i] for i in train] + weak_columns, SIZE)
        x, weak_x = matrix(rows, columns, known), matrix(weak, weak_columns, known)
        model = fit(
            scipy.sparse.vstack([x[train], weak_x]),
            np.concatenate([y[train], weak_y]),
            np.concatenate([np.ones(len(train)), weight]),
        )
        out_of_fold[test] = model.predict_proba(x[test])[:, 1]
    f1, auroc = f1_score(y, out_of_fold > 0.5), roc_auc_score(y, out_of_fold)
    print(f"out of fold: F1 {f1:.4f}  AUROC {auroc:.4f}  n {len(y)}")

    known = frequent(columns + weak_columns, SIZE)
    model = fit(
        scipy.sparse.vstack([matrix(rows, columns, known), matrix(weak, weak_columns, known)]),
        np.concatenate([y, weak_y]),
        np.concatenate([np.ones(len(y)), weight]),
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
