"""Train the reader of cause and effect: `python -m bench.training.cause_effect`.

Sentences of SemEval-2010 task 8 (training part): Cause-Effect in either direction against everything else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from aitia.reading.cause_effect import MODEL, pair_features
from aitia.reading.linear import buckets, fingerprint, text_scale
from bench.training.common import data_folder, frequent, group_folds, save_arrays, sparse_rows, training_seed

SIZE = 2**17
STRENGTH = 2.0
CAUSAL_WEIGHT = 3.0
FOLDS = 10
SEED = 5

LABELS = {"Cause-Effect(e1,e2)": 1, "Cause-Effect(e2,e1)": 2}
_LINE = re.compile(r'\d+\t"?(.*?)"?\s*\Z')
_MARKED = re.compile(r"(.*?)<e1>(.*?)</e1>(.*?)<e2>(.*?)</e2>(.*)", re.DOTALL)

Parts = tuple[str, str, str, str, str]


def read_pairs(path: Path) -> tuple[list[Parts], NDArray[np.int64]]:
    """(text before, first, between, second, after) and 0 neither, 1 first causes second, 2 the other way."""
    parts: list[Parts] = []
    labels: list[int] = []
    for block in re.split(r"\n[ \t\r]*\n", path.read_text(encoding="utf-8")):
        lines = block.strip().split("\n")
        line = _LINE.match(lines[0]) if len(lines) > 1 else None
        marked = _MARKED.match(line[1]) if line else None
        if marked:
            parts.append((marked[1], marked[2], marked[3], marked[4], marked[5]))
            labels.append(LABELS.get(lines[1].strip(), 0))
    return parts, np.array(labels)


def pair_fingerprint(parts: Parts) -> np.uint64:
    """What a marked sentence is known by."""
    return fingerprint(*parts)


def directed_f1(guess: NDArray[np.int64], gold: NDArray[np.int64]) -> float:
    """Micro F1 of Cause-Effect where the direction must be right too."""
    right = int(((guess == gold) & (gold > 0)).sum())
    return 2 * right / max(1, int((guess > 0).sum() + (gold > 0).sum()))


def matrix(columns: list[NDArray[np.int64]], known: NDArray[np.bool_]) -> Any:
    """Scaled sparse rows of the known columns."""
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def fit(x: Any, y: NDArray[np.int64]) -> LogisticRegression:
    """Multinomial logistic regression that weighs the two causal classes up."""
    weight = {0: 1.0, 1: CAUSAL_WEIGHT, 2: CAUSAL_WEIGHT}
    return LogisticRegression(C=STRENGTH, max_iter=400, class_weight=weight).fit(x, y)


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate, print, train on all sentences, write the artefact."""
    seed = training_seed("cause_effect", __doc__ or "", SEED, argv)
    parts, y = read_pairs(data_folder() / "semeval2010" / "train.txt")
    columns = [buckets(pair_features(*p), SIZE) for p in parts]
    prints = np.array([pair_fingerprint(p) for p in parts], dtype=np.uint64)
    folds = group_folds([str(f) for f in prints], FOLDS, seed)
    out_of_fold = np.zeros((len(y), 3))
    for fold in range(FOLDS):
        train = np.flatnonzero(folds != fold)
        known = frequent([columns[i] for i in train], SIZE)
        x = matrix(columns, known)
        out_of_fold[folds == fold] = fit(x[train], y[train]).predict_proba(x[folds == fold])
    print(f"out of fold: F1 with direction {directed_f1(out_of_fold.argmax(1), y):.4f}  n {len(y)}")
    known = frequent(columns, SIZE)
    model = fit(matrix(columns, known), y)
    save_arrays(
        MODEL,
        weights=np.where(known[:, None], model.coef_.T, 0).astype(np.float16),
        known=known,
        bias=model.intercept_,
        trained_on=prints,
        out_of_fold=out_of_fold.astype(np.float16),
    )


if __name__ == "__main__":
    main()
