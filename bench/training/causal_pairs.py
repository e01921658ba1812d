"""Train the reader of causal pairs: `python -m bench.training.causal_pairs`.

Sentences of the pair sets COMAGC, GENEC and ADE and of SemEval-2010 task 8 (training part). Causal
sentences of the last two are shown turned round too: they do not say that the effect causes the cause. The
set SEMEVAL is left out: it calls Cause-Effect(e2,e1) causal, and Cause-Effect(e1,e2) not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression

from aitia.pairs.marked import MarkedPair, sentence_features
from aitia.pairs.reader import MODEL
from aitia.reading.models.linear import buckets
from bench.labelled import LABELS, data_folder, read_relations
from bench.pairs.data import connected, read_sets
from bench.pairs.measures import auroc, f1
from bench.pairs.readers import best_threshold
from bench.training.common import frequent, group_folds, save_arrays, sparse_rows, training_seed

SIZE = 2**16
FOLDS = 3
SEED = 17
TURNED_ABOUT = "SEMEVAL"
TURNED = ("ADE", "SemEval-2010")
"""Sets whose causal sentences are shown turned round: in the others an effect may well act on its cause."""

Labels = NDArray[np.int64]
Row = tuple[str, MarkedPair, int]


def main(argv: Sequence[str] | None = None) -> None:
    """Leave each set out once, cross-validate, choose the threshold, train on all, write the artefact."""
    seed = training_seed("causal_pairs", __doc__ or "", SEED, argv)
    rows = read_rows()
    names = np.array([row[0] for row in rows])
    y = np.array([row[2] for row in rows], dtype=np.int64)
    columns = [buckets(sentence_features(row[1]), SIZE) for row in rows]
    groups = np.array(connected([[" ".join(row[1].text.lower().split())] for row in rows]))
    print(len(rows), "rows,", int(y.sum()), "causal")
    for name in ("COMAGC", "GENEC", "SemEval-2010"):
        held = np.flatnonzero(names == name)
        learned = np.flatnonzero(~np.isin(groups, groups[held]) & (names != name))
        shares = _learn(columns, y, learned)[0](held)
        print(f"{name}, learned on the other sets alone: AUROC {auroc(shares, y[held]):.3f}", flush=True)
    folds = group_folds(list(groups), FOLDS, seed)
    shares = np.zeros(len(y))
    for fold in range(FOLDS):
        shares[folds == fold] = _learn(columns, y, np.flatnonzero(folds != fold))[0](
            np.flatnonzero(folds == fold)
        )
    best = best_threshold(shares, y)
    print(f"out of fold: AUROC {auroc(shares, y):.3f}, F1 {f1((shares >= best).astype(np.int64), y):.3f}")
    _, arrays = _learn(columns, y, np.arange(len(y)))
    save_arrays(MODEL, threshold=np.array([best]), **arrays)


def read_rows() -> list[Row]:
    """(set, marked sentence, 1 for causal) of every sentence that names both apart."""
    found: list[Row] = []
    for item in read_sets(data_folder() / "causal_pairs"):
        if item.name == TURNED_ABOUT:
            continue
        told = [row for row in item.rows if row.causal is not None and row.marked.whole]
        found += [(item.name, row.marked, int(bool(row.causal))) for row in told]
    parts, relations = read_relations(data_folder() / "semeval2010" / "train.txt")
    for part, relation in zip(parts, relations, strict=True):
        text, start = "".join(part), len(part[0])
        later = start + len(part[1]) + len(part[2])
        first, second = (start, start + len(part[1])), (later, later + len(part[3]))
        backward = LABELS.get(relation) == 2
        pair = MarkedPair(text, second, first) if backward else MarkedPair(text, first, second)
        if pair.whole:
            found.append(("SemEval-2010", pair, int(relation in LABELS)))
    turned = [(name, p, y) for name, p, y in found if y and name in TURNED]
    return [*found, *[(name, MarkedPair(p.text, p.effect, p.cause), 0) for name, p, _ in turned]]


def _learn(columns, y: Labels, learned: Labels):  # type: ignore[no-untyped-def]
    """A function from rows to probabilities, and the arrays of the model."""
    known = frequent([columns[i] for i in learned], SIZE)
    at = np.flatnonzero(known)

    def matrix(rows: Labels):  # type: ignore[no-untyped-def]
        kept = [columns[i][known[columns[i]]] for i in rows]
        return sparse_rows(kept, [1.0] * len(kept), SIZE)[:, at]

    rarity = TfidfTransformer().fit(matrix(learned))
    model = LogisticRegression(C=5.0, class_weight="balanced", max_iter=100, tol=1e-3)
    model.fit(rarity.transform(matrix(learned)), y[learned])
    weights, idf = np.zeros(SIZE), np.zeros(SIZE)
    weights[at], idf[at] = model.coef_[0], rarity.idf_
    arrays = {
        "weights": weights.astype(np.float16),
        "rarity": idf.astype(np.float16),
        "known": known,
        "bias": model.intercept_,
    }
    return (lambda rows: model.predict_proba(rarity.transform(matrix(rows)))[:, 1]), arrays


if __name__ == "__main__":
    main()
