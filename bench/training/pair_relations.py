"""Train the reader of relations between given entities: `python -m bench.training.pair_relations`.

The documents are those of BioRED.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from aitia.reading.models.linear import buckets, fingerprint, text_scale
from bench.labelled import data_folder, read_pubtator
from bench.relations import FOLDER
from bench.relations.pair_relations import MODEL, RELATIONS, pair_features
from bench.training.common import frequent, group_folds, save_arrays, sparse_rows, training_seed

SIZE = 2**17
STRENGTH = 0.3
FOLDS = 5
SEED = 9


def matrix(columns: list[NDArray[np.int64]], known: NDArray[np.bool_]) -> Any:
    """Scaled sparse rows of the known columns."""
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def scores(answers: NDArray[np.float64], gold: NDArray[np.int64], total: int, threshold: float) -> float:
    """Micro F1 of typed relations at a threshold; `total` counts all gold ones, unreachable ones too."""
    said = 1 - answers[:, 0] >= threshold
    right = int((said & (answers[:, 1:].argmax(1) + 1 == gold)).sum())
    return 2 * right / max(1, int(said.sum()) + total)


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate over abstracts, choose the threshold, train on all, write the artefact."""
    seed = training_seed("pair_relations", __doc__ or "", SEED, argv, FOLDER)
    documents = read_pubtator(data_folder() / "biored" / "train.pubtator")
    columns, labels, owner = [], [], []
    for number, document in enumerate(documents):
        for pair, features in pair_features(document.text, document.mentions).items():
            columns.append(buckets(features, SIZE))
            labels.append(RELATIONS.index(document.relations.get(pair, "None")))
            owner.append(number)
    y, owners = np.array(labels), np.array(owner)
    total = sum(len(d.relations) for d in documents)
    print(len(y), "pairs", total, "relations", Counter(RELATIONS[i] for i in y).most_common(3))
    folds = group_folds([documents[i].key for i in owners], FOLDS, seed)
    answers = np.zeros((len(y), len(RELATIONS)))
    for fold in range(FOLDS):
        train = np.flatnonzero(folds != fold)
        known = frequent([columns[i] for i in train], SIZE)
        x = matrix(columns, known)
        answers[folds == fold] = fit(x[train], y[train]).predict_proba(x[folds == fold])
    threshold = max(np.arange(0.2, 0.7, 0.02), key=lambda t: scores(answers, y, total, t))
    print(f"out of fold: F1 {scores(answers, y, total, threshold):.4f} at threshold {threshold:.2f}")
    known = frequent(columns, SIZE)
    model = fit(matrix(columns, known), y)
    save_arrays(
        MODEL,
        FOLDER,
        weights=np.where(known[:, None], model.coef_.T, 0).astype(np.float16),
        known=known,
        bias=model.intercept_,
        threshold=np.array([threshold]),
        trained_on=np.array([fingerprint(d.text) for d in documents], dtype=np.uint64),
    )


def fit(x: Any, y: NDArray[np.int64]) -> LogisticRegression:
    """Multinomial logistic regression over "None" and the eight relations."""
    return LogisticRegression(C=STRENGTH, max_iter=200).fit(x, y)


if __name__ == "__main__":
    main()
